"""Turns that come within a minute are one mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from games.notices.models import Notice
from games.tables import services as tables
from games.tables.live import presence
from tests.notices.conftest import HOUR, MINUTE, NOON, Game
from tests.notices.test_due import goes

pytestmark = pytest.mark.django_db

Post = list[EmailMultiAlternatives]
SECOND = timedelta(seconds=1)


def runs(mailoutbox: Post, seconds: int) -> list[tuple[int, str]]:
    """Do what beat does every ten seconds; return when what went out."""
    said = []
    for second in range(0, seconds + 1, 10):
        said += [(second, line) for line in goes(mailoutbox, NOON + second * SECOND)]
    return said


@pytest.mark.parametrize(
    "begun, sent",
    [
        ((0,) * 7, 30),
        (tuple(range(0, 61, 10)), 90),
        ((0, 1, 25, 26, 40, 41, 59), 90),
        ((0,), 30),
        ((0, 29), 60),
    ],
)
def test_turns_that_come_within_a_minute_are_one_mail(
    begun: Sequence[int], sent: int, deals: Callable[..., Game], mailoutbox: Post
) -> None:
    games = [deals("ann", "ben", now=NOON + second * SECOND) for second in begun]
    ((second, said),) = runs(mailoutbox, 150)
    many = len(begun) > 1
    assert said.startswith(f"ann: Your turn at {len(begun)} tables" if many else "ann: Your turn:")
    assert second == sent
    assert all(f"/t/{game.id}/" in mailoutbox[0].body for game in games)


def test_no_turn_waits_for_more_than_a_minute_and_a_half(
    deals: Callable[..., Game], mailoutbox: Post
) -> None:
    for second in range(0, 181, 20):
        deals("ann", "ben", now=NOON + second * SECOND)
    first = runs(mailoutbox, 250)
    assert [second for second, _said in first] == [90, 170, 210]
    assert Notice.objects.filter(state="sent").count() == 10


def test_only_what_she_does_not_know_is_in_it(
    deals: Callable[..., Game], cast: dict[str, User], mailoutbox: Post
) -> None:
    played, seen, told = (deals("ann", "ben") for _ in range(3))
    assert goes(mailoutbox, NOON + 20 * SECOND) == []
    played.turn("ann", after=25 * SECOND)
    presence.look(seen.id, cast["ann"].pk)
    assert goes(mailoutbox, NOON + 30 * SECOND) == [
        "ann: Your turn: Lost Cities with ben (2 days left)"
    ]
    assert told.id in mailoutbox[0].body


def test_other_news_does_not_wait_with_them(
    deals: Callable[..., Game], cast: dict[str, User], mailoutbox: Post
) -> None:
    deals("ann", "ben"), deals("ann", "ben", now=NOON + 25 * SECOND)
    table = tables.open_table(creator=cast["ben"], game="odin", clock="daily", now=NOON)
    tables.invite_by_name(table_id=table.id, by=cast["ben"], name="ann", now=NOON + 30 * SECOND)
    said = runs(mailoutbox, 120)
    assert said == [(30, "ann: ben invites you to Odin"), (60, "ann: Your turn at 2 tables")]


def test_a_mail_that_failed_is_tried_as_one(
    deals: Callable[..., Game], mailoutbox: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts import post

    def fails(self: object, mail: object) -> None:
        raise OSError

    for _ in range(3):
        deals("ann", "ben")
    with monkeypatch.context() as away:
        away.setattr(post.Post, "send", fails)
        assert runs(mailoutbox, 60) == []
    assert goes(mailoutbox, NOON + HOUR) == ["ann: Your turn at 3 tables"]
    assert goes(mailoutbox, NOON + HOUR + MINUTE) == []
