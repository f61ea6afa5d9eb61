"""Rematches with bots: who is waited for, and who else may come."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.tables import services
from games.tables.board import rematch
from games.tables.errors import NotPossible, NotYourSeat
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played
from tests.tables.test_mixed import invites

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def again(table: Played) -> Played:
    """Return the rematch that Ann asks for, after she has resigned."""
    table.does("ann", "resign")
    return table.again("ann")


def state(table: Played, name: str) -> str:
    return rematch.of(table.snapshot.rematch, table.cast[name].pk).state


def opens_to_all(table: Played, host: str) -> None:
    services.open_to_all(table_id=table.id, host=table.cast[host], now=NOON)


def test_a_rematch_waits_for_the_person(table: Played, again: Played) -> None:
    assert (state(table, "ann"), state(table, "ben")) == ("waiting", "asked")
    assert "Waiting for ben" in again.board("ann").text
    stranger = again.board("dee")
    assert "kept for those who played before" in stranger.text
    assert not [button for button in stranger.all("button") if "Sit" in button.text]
    again.lets("ben", "sit")
    assert again.row.status == "running"


def test_a_declined_rematch_can_be_opened_to_anybody(
    table: Played, again: Played, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table.lets("ben", "decline_rematch")
    assert rematch.of(table.snapshot.rematch, table.cast["ann"].pk).line == "ben cannot play now."
    with pytest.raises(NotYourSeat):
        opens_to_all(again, "ben")
    opens_to_all(again, "ann")
    assert (again.row.private, again.row.series) == (False, {})
    again.lets("dee", "sit")
    assert again.row.status == "running"


def test_a_seat_that_is_kept_may_be_given_up(table: Played, again: Played) -> None:
    with pytest.raises(NotYourSeat, match="kept"):
        again.lets("dee", "sit")
    host, ben = again.cast["ann"], again.cast["ben"].pk
    services.withdraw(table_id=again.id, host=host, user_id=ben, now=NOON)
    again.lets("dee", "sit")
    assert again.row.status == "running"


def test_a_table_without_the_lens_is_followed_by_another(cast: dict[str, User]) -> None:
    table = sits_down(cast, "ann", "ben", lensless=True)
    table.does("ann", "resign")
    assert table.again("ann").row.lensless


def test_a_result_has_one_way_to_play_again(table: Played) -> None:
    table.does("ann", "resign")
    assert not table.page("ann").all("a", href="/tables/new/?invite=ben&private=on")
    assert len(table.page("ann").all("button", formaction=f"/t/{table.id}/rematch/")) == 1


def test_a_rematch_that_closes_may_be_asked_for_again(
    table: Played, again: Played, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        again.lets("ann", "stand")
    assert state(table, "ben") == ""
    assert again.row.ended_by == "closed"


def test_nobody_else_is_invited_to_a_rematch_whose_seats_are_kept(again: Played) -> None:
    with pytest.raises(NotPossible, match="kept for those who played before"):
        invites(again, "dee")
    assert not invites(again, "ben"), "Ben is asked already"
    assert not again.page("ann").all(id="by-name")
    opens_to_all(again, "ann")
    assert again.page("ann").all(id="by-name") and invites(again, "dee")
