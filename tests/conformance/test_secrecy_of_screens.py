"""The secrets of a view stay secret in the browser: exchanged hidden cards change no byte of any
board."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from games.kernel.protocol import AnyEngine
from games.kernel.replay import Position, codes
from games.registry import bots
from games.tables.board import log, render
from games.tables.state import turns
from games.tables.state.player import Player
from games.tables.state.snapshot import Logged, Snapshot
from tests.conformance.playing import Swapped, difference, seeds, swapped

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def snapshot(engine: AnyEngine, pair: Swapped, state: Any) -> Snapshot:
    """Return a running table at that state."""
    names = [f"Player{number}" for number in range(pair.setup.seats)]
    players = tuple(
        Player(number, 100 + number, name, False, "n", None, None)
        for number, name in enumerate(names)
    )
    return Snapshot(
        id="k3x9",
        game=engine.slug,
        ruleset=1,
        options=dict(pair.setup.options),
        seat_count=len(players),
        order="random",
        time_control="untimed",
        rated=False,
        private=False,
        status="running",
        version=len(pair.entries),
        ply=len(pair.entries),
        to_act=engine.to_act(state),
        ended_by="",
        creator_id=100,
        commitment="c" * 64,
        started_at=NOON,
        ended_at=None,
        players=players,
        log=tuple(Logged(entry, NOON, "h") for entry in pair.entries),
        position=Position(state, pair.entries[-1] if pair.entries else None),
        runs=turns.of((entry, NOON) for entry in pair.entries),
    )


@seeds(4)
def test_exchanging_hidden_cards_changes_no_byte_of_the_board(engine: AnyEngine, seed: int) -> None:
    for pair in swapped(engine, seed, moments=12):
        user_id = 100 + pair.viewer if pair.viewer is not None else 7
        # An alert keeps the board out of the memory of rendered boards.
        real = render.board(snapshot(engine, pair, pair.real), user_id, alert=" ")
        other = render.board(snapshot(engine, pair, pair.other), user_id, alert=" ")
        assert real == other, f"the board tells hidden cards: {difference(real, other)}\n{pair}"


def hinted(engine: AnyEngine, pair: Swapped, state: Any, code: str) -> Snapshot:
    """Return the table at that state, with bots at all other seats and a hint at the viewer's."""
    table = snapshot(engine, pair, state)
    players = [
        replace(player, hints=1, hint_ply=table.ply, hint_code=code)
        if player.number == pair.viewer
        else replace(player, user_id=None, bot="club", called="Ace")
        for player in table.players
    ]
    return replace(table, players=tuple(players))


@seeds(4)
def test_exchanging_hidden_cards_changes_no_byte_of_a_hint(engine: AnyEngine, seed: int) -> None:
    for pair in swapped(engine, seed, moments=12):
        seat = pair.viewer
        legal = () if seat is None else [*codes(engine, pair.real, seat)]
        if seat is None or len(legal) < 2 or engine.slug not in bots():
            continue
        code = legal[seed % len(legal)]
        real, other = (
            render.board(hinted(engine, pair, state, code), 100 + seat, alert=" ")
            for state in (pair.real, pair.other)
        )
        assert real == other, f"the hint tells hidden cards: {difference(real, other)}\n{pair}"
        if 'id="hint"' in real:  # not every game has a place for hints in its bar
            assert real.count("data-hinted") >= 1 and 'class="hint__why"' in real


@seeds(4)
def test_the_log_in_words_tells_no_deal(engine: AnyEngine, seed: int) -> None:
    for pair in swapped(engine, seed, moments=6):
        table = snapshot(engine, pair, pair.real)
        told = [code for turn, _words in log.whole(table, 7) for code in turn.codes]
        assert not any(code.startswith("deal ") for code in told)
        assert told.count("deal") == sum(entry.seat is None for entry in pair.entries)
