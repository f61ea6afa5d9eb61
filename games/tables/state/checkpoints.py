"""Past positions of tables, one every so many entries, so that stepping through a long game does
not replay it from the start.

A log only grows, so a checkpoint stays valid, for a running table as for one that has ended.
Checkpoints hold every card: only the presenter may import this module (an import contract says so).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.kernel import replay
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.replay import Position
from games.tables.state import stored_log, turns
from games.tables.state.memory import Memory
from games.tables.state.stored_log import At
from games.tables.state.turns import Cut, Run

EVERY = 100  # entries
SHORT = 2000  # entries; a log of this length is replayed without checkpoints in milliseconds
KEPT = 3000  # checkpoints of all tables together, some kilobytes each
# The number of newest runs in a checkpoint: more than a board shows, and a take-back removes one at
# most.
RUNS = 16


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A table after its first `ply` entries. `last` is the newest of them, `runs` are the newest
    runs, and `before` is the number of turns in front of those."""

    ply: int
    position: Position
    last: At | None = None
    runs: tuple[Run, ...] = ()
    before: int = 0

    def told(self, cut: Cut | None) -> tuple[Run, ...]:
        """Return the newest runs, cut into turns if the game gives a function for that."""
        return turns.cut(self.runs, cut, self.before) if cut else self.runs


_kept: Memory[dict[int, Checkpoint]] = Memory(KEPT)


def reach(table_id: str, engine: AnyEngine, setup: Setup, ply: int, cut: Cut | None) -> Checkpoint:
    """Return the table after its first `ply` entries, from the nearest earlier checkpoint; keep new
    checkpoints on the way."""
    kept = _kept.get(table_id) or {}
    at = _nearest(kept, ply) or Checkpoint(0, replay.begin(engine, setup))
    position, told, before = at.position, list(at.runs), at.before
    fresh: dict[int, Checkpoint] = {}
    last = at.last
    for number, last in enumerate(stored_log.entries(table_id, at.ply, ply), at.ply):
        position = replay.advance(engine, position, last[0])
        turns.grow(told, number, *last)
        if (number + 1) % EVERY == 0:
            before += _turns(told[:-RUNS], cut)
            del told[:-RUNS]
            fresh[number + 1] = Checkpoint(number + 1, position, last, tuple(told), before)
    if fresh:
        kept = (_kept.get(table_id) or {}) | fresh
        _kept.put(table_id, kept, len(kept))
    return Checkpoint(ply, position, last, tuple(told), before)


def _nearest(kept: dict[int, Checkpoint], ply: int) -> Checkpoint | None:
    return next((kept[at] for at in range(ply // EVERY * EVERY, 0, -EVERY) if at in kept), None)


def _turns(dropped: Sequence[Run], cut: Cut | None) -> int:
    return sum(len(cut(run.codes)) if cut else 1 for run in dropped if run.seat is not None)


def forget() -> None:
    """Forget every checkpoint, for tests."""
    _kept.forget()
