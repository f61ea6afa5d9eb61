"""Logs that grow without end: by repeated take-backs, and by a game that never ends."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.kernel import extent
from games.tables import services
from games.tables.board import render
from games.tables.errors import NotPossible
from games.tables.proof import fairness
from games.tables.state import log_limit, snapshot_cache
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def rated(cast: dict[str, User]) -> Played:
    """Return a rated game of Lost Cities. Ann sits first and begins."""
    return dealt(cast, "ann", "ben", clock="fast", rated=True, order="seats")


def pumps(table: Played, times: int) -> None:
    for _ in range(times):
        table.plays(f"ann {table.legal('ann')[0]}")
        table.takes_back("ann")


def test_three_take_backs_and_then_one_plays_on(rated: Played) -> None:
    ann, undo = rated.cast["ann"].pk, f"/t/{rated.id}/undo/"
    pumps(rated, extent.TAKE_BACKS - 1)
    assert undo in render.board(rated.plays(f"ann {rated.legal('ann')[0]}"), ann)
    rated.takes_back("ann")
    after = rated.plays(f"ann {rated.legal('ann')[0]}")
    assert undo not in render.board(after, ann), "what would be refused is not offered"
    with pytest.raises(NotPossible, match="no take-backs left"):
        rated.takes_back("ann")
    assert rated.row.ply == after.ply
    rated.plays("ann draw stock")
    rated.plays(f"ben {rated.legal('ben')[0]}")
    assert rated.takes_back("ben").ply == after.ply + 3, "the other has take-backs of his own"
    assert rated.sound()


def test_what_the_process_counted_is_what_the_log_says(rated: Played) -> None:
    pumps(rated, 2)
    counted = rated.snapshot.extent
    snapshot_cache.forget()
    assert (
        rated.snapshot.extent == counted == extent.of(logged.entry for logged in rated.snapshot.log)
    )


def test_a_game_that_is_stretched_for_ever_is_broken_off(
    rated: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_limit, "MAX_PLIES", 12)
    rated.plays_on()
    row = rated.row
    assert (row.status, row.ply, row.to_act, row.flag_at) == ("ended", 12, "", None)
    assert rated.result() == ("abort", [None, None], False)
    assert rated.seats("score") == [None, None]
    assert fairness.transcript(rated.id).endswith("! abort\n")
    assert rated.sound()


def test_only_what_stands_counts_for_the_limit(
    rated: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_limit, "MAX_PLIES", 12)
    pumps(rated, 3)
    rated.plays_on()
    assert (rated.row.ended_by, rated.row.ply) == ("abort", 12 + 2 * 3)


def test_bots_take_a_draw_by_what_stands(
    cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = {"order": "seats", "clock": "fast", "rated": True}
    table = sits_down(cast, "ann", bots={1: "expert"}, **terms)
    table.plays(f"ann {table.legal('ann')[0]}", "ann draw stock")
    table.bots_play()
    standing = table.snapshot.extent.standing
    monkeypatch.setattr(log_limit, "DRAGS_ON", standing + 1)
    pumps(table, 2)
    table.does("ann", "draw")
    assert (table.row.status, table.row.draw_by) == ("running", "no")


# --- tables of earlier releases, in which one could take back without end ---


@pytest.fixture
def pumped(rated: Played, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return a table at the limit of earlier releases, in the first turn. Nobody could act there
    while Ann's clock ran."""
    with monkeypatch.context() as earlier:
        earlier.setattr(extent, "TAKE_BACKS", 1000)
        pumps(rated, 8)
    monkeypatch.setattr(log_limit, "MAX_PLIES", rated.row.ply)
    return rated


def test_a_pumped_table_is_played_on_but_nothing_more_is_taken_back(pumped: Played) -> None:
    assert pumped.sound()
    pumped.plays(f"ann {pumped.legal('ann')[0]}")
    with pytest.raises(NotPossible, match="no take-backs left"):
        pumped.takes_back("ann")
    pumped.plays("ann draw stock")
    assert pumped.mover == "ben" and pumped.sound()


def test_nobody_loses_on_time_where_nobody_could_act(pumped: Played) -> None:
    due = pumped.row.flag_at
    assert due is not None
    assert services.flag_due(now=due + timedelta(days=1)) == 1
    assert pumped.result() == ("abort", [None, None], False) and pumped.row.flag_at is None
    assert pumped.sound()
