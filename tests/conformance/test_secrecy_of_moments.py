"""A past moment of a running table: neither exchanged hidden cards nor later entries change a byte
of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.kernel import replay
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.replay import Entry, Position
from games.kernel.seats import ACTING
from games.tables.board import moments, render
from games.tables.state import turns
from games.tables.state.snapshot import Logged, Snapshot
from tests.conformance.playing import (
    Swapped,
    difference,
    game,
    play_on,
    seeds,
    swapped,
    viewers,
)
from tests.conformance.test_secrecy_of_screens import NOON, snapshot

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]

LATER = 12  # entries behind the moment that is looked at


def looked_back(table: Snapshot, viewer: int | None, ply: int) -> str:
    return render.moment(table, 7 if viewer is None else 100 + viewer, {"ply": str(ply)})


def moment_of(engine: AnyEngine, pair: Swapped, state: Any) -> str:
    """Return the newest moment of the real log, as if a replay had led to this state."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay, "fold", lambda *_args: Position(state))
        return looked_back(snapshot(engine, pair, state), pair.viewer, len(pair.entries))


@seeds(4)
def test_exchanging_hidden_cards_changes_no_byte_of_a_moment(engine: AnyEngine, seed: int) -> None:
    for pair in swapped(engine, seed, moments=12):
        if pair.entries:
            real, other = (moment_of(engine, pair, state) for state in (pair.real, pair.other))
            assert real == other, f"a moment tells hidden cards: {difference(real, other)}\n{pair}"


def continued(
    engine: AnyEngine, setup: Setup, entries: list[Entry], state: Any, rng: Random
) -> Snapshot | None:
    """Return a running table that has gone on by LATER entries; None if the game ends before."""
    on = play_on(engine, state, rng)
    later = [entry for entry, _state in islice(on, LATER)]
    log = [*entries, *later]
    if len(later) < LATER:
        return None
    now = replay.fold(engine, setup, log)
    if engine.outcome(now.state) is not None:
        return None
    table = snapshot(engine, Swapped(setup, log, None, now.state, now.state), now.state)
    return replace(
        table,
        to_act=ACTING[0],
        log=tuple(Logged(entry, NOON, "h") for entry in log),
        runs=turns.of((entry, NOON) for entry in log),
    )


@seeds(6)
def test_what_came_later_changes_no_byte_of_a_moment(engine: AnyEngine, seed: int) -> None:
    played, rng = game(engine.slug, seed), Random(seed)
    for ply in rng.sample(range(1, len(played.states)), min(4, len(played.states) - 1)):
        tables = [
            continued(
                engine, played.setup, played.entries[:ply], played.states[ply], Random(branch)
            )
            for branch in range(3)
        ]
        for viewer in viewers(played.setup):
            assert len({looked_back(table, viewer, ply) for table in tables if table}) <= 1


@seeds(4)
def test_nobody_looks_back_through_other_eyes_or_ahead(engine: AnyEngine, seed: int) -> None:
    for pair in swapped(engine, seed, moments=6):
        table = snapshot(engine, pair, pair.real)
        user_id = 7 if pair.viewer is None else 100 + pair.viewer
        others = [
            "all",
            *[str(seat) for seat in range(pair.setup.seats + 1) if seat != pair.viewer],
        ]
        for query in [{"ply": "1", "eyes": eyes} for eyes in others] + [
            {"ply": str(len(pair.entries) + 1)}
        ]:
            with pytest.raises(moments.NoSuchMoment):
                render.moment(table, user_id, query)


def test_such_a_leak_would_be_seen(engine: AnyEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test fails if every viewer is shown the view of the first seat."""
    view = engine.view
    monkeypatch.setattr(type(engine), "view", lambda _self, state, _viewer: view(state, 0))
    seen = set()
    for pair in swapped(engine, 3, moments=12):
        if pair.entries and pair.viewer != 0:
            seen.add(len({moment_of(engine, pair, state) for state in (pair.real, pair.other)}))
    assert 2 in seen
