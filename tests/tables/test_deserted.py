"""A table without people ends at once, so that no bots think for it. Ann and Ben are people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.kernel import transcript
from games.ratings import services as ratings
from games.ratings.models import Rating
from games.registry import engines
from games.tables import services
from games.tables.models import Seat, Status, Table
from games.tables.proof import fairness
from games.tables.services import bot_queue
from games.tables.state import snapshot_cache
from tests.kit.played import CAST, sits_down
from tests.tables.conftest import NOON, Against, Asked, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def among_bots(cast: dict[str, User], asked: Asked) -> Against:
    """Return a function that deals games of Odin in seat order: Ann, Ben if there are two `people`,
    then bots."""

    def opens(people: int = 1, seats: int = 4, **terms: Any) -> Played:
        told = {"game": "odin", "seats": seats, "order": "seats"} | terms
        bots = dict.fromkeys(range(people, seats), "expert")
        return sits_down(cast, *CAST[:people], bots=bots, **told)

    return opens


def resigns(table: Played, name: str) -> None:
    table.does(name, "resign")


def sound(table: Played) -> bool:
    snapshot_cache.forget()
    return table.sound() and transcript.check(fairness.transcript(table.id), engines()).ok


def test_the_last_person_resigns_and_the_bots_share_the_first_place(
    among_bots: Against, asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    table = among_bots()
    with django_capture_on_commit_callbacks(execute=True):
        resigns(table, "ann")
    row = table.row
    assert (row.status, row.bot_at, row.to_act) == ("ended", None, "")
    assert table.result() == ("resign", [4, 1, 1, 1], False)
    assert asked == [], "nobody is asked to play on"
    assert fairness.transcript(table.id).endswith(
        "! resign 0\n! draw\n= scores - - - -   places 4 1 1 1\n"
    )
    assert sound(table)


def test_while_a_person_is_left_the_game_goes_on(among_bots: Against) -> None:
    table = among_bots(people=2)
    resigns(table, "ann")
    assert table.row.status == "running" and table.row.bot_at is not None
    resigns(table, "ben")
    assert (table.row.status, table.places) == ("ended", [4, 3, 1, 1])
    assert sound(table)


def test_two_whose_time_is_up_at_once_leave_it_deserted(among_bots: Against) -> None:
    table = among_bots(clock="fast")
    due = table.row.flag_at
    assert due is not None
    services.flag_due(now=due)
    assert (table.row.ended_by, table.places, table.row.flag_at) == ("flag", [4, 1, 1, 1], None)
    assert sound(table)


def test_a_closed_account_leaves_no_bots_playing(among_bots: Against) -> None:
    table = among_bots()
    services.release_seats(user=table.cast["ann"], now=NOON)
    assert (table.row.ended_by, table.places) == ("resign", [4, 1, 1, 1])


def test_it_counts_on_the_ladder_of_games_against_bots(among_bots: Against) -> None:
    table = among_bots(clock="fast", rated=True)
    while table.row.status == Status.RUNNING and table.row.ply < 12:
        table.plays(f"{table.mover} {table.legal()[0]}")
        table.bots_play()
    resigns(table, "ann")
    assert ratings.rate_due(now=NOON) == 1
    rating = Rating.objects.get(user=table.cast["ann"], season="")
    assert (rating.ladder, rating.games, rating.won) == ("bots", 1, 0)
    assert rating.value < 1500
    assert ratings.rerate(now=NOON) == []


@pytest.fixture
def left_to_bots(among_bots: Against) -> Played:
    """Return a table as the release before left it: Ann has resigned, and the bots continue."""
    table = among_bots()
    table.plays(f"ann {table.legal('ann')[0]}")
    Seat.objects.filter(table=table.id, number=0).update(
        left_by="resign", left_ply=table.row.ply, place=4
    )
    Table.objects.filter(pk=table.id).update(bot_at=NOON)
    snapshot_cache.forget()
    assert sound(table)
    return table


def test_bots_that_were_left_alone_stop_when_one_is_to_act(left_to_bots: Played) -> None:
    left_to_bots.bots_play()
    assert left_to_bots.result()[:2] == ("resign", [4, 1, 1, 1]) and left_to_bots.ply == 3
    assert sound(left_to_bots)


def test_the_sweeper_finds_those_at_which_nobody_has_acted_for_long(
    left_to_bots: Played, asked: Asked
) -> None:
    assert services.ask_overdue(now=NOON + bot_queue.OVERDUE + timedelta(days=1)) == 1
    assert [args[0] for args, _seconds in asked] == [left_to_bots.id]
