"""Bots use their own view only, and delay nobody when they fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from games import registry
from games.kernel import endings
from games.lost_cities.engine import ENGINE
from games.lost_cities.view import View
from games.tables import services, tasks
from games.tables.board import render
from games.tables.models import Table
from games.tables.services import bot_queue, bots
from tests.tables.conftest import Against, anns_turn

pytestmark = [pytest.mark.django_db]


# --- secrets ---


@dataclass
class Spy:
    """A bot that records its arguments, and does what `acts` says."""

    given: list[tuple[Any, ...]] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    acts: Callable[[Any], Any] = lambda legal: legal[0]
    engine: Any = ENGINE
    playouts: dict[str, int] = field(default_factory=lambda: {"expert": 10, "master": 20})
    plies: int = 10

    def _plays(self, level: str, view: Any, seat: int, legal: Any, rng: Any) -> Any:
        self.given.append((view, seat, tuple(legal), rng.getstate()))
        self.levels.append(level)
        return self.acts(legal)

    def beginner(self, *given: Any) -> Any:
        return self._plays("beginner", *given)

    def club(self, *given: Any) -> Any:
        return self._plays("club", *given)

    def candidates(self, view: Any, seat: int, legal: Any) -> Any:
        self.levels.append("search")
        return [(self.acts(legal),)]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    found = Spy()
    monkeypatch.setitem(registry.bots(), "lost_cities", found)
    return found


def test_a_bot_is_given_the_view_of_its_seat_and_nothing_more(against: Against, spy: Spy) -> None:
    table = against()
    anns_turn(table)
    services.choose(table_id=table.id, ply=table.row.ply)
    ((view, seat, legal, _),) = spy.given
    position = table.snapshot.position
    assert position is not None and isinstance(view, View) and seat == 1
    assert view == ENGINE.view(position.state, 1)
    assert legal == tuple(ENGINE.legal_actions(position.state, 1))


def test_a_stranger_is_shown_no_bots_hand(against: Against) -> None:
    """A bot has no user, nor has a visitor without an account. That must not give the visitor the
    bot's seat."""
    table = against()
    anns_turn(table)
    snapshot = table.snapshot
    assert snapshot.player(None) is snapshot.seated(None) is None
    board = render.board(snapshot, None)
    assert 'data-seat=""' in board and 'name="code"' not in board and "data-your-turn" not in board
    assert f"{snapshot.players[1].name}</h2>" in board and "#i-bot" in board


# --- faults ---


def fails(legal: Any) -> Any:
    raise RuntimeError("R7 is a card")


def chooses_nothing_legal(legal: Any) -> Any:
    return ("play", "R99")


@pytest.mark.parametrize("fault", [fails, chooses_nothing_legal])
@pytest.mark.parametrize(
    ("level", "tried"),
    [
        ("master", ["search", "search", "club", "club"]),
        ("expert", ["search", "search", "club", "club"]),
        ("club", ["club"] * 2),
        ("beginner", ["beginner"] * 2),
    ],
)
def test_a_bot_that_fails_is_asked_once_more_then_a_simpler_one_then_nobody(
    against: Against,
    spy: Spy,
    fault: Any,
    level: str,
    tried: list[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    spy.acts = fault
    table = against(level)
    anns_turn(table)
    snapshot = table.snapshot
    choice = services.choose(table_id=table.id, ply=table.row.ply)
    assert spy.levels == tried
    assert choice is not None and snapshot.position is not None
    assert choice.code == endings.plainest(ENGINE, snapshot.position.state, 1)
    assert len({given[-1] for given in spy.given}) == len(spy.given), "each time with other dice"
    assert len(caplog.records) == len(tried) and "R7" not in caplog.text


def test_two_searches_end_before_their_task_is_lost(settings: Any) -> None:
    searches = max(list(tried).count(level) for level, tried in bots.INSTEAD.items())
    limits = (
        tasks.play_bot.soft_time_limit,
        bot_queue.OVERDUE.total_seconds(),
        settings.LIMIT_COUNTS["bot_wait"],
    )
    assert searches * bots.THINKING < min(limits)


def test_a_game_without_bots_is_played_plainly(
    against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against("expert")
    monkeypatch.delitem(registry.bots(), "lost_cities")
    anns_turn(table)
    assert services.choose(table_id=table.id, ply=table.row.ply) is not None


def test_whoever_kills_its_workers_is_replaced_by_a_simpler_one(against: Against, spy: Spy) -> None:
    table = against("expert")
    anns_turn(table)
    for tries, tried in (
        (0, ["search"]),
        (1, ["search"]),
        (2, ["club"]),
        (3, ["club"]),
        (4, []),
        (100, []),
    ):
        Table.objects.update(bot_tries=tries)
        spy.levels.clear()
        assert services.choose(table_id=table.id, ply=table.row.ply) is not None
        assert spy.levels == tried
