"""The grid of wishes as it is stored, and what became of the wishes before it."""

from __future__ import annotations

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.notices import grid
from games.notices.grid import FIRST, TOPICS, Grid, Topic, When
from games.notices.models import Kind, Where
from tests.kit.types import Cast
from tests.notices.conftest import wishes


def test_first_wishes_are_mails_as_ever() -> None:
    first = Grid.of("")
    mails = {topic.value: first.when(topic, Where.MAIL).value for topic in Topic}
    assert mails == {
        "live": "off",
        "turn": "now",
        "low": "off",
        "over": "now",
        "invited": "now",
        "opened": "off",
        "offered": "now",
        "event": "now",
        "club": "now",
    }
    assert len(FIRST) == len(Topic) * len(Where) and set(TOPICS) == set(Kind)


def test_a_cell_is_a_letter_and_the_rest_stays() -> None:
    changed = Grid.of("").but(Topic.TURN, Where.WEBHOOK, When.HOURLY)
    assert changed.letters == "-n-nnh-nnn-nnn----nn-nnnnn-"
    assert list(changed.changes(Grid.of(""))) == [(Topic.TURN, Where.WEBHOOK)]
    assert Grid.of("-n-d").letters == "-n-d" + FIRST[4:], "a shorter text goes on as the first"
    assert Grid.of("?").when(Topic.LIVE, Where.MAIL) == When.OFF, "what is not known is not told"


@pytest.mark.parametrize("turn", ["now", "daily", "off"])
@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("invitation", [True, False])
def test_the_wishes_before_go_on(turn: str, over: bool, invitation: bool) -> None:
    migration = import_module("accounts.migrations.0012_wishes")
    kept = Grid.of(migration.grid(turn, over, invitation))
    assert kept.when(Topic.TURN, Where.MAIL) == turn
    assert kept.when(Topic.OVER, Where.MAIL) == ("now" if over else "off")
    assert kept.when(Topic.INVITED, Where.MAIL) == ("now" if invitation else "off")
    for topic, where in kept.changes(Grid.of("")):
        assert where == Where.MAIL and topic in (Topic.TURN, Topic.OVER, Topic.INVITED)


@pytest.mark.database
@pytest.mark.django_db
def test_the_database_reads_the_same_grid(cast: Cast) -> None:
    wishes(cast["ann"], "turn-mail daily, over-push now, live-push off")
    wishes(cast["ben"], "turn-mail off")
    User.objects.filter(username="cal").update(wishes="-n-d")  # as an earlier release wrote them
    for user in cast.values():
        EmailAddress.objects.create(user=user, email=f"{user.pk}@example.net")
    for topic in Topic:
        for where in Where:
            rows = EmailAddress.objects.filter(grid.wants(topic, where))
            found = set(rows.values_list("user__username", flat=True))
            wants = {
                name
                for name, user in cast.items()
                if Grid.of(User.objects.get(pk=user.pk).wishes).when(topic, where) != When.OFF
            }
            assert {name.removeprefix("guest-") for name in found} == wants
