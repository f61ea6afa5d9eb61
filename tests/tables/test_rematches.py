"""Rematches with bots: who is waited for, and who else may come."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.tables import services
from games.tables.board import rematch
from games.tables.errors import NotPossible, NotYourSeat
from games.tables.models import Table
from games.tables.state import snapshot_cache
from tests.tables.conftest import NOON, Played
from tests.tables.test_mixed import invites, page, sits

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_bot_keeps_its_name_in_a_rematch(cast: dict[str, User]) -> None:
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", bots={1: "club"}, now=NOON
    )
    first = Played(opened.id, cast)
    services.resign(table_id=first.id, user_id=cast["ann"].pk, now=NOON)
    again = Played(services.rematch(table_id=first.id, user=cast["ann"], now=NOON).id, cast)
    bots = [
        next(player.name for player in table.snapshot.players if player.bot)
        for table in (first, again)
    ]
    assert bots[0] == bots[1] and again.row.status == "running"


@pytest.fixture
def again(table: Played) -> Played:
    """Return the rematch that Ann asks for, after she has resigned."""
    services.resign(table_id=table.id, user_id=table.cast["ann"].pk, now=NOON)
    opened = services.rematch(table_id=table.id, user=table.cast["ann"], now=NOON)
    return Played(opened.id, table.cast)


def state(table: Played, name: str) -> str:
    found = table.snapshot
    return rematch.of(found.rematch, table.cast[name].pk).state


def test_a_rematch_waits_for_the_person(table: Played, again: Played) -> None:
    assert (state(table, "ann"), state(table, "ben")) == ("waiting", "asked")
    assert "Waiting for ben" in page(again, "ann").one("section", id="board").text
    stranger = page(again, "dee").one("section", id="board")
    assert "kept for those who played before" in stranger.text
    assert not [button for button in stranger.all("button") if "Sit" in button.text]
    sits(again, "ben")
    assert again.row.status == "running"


def test_a_declined_rematch_can_be_opened_to_anybody(
    table: Played, again: Played, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.decline_rematch(table_id=table.id, user=table.cast["ben"], now=NOON)
    assert rematch.of(table.snapshot.rematch, table.cast["ann"].pk).line == "ben cannot play now."
    with pytest.raises(NotYourSeat):
        services.open_to_all(table_id=again.id, host=table.cast["ben"], now=NOON)
    services.open_to_all(table_id=again.id, host=table.cast["ann"], now=NOON)
    assert (again.row.private, again.row.series) == (False, {})
    sits(again, "dee")
    assert again.row.status == "running"


def test_a_seat_that_is_kept_may_be_given_up(table: Played, again: Played) -> None:
    with pytest.raises(NotYourSeat, match="kept"):
        sits(again, "dee")
    services.withdraw(
        table_id=again.id, host=table.cast["ann"], user_id=table.cast["ben"].pk, now=NOON
    )
    sits(again, "dee")
    assert again.row.status == "running"


def test_after_a_game_of_two_another_one_may_be_chosen(table: Played) -> None:
    """Beside the rematch, as long as nobody asks for one, and for accounts only."""
    services.resign(table_id=table.id, user_id=table.cast["ann"].pk, now=NOON)
    way = {"href": "/tables/new/?invite=ben&private=on"}
    assert page(table, "ann").one("a", **way).text == "Another game against ben"
    assert not page(table, "dee").all("a", **way)
    User.objects.filter(pk=table.cast["ben"].pk).update(is_guest=True)
    snapshot_cache.forget()
    assert not page(table, "ann").all("a", **way)
    User.objects.filter(pk=table.cast["ben"].pk).update(is_guest=False)
    services.rematch(table_id=table.id, user=table.cast["ann"], now=NOON)
    assert not page(table, "ann").all("a", **way)


def test_a_rematch_that_closes_may_be_asked_for_again(
    table: Played, again: Played, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.stand(table_id=again.id, user=table.cast["ann"], now=NOON)
    assert state(table, "ben") == ""
    assert Table.objects.get(pk=again.id).ended_by == "closed"


def test_nobody_else_is_invited_to_a_rematch_whose_seats_are_kept(again: Played) -> None:
    with pytest.raises(NotPossible, match="kept for those who played before"):
        invites(again, "dee")
    assert not invites(again, "ben"), "Ben is asked already"
    assert not page(again, "ann").all(id="by-name")
    services.open_to_all(table_id=again.id, host=again.cast["ann"], now=NOON)
    assert page(again, "ann").all(id="by-name") and invites(again, "dee")
