"""Hints: in games that count against nobody a player sees what the strongest bot would do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.tables import services, tasks
from games.tables.errors import NotPossible, NotYourSeat, StalePly
from games.tables.models import NO_HINT, Seat
from games.tables.services import hints, task_queue
from games.tables.state import snapshot_cache
from tests.kit.played import sits_down
from tests.tables.conftest import Against, Played, anns_turn

pytestmark = [pytest.mark.django_db]


def asks(table: Played, name: str = "ann", ply: int | None = None) -> None:
    table.does(name, "ask_hint", ply=table.ply if ply is None else ply)


def finds(table: Played, seat: int = 0) -> str:
    """Do what the worker does, and return the code that it found."""
    ply = table.ply
    code = services.find_hint(table_id=table.id, seat=seat, ply=ply)
    assert code is not None
    services.keep_hint(table_id=table.id, seat=seat, ply=ply, code=code, now=table.now)
    return code


def state(table: Played) -> tuple[int, int | None, str]:
    player = table.snapshot.players[0]
    return player.hints, player.hint_ply, player.hint_code


def test_a_hint_is_a_legal_code_and_is_counted(hinted: Played) -> None:
    asks(hinted)
    ply = hinted.ply
    assert state(hinted) == (0, ply, "")
    code = finds(hinted)
    assert code in hinted.legal("ann") and state(hinted) == (1, ply, code)


def test_asking_twice_asks_once_and_counts_once(hinted: Played, monkeypatch: Any) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(task_queue, "send", lambda *args, **_more: sent.append(args))
    version = hinted.row.version
    asks(hinted)
    asks(hinted)
    assert hinted.row.version == version + 1
    code = finds(hinted)
    services.keep_hint(
        table_id=hinted.id, seat=0, ply=hinted.ply, code="discard R2", now=hinted.now
    )
    asks(hinted)
    assert state(hinted) == (1, hinted.ply, code)
    assert hinted.row.version == version + 2


def test_a_task_goes_to_the_bots_after_the_commit(
    hinted: Played, monkeypatch: Any, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(task_queue, "send", lambda *args, **_more: sent.append(args))
    with django_capture_on_commit_callbacks(execute=True):
        asks(hinted)
        assert sent == []
    assert sent == [(task_queue.HINT, hinted.id, 0, hinted.ply)]
    assert tasks.find_hint.name == task_queue.HINT
    tasks.find_hint(*sent[0][1:])
    assert state(hinted)[0] == 1


def test_a_task_that_runs_twice_finds_the_same(hinted: Played) -> None:
    asks(hinted)
    ply = hinted.ply
    found = {services.find_hint(table_id=hinted.id, seat=0, ply=ply) for _ in range(3)}
    assert len(found) == 1


def test_a_move_hides_the_hint_and_late_ones_are_dropped(hinted: Played) -> None:
    asks(hinted)
    ply, (first, *_rest) = hinted.ply, hinted.legal("ann")
    hinted.plays(f"ann {first}")
    assert services.find_hint(table_id=hinted.id, seat=0, ply=ply) is None
    services.keep_hint(table_id=hinted.id, seat=0, ply=ply, code=first, now=hinted.now)
    assert state(hinted)[0] == 0 and hinted.ply == ply + 1


def test_hiding_puts_it_away_and_keeps_the_count(hinted: Played) -> None:
    asks(hinted)
    finds(hinted)
    hinted.does("ann", "hide_hint")
    version = hinted.row.version
    hinted.does("ann", "hide_hint")
    assert state(hinted) == (1, None, "") and hinted.row.version == version


def test_no_hints_with_people_opposite(table: Played) -> None:
    with pytest.raises(NotPossible):
        asks(table, table.mover)
    assert not Seat.objects.filter(hint_ply__isnull=False).exists()


def test_no_hints_in_rated_games(against: Against) -> None:
    table = against(clock="normal", rated=True)
    with pytest.raises(NotPossible):
        asks(table)


def test_no_hints_for_others_at_other_times(hinted: Played) -> None:
    with pytest.raises(NotYourSeat):
        asks(hinted, "dee")
    with pytest.raises(NotYourSeat):
        hinted.does("dee", "hide_hint")
    with pytest.raises(StalePly):
        asks(hinted, ply=hinted.ply - 1)
    anns_turn(hinted)
    with pytest.raises(NotPossible):
        asks(hinted)


def test_who_plays_alone_may_ask(cast: dict[str, User]) -> None:
    table = sits_down(cast, "ann", game="exhibition", seats=1)
    table.lets("ann", "start")
    asks(table)
    assert state(table) == (0, table.ply, "")


def test_a_bot_that_fails_leaves_no_hint_and_counts_for_nothing(
    hinted: Played, monkeypatch: Any
) -> None:
    monkeypatch.setattr(hints.bots, "attempt", lambda *_args: None)
    asks(hinted)
    assert finds(hinted) == NO_HINT
    assert state(hinted) == (0, hinted.ply, NO_HINT)
    asks(hinted)
    assert state(hinted) == (0, hinted.ply, ""), "one may ask again"


def test_a_lost_task_is_given_up(hinted: Played) -> None:
    asks(hinted)
    assert services.give_up_hints(now=hinted.now + timedelta(seconds=10)) == 0
    later = hinted.now + timedelta(minutes=1)
    assert services.give_up_hints(now=later) == 1
    assert state(hinted)[2] == NO_HINT
    assert services.give_up_hints(now=later) == 0


def test_another_process_sees_a_hint_although_moves_came_in_between(hinted: Played) -> None:
    """Its memory of the table is older than the hint, and gets entries that are newer."""
    before = hinted.snapshot
    hinted.plays(f"ann {hinted.legal('ann')[-1]}")
    asks(hinted)
    code = finds(hinted)
    snapshot_cache.forget()
    snapshot_cache.remember(before)
    assert state(hinted) == (1, hinted.ply, code)


def test_such_a_game_is_on_no_ladder(hinted: Played) -> None:
    asks(hinted)
    finds(hinted)
    hinted.does("ann", "resign")
    assert hinted.row.status == "ended" and not hinted.row.rating_due
    assert Seat.objects.get(table=hinted.id, number=0).hints == 1
