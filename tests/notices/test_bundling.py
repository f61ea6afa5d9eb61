"""Turns that come within a minute are one mail."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from games.notices.models import Notice
from games.tables import services as tables
from games.tables.live import presence
from tests.kit.types import Cast, Patch, Post
from tests.notices.conftest import HOUR, MINUTE, NOON, Deals
from tests.notices.test_due import goes

pytestmark = pytest.mark.django_db

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
    begun: Sequence[int], sent: int, deals: Deals, mailoutbox: Post
) -> None:
    games = [deals("ann", "ben", now=NOON + second * SECOND) for second in begun]
    ((second, said),) = runs(mailoutbox, 150)
    many = len(begun) > 1
    assert said.startswith(f"ann: Your turn at {len(begun)} tables" if many else "ann: Your turn:")
    assert second == sent
    assert all(f"/t/{game.id}/" in mailoutbox[0].body for game in games)


@pytest.mark.parametrize(
    "comes, sent",
    [
        ((1, 40, 59), 90),
        ((1, 32), 70),  # then all games wait for her
        ((1, 12, 23, 34, 45, 56, 61), 100),
        ((5, 65), 100),
    ],
)
def test_turns_that_come_late_within_the_minute_are_in_it(
    comes: Sequence[int], sent: int, deals: Deals, mailoutbox: Post
) -> None:
    """However long after the first one, as long as another game of hers could come to her turn."""
    games = [deals("ann", "ben", now=NOON - HOUR) for _ in comes]
    for game in games:
        game.turn("ann", after=MINUTE)
    said = []
    for second in range(0, 200, 10):
        for game, at in zip(games, comes, strict=True):
            if second - 10 < at <= second:
                game.turn("ben", after=NOON + at * SECOND - game.now)
        said += [(second, line) for line in goes(mailoutbox, NOON + second * SECOND)]
    said = [each for each in said if each[1].startswith("ann")]
    assert said == [(sent, f"ann: Your turn at {len(comes)} tables")]


def test_who_has_no_other_game_is_told_at_once(deals: Deals, mailoutbox: Post) -> None:
    other = deals("ann", "ben", now=NOON - HOUR)
    other.turn("ann", after=MINUTE)
    tables.resign(table_id=other.id, user_id=other.cast["ann"].pk, now=other.now)
    deals("ann", "ben")
    said = runs(mailoutbox, 60)
    assert [second for second, line in said if line.startswith("ann: Your turn")] == [30]


def test_an_open_table_of_hers_that_begins_within_the_minute_is_in_it(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    """It is her only other one, and need not have begun when the first turn comes."""
    opened = tables.open_table(
        creator=cast["ann"], game="odin", seats=2, clock="daily", order="seats", now=NOON
    )
    deals("ann", "ben")
    assert runs(mailoutbox, 50) == []
    tables.sit(table_id=opened.id, user=cast["ben"], now=NOON + 55 * SECOND)
    said = [goes(mailoutbox, NOON + second * SECOND) for second in range(60, 150, 10)]
    assert [line for lines in said for line in lines] == ["ann: Your turn at 2 tables"]


def test_no_turn_waits_for_more_than_a_minute_and_a_half(deals: Deals, mailoutbox: Post) -> None:
    for second in range(0, 181, 20):
        deals("ann", "ben", now=NOON + second * SECOND)
    first = runs(mailoutbox, 250)
    assert [second for second, _said in first] == [90, 170, 210]
    assert Notice.objects.filter(state="sent").count() == 10


def test_only_what_she_does_not_know_is_in_it(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    played, seen, told = (deals("ann", "ben") for _ in range(3))
    assert goes(mailoutbox, NOON + 20 * SECOND) == []
    played.turn("ann", after=25 * SECOND)
    presence.record_looking(seen.id, cast["ann"].pk)
    assert goes(mailoutbox, NOON + 30 * SECOND) == []  # the game that she has played may come
    assert goes(mailoutbox, NOON + MINUTE) == ["ann: Your turn: Lost Cities with ben (2 days left)"]
    assert told.id in mailoutbox[0].body


def test_other_news_does_not_wait_with_them(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    deals("ann", "ben"), deals("ann", "ben", now=NOON + 25 * SECOND)
    table = tables.open_table(creator=cast["ben"], game="odin", clock="daily", now=NOON)
    tables.invite_by_name(table_id=table.id, by=cast["ben"], name="ann", now=NOON + 30 * SECOND)
    said = runs(mailoutbox, 120)
    assert said == [(30, "ann: ben invites you to Odin"), (60, "ann: Your turn at 2 tables")]


def test_a_mail_that_failed_is_tried_as_one(
    deals: Deals, mailoutbox: Post, monkeypatch: Patch
) -> None:
    from accounts import mail_connection

    def fails(self: object, mail: object) -> None:
        raise OSError

    for _ in range(3):
        deals("ann", "ben")
    with monkeypatch.context() as away:
        away.setattr(mail_connection.Connection, "send", fails)
        assert runs(mailoutbox, 60) == []
    assert goes(mailoutbox, NOON + HOUR) == ["ann: Your turn at 3 tables"]
    assert goes(mailoutbox, NOON + HOUR + MINUTE) == []
