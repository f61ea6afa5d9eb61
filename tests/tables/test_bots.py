"""Bots at tables: they sit, get tasks, act as people do, and answer offers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from accounts.sessions import Stamp
from games.bots.protocol import LEVELS
from games.lost_cities.screen import SCREEN
from games.screens import contract
from games.tables import selectors, services
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly
from games.tables.models import Level, Seat, Table
from games.tables.proof import fairness
from games.tables.services import bots
from games.tables.state import snapshot_cache
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Against, Asked, Played, anns_turn

pytestmark = [pytest.mark.django_db]


# --- sitting down ---


def test_the_site_and_the_bots_mean_the_same_levels() -> None:
    assert tuple(Level.values) == LEVELS


@pytest.mark.parametrize("level", Level.values)
def test_a_bot_of_any_level_sits_and_the_game_starts_at_once(against: Against, level: str) -> None:
    table = against(level)
    row, seat = table.row, Seat.objects.get(table=table.id, number=1)
    assert (row.status, row.bots, row.to_act, row.bot_at) == ("running", 1, "0", None)
    assert (seat.user, seat.bot, seat.nonce) == (None, level, "-")
    assert seat.called in SCREEN.bot_names and seat.name == f"{seat.called} (bot)"
    player = table.snapshot.players[1]
    assert (player.bot, player.name) == (level, seat.called)


@pytest.mark.parametrize("wrong", [{1: "wizard"}, {2: "club"}, {0: "club"}, {-1: "club"}])
def test_what_is_no_bot_or_no_seat_is_refused(against: Against, wrong: dict[int, str]) -> None:
    with pytest.raises(NotPossible):
        against(bots=wrong)
    assert not Table.objects.exists()


def test_bots_and_people_at_one_table(cast: dict[str, User], toy_game: None) -> None:
    table = sits_down(cast, "ann", game="toy", seats=4, bots={1: "club", 3: "club"})
    assert table.status == "open"
    table.lets("ben", "sit")
    second, fourth = table.seats("called")[1::2]
    assert second != fourth and {second, fourth} <= set(contract.BOT_NAMES)
    names = [player.name for player in table.snapshot.players]
    assert names == ["ann", second, "ben", fourth]
    (mine,) = selectors.tables_of(cast["ann"])
    assert mine.others == (f"{second} (bot)", "ben", f"{fourth} (bot)")


def test_bots_alone_keep_no_table_open(cast: dict[str, User], toy_game: None) -> None:
    sits_down(cast, "ann", game="toy", seats=4, bots={1: "club"}).lets("ann", "stand")
    assert Table.objects.get().ended_by == "closed"


# --- being asked ---


def test_a_bot_is_asked_after_the_commit_with_a_moments_pause(
    against: Against, asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    table = against()
    table.plays(f"ann {table.legal()[-1]}")
    assert table.row.bot_at is None
    with django_capture_on_commit_callbacks(execute=True):
        table.plays("ann draw stock")
        assert asked == []
    ply = table.ply
    assert asked == [((table.id, ply), 0.9)]
    assert table.row.bot_at == table.now + timedelta(seconds=0.9)
    choice = services.choose(table_id=table.id, ply=ply)
    assert choice is not None
    with django_capture_on_commit_callbacks(execute=True):
        services.answer(table_id=table.id, seat=1, code=choice.code, ply=ply, now=table.now)
    assert asked[1:] == [((table.id, ply + 1), 0.5)], "the second step of its turn"


def test_who_is_in_a_hurry_switches_the_pause_off(against: Against) -> None:
    User.objects.update(bots_pause=False)
    table = against()
    anns_turn(table)
    assert table.row.bot_at == table.now


def test_a_pause_that_nobody_wants_ends_at_once_and_none_comes_after_it(
    against: Against, asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    table = against()
    anns_turn(table)
    assert table.row.bot_at == table.now + timedelta(seconds=0.9)
    ply = table.ply
    with django_capture_on_commit_callbacks(execute=True):
        table.does("ann", "pause", wanted=False)
    assert table.row.bot_at == table.now
    assert asked[-1] == ((table.id, ply), 0)
    assert not table.snapshot.players[0].patient, "also for who remembers the table"
    table.bots_play()
    anns_turn(table)
    assert table.row.bot_at == table.now
    table.does("ann", "pause", wanted=True)
    table.bots_play()
    anns_turn(table)
    assert table.row.bot_at == table.now + timedelta(seconds=0.9)


def test_another_process_heeds_it_although_moves_came_in_between(against: Against) -> None:
    """Its memory of the table is older than the wish, and gets entries that are newer."""
    table = against()
    before = table.snapshot
    table.does("ann", "pause", wanted=False)
    anns_turn(table)
    snapshot_cache.forget()
    snapshot_cache.remember(before)
    assert not table.snapshot.players[0].patient
    table.bots_play()
    snapshot_cache.forget()
    snapshot_cache.remember(before)
    anns_turn(table)
    assert table.row.bot_at == table.now


def test_with_others_bots_pause_as_long_as_one_of_them_wants_it(
    cast: dict[str, User], asked: Asked
) -> None:
    told: dict[str, Any] = {"game": "odin", "order": "seats", "seats": 3, "bots": {1: "club"}}
    table = sits_down(cast, "ann", "ben", **told)
    table.takes_a_turn()
    later = table.now + timedelta(seconds=0.9)
    for name, due in (("ann", later), ("ben", table.now)):
        table.does(name, "pause", wanted=False)
        assert table.row.bot_at == due
    for stranger in (cast["dee"].pk, None):
        with pytest.raises(NotYourSeat):
            services.pause(table_id=table.id, user_id=stranger, wanted=False, now=table.now)


def test_who_offers_a_draw_asks_no_bot_twice(
    against: Against, asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    table = against()
    anns_turn(table)
    with django_capture_on_commit_callbacks(execute=True):
        table.does("ann", "draw")
    assert asked == []


# --- thinking and acting ---


def test_a_whole_game_is_sound(against: Against) -> None:
    table = against(clock="normal")
    while table.row.status == "running":
        anns_turn(table)
        table.bots_play()
    assert table.row.ended_by == "rules" and table.row.bot_at is None
    assert {line.split()[0] for line in table.log} == {"None", "0", "1"}
    assert table.sound()
    assert fairness.transcript(table.id).startswith("game lost_cities")
    shown = [part.name for part in fairness.proof(table.id).players]
    assert shown == ["ann", f"{table.snapshot.players[1].name} (bot)"]


def test_an_expert_acts_too(against: Against, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "THINKING", 0.0)  # one imagined deal for each candidate
    table = against("expert")
    anns_turn(table)
    table.bots_play()
    assert [line[0] for line in table.log[-2:]] == ["1", "1"]


def test_the_same_task_twice_plays_the_same_once(against: Against) -> None:
    table = against()
    anns_turn(table)
    ply = table.ply
    one, two = [services.choose(table_id=table.id, ply=ply) for _ in range(2)]
    assert one == two is not None
    told = {"table_id": table.id, "seat": one.seat, "code": one.code, "ply": ply, "now": table.now}
    answers = [services.answer(**told) for _ in range(2)]
    assert answers[0].version == answers[1].version == table.row.version
    assert table.ply == ply + 1


def test_a_task_that_is_late_does_nothing(against: Against) -> None:
    table = against()
    ply = table.ply
    assert services.choose(table_id=table.id, ply=ply) is None, "it is Ann's turn"
    anns_turn(table)
    choice = services.choose(table_id=table.id, ply=ply + 2)
    assert choice is not None and services.choose(table_id=table.id, ply=ply + 1) is None
    table.bots_play()
    draws = {"table_id": table.id, "seat": 1, "code": "draw stock", "now": table.now}
    with pytest.raises(StalePly):
        services.answer(ply=ply + 2, **draws)
    table.does("ann", "resign")
    assert services.choose(table_id=table.id, ply=table.ply) is None
    with pytest.raises(Over):
        services.answer(ply=table.ply, **draws)
    assert services.choose(table_id="nowhere", ply=1) is None


def test_nothing_acts_for_a_person(against: Against) -> None:
    table = against()
    told = {"seat": 0, "code": table.legal("ann")[0], "ply": table.ply, "now": NOON}
    with pytest.raises(NotYourSeat):
        services.answer(table_id=table.id, **told)


# --- caretakers ---


def test_the_caretaker_is_the_club_bot(
    toy_table: Played, asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        toy_table.does("ann", "resign")
    assert asked == [((toy_table.id, toy_table.ply), 0.9)]
    assert [player.level for player in toy_table.snapshot.players] == ["club", "", ""]
    toy_table.bots_play()
    assert toy_table.mover == "ben"
    assert toy_table.sound()


# --- offers and endings ---


def test_a_bot_plays_on_when_a_draw_is_offered_unless_the_game_never_ends(
    against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against(clock="normal")
    table.does("ann", "draw")
    assert (table.row.status, table.row.draw_by) == ("running", "no")
    anns_turn(table)
    table.bots_play()
    monkeypatch.setattr("games.tables.state.log_limit.DRAGS_ON", table.ply)
    table.does("ann", "draw")
    assert table.result() == ("draw", [1, 1], False)


def test_a_bot_lets_one_go_unless_the_game_counts(against: Against) -> None:
    table, rated = against(), against(clock="normal", rated=True)
    for each in (table, rated):
        anns_turn(each)
        each.bots_play()
    table.does("ann", "abort")
    assert table.row.ended_by == "abort"
    with pytest.raises(NotPossible, match="You can resign"):
        rated.does("ann", "abort")
    rated.does("ann", "resign")
    assert rated.result() == ("resign", [2, 1], True)


def test_a_bot_comes_to_the_rematch_at_once(against: Against) -> None:
    table = against("expert")
    table.does("ann", "resign")
    again = table.again("ann")
    row = again.row
    assert (row.status, row.bots, row.to_act, row.series) == ("running", 1, "0", {"expert": 1})
    assert again.seats("bot") == ["expert", ""] and again.seat("ann") == 1
    assert again.seats("called")[0] == table.seats("called")[1], "it keeps its name"
    assert table.again("ann").id == again.id


def test_a_step_is_taken_back_before_the_bot_knows_of_it(against: Against) -> None:
    table = against()
    table.plays(f"ann {table.legal()[-1]}")
    table.takes_back("ann")
    assert table.row.to_act == "0" and table.row.bot_at is None


# --- two workers ---


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_workers_and_two_sweepers_at_once_act_once(
    against: Against, asked: Asked, together: Callable[..., Any]
) -> None:
    table = against()
    anns_turn(table)
    asked.clear()
    ply, late = table.ply, table.now + timedelta(minutes=1)
    assert sorted(together(*[partial(services.ask_overdue, now=late)] * 2)) == [0, 1]
    assert len(asked) == 1
    choice = services.choose(table_id=table.id, ply=ply)
    assert choice is not None
    told = {"seat": choice.seat, "code": choice.code, "ply": ply, "now": table.now}
    answer = partial(services.answer, table_id=table.id, **told)
    assert len({found.version for found in together(answer, answer, answer)}) == 1
    assert table.ply == ply + 1
    assert table.sound()


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_whichever_way_a_move_is_written_the_bot_is_asked(against: Against, asked: Asked) -> None:
    """On PostgreSQL a move is one statement if the process knows the session already."""
    table, ann = against(), User.objects.get(username="ann")
    codes = (table.legal()[-1], "draw stock")
    for ply, code in enumerate(codes, table.ply):
        stamp = Stamp(ann.get_session_auth_hash())
        services.act(table_id=table.id, user_id=ann.pk, code=code, ply=ply, now=NOON, stamp=stamp)
    assert asked == [((table.id, table.ply), 0.9)]
    assert table.row.bot_at == NOON + timedelta(seconds=0.9)
    Table.objects.update(bot_tries=3)
    table.bots_play()
    assert (table.row.bot_at, table.row.bot_tries) == (None, 0)
