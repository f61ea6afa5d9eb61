"""The clocks of a table, computed from its log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.epoch import milliseconds
from games.kernel import clock, replay
from games.kernel.clock import Awake, Clocks, TimeControl
from games.kernel.protocol import UNDO
from games.kernel.seats import Seats
from games.tables.state import conversion, hours
from games.tables.state.snapshot import FREE_FIRST, Logged, Snapshot

EARLIER = 0
"""The rule of tables of earlier releases: who takes back keeps the increment of that turn."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry for the clocks: who had to act between two moments, and whose turn has passed with
    it. `control`: the one that counts from this entry on, if it is another."""

    logged: Logged
    ticking: Seats
    moments: tuple[int, int]
    awake: Awake
    passed: Seats
    control: TimeControl | None

    def move(self, clocks: Clocks, without: Seats) -> None:
        """Move the clocks on, except those of some seats, which have none."""
        if self.control is not None:
            clocks.begin_anew(self.control)
        clocks.run(self.ticking - without, *self.moments, self.awake)
        if self.logged.entry.code == UNDO:
            clocks.take_back()
        else:
            clocks.enter(self.passed - without)


@dataclass(slots=True)
class Turns:
    """The moments between which clocks ran, and those at which the clocks began that run now."""

    begun: dict[int, int] = field(default_factory=dict)
    ended: dict[int, list[hours.Turn]] = field(default_factory=dict)

    def go_on(self, acting: Seats, at: int) -> None:
        """Let these seats have to act from a moment on."""
        for seat in self.begun.keys() - acting:
            self.ended.setdefault(seat, []).append((self.begun.pop(seat), at))
        for seat in acting:
            self.begun.setdefault(seat, at)

    def of(self, seat: int) -> list[hours.Turn]:
        """Return when the clock of a seat that runs has run."""
        return [*self.ended.get(seat, []), (self.begun[seat], None)]


def begin(table: Snapshot) -> Clocks:
    """Return the clocks of a table before its first entry."""
    change = conversion.before(table.slowed)
    control = change[0] if change else table.control
    keeps = table.clock_rules == EARLIER
    return Clocks(control, clock.begin(control, len(table.players)), keeps)


def steps(table: Snapshot, ran: Turns) -> Iterator[Step]:
    """Yield the entries of a table's log. `ran` holds, after each, when clocks have run."""
    engine, change = table.engine, conversion.before(table.slowed)
    position, since = replay.begin(engine, table.setup), table.log[0].at if table.log else None
    free_first = table.clock_rules >= FREE_FIRST and begin(table).control.kind == "live"
    acted: set[int | None] = set()
    for ply, logged in enumerate(table.log):
        gone = {
            player.number
            for player in table.players
            if player.left_ply is not None and player.left_ply <= ply
        }
        assert since is not None
        moments = milliseconds(since), milliseconds(logged.at)
        before, awake = engine.to_act(position.state), awake_of(table, ran, moments[0])
        position, since = replay.advance(engine, position, logged.entry), logged.at
        acting = engine.to_act(position.state)
        slower = table.control if change and ply == change[1] else None
        free_first = free_first and not slower
        paying = before & acted if free_first else before
        yield Step(logged, paying - gone, moments, awake, before - acting, slower)
        acted.add(logged.entry.seat)
        ran.go_on(acting, moments[1])


def awake_of(table: Snapshot, ran: Turns, since: int) -> Awake:
    """Return when the players are awake whose clocks run."""
    if table.control.kind != "correspondence":
        return clock.ALWAYS
    return table.awake_at(since, ran.begun, ran.of)


def at_end(table: Snapshot, clocks: Clocks) -> None:
    """Switch to another time control if it counts from the next entry on."""
    change = conversion.before(table.slowed)
    if change and len(table.log) == change[1]:
        clocks.begin_anew(table.control)


def gained(table: Snapshot) -> clock.Budgets:
    """Return the increment of the newest entry that stands."""
    clocks = begin(table)
    for step in steps(table, Turns()):
        step.move(clocks, table.clockless)
    at_end(table, clocks)
    return clocks.added[-1]
