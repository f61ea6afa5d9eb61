"""A table during one request, with its new entries and their consequences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.epoch import milliseconds
from games.kernel import clock, replay, shuffle
from games.kernel.clock import Budgets
from games.kernel.extent import Extent
from games.kernel.protocol import UNDO
from games.kernel.replay import Entry, Position
from games.kernel.seats import NOBODY, Seats
from games.tables.models import Order, Table
from games.tables.state import clocks, hash_chain, log_limit, turns
from games.tables.state.snapshot import Logged, Snapshot


@dataclass(slots=True)
class Pending:
    """A table during one request: entries are added, and with them clocks, runs and hashes."""

    at: Snapshot
    now: datetime
    position: Position
    budgets: Budgets
    tail: str
    runs: tuple[turns.Run, ...]
    extent: Extent
    logged: list[Logged]
    rows: list[Any]  # the columns of the new entries, one after the other
    renewed: Seats = NOBODY  # those to whom a take-back gave the turn, or from whom it took it

    @classmethod
    def of(cls, at: Snapshot, now: datetime) -> Pending:
        """Return one that begins at a snapshot, with the clocks as at `now`. The snapshot's
        position may be ahead of its log by the entry that is about to be added."""
        assert at.position is not None
        budgets = at.budgets
        if at.since is None:
            budgets = clock.begin(at.control, len(at.players))
        elif budgets:
            budgets = clock.spend(
                at.control,
                budgets,
                at.spending,
                milliseconds(at.since),
                milliseconds(now),
                at.awake,
            )
        return cls(at, now, at.position, budgets, at.tail(), at.runs, at.extent, [], [])

    @property
    def ply(self) -> int:
        """Return the ply of the next entry."""
        return self.at.ply + len(self.logged)

    def add(self, entry: Entry, after: Position, before: frozenset[int]) -> None:
        """Add one entry. `before` are the seats that had to act before it. A seat whose turn has
        ended gets its increment, except a bot, whose clock does not run. A take-back ends nobody's
        turn, and takes away what the turn that it undoes had brought."""
        acting = self.at.engine.to_act(after.state)
        if entry.code == UNDO:
            self.renewed |= before ^ acting
            # Without a turn that comes back nothing was added, and the log need not be read.
            if self.budgets and acting - before and self.at.clock_rules != clocks.EARLIER:
                self.budgets = clock.less(self.budgets, clocks.gained(self.at))
        elif self.budgets:
            passed = before - acting - self.at.clockless
            self.budgets = clock.add(self.at.control, self.budgets, passed)
        clock_ms = self.budgets[entry.seat] if self.budgets and entry.seat is not None else None
        link = hash_chain.link(
            self.tail,
            table_id=self.at.id,
            ply=self.ply,
            seat=entry.seat,
            code=entry.code,
            at=self.now,
            clock_ms=clock_ms,
            key=self.at.key,
        )
        self.rows += [
            self.at.id,
            self.ply,
            entry.seat,
            entry.code,
            self.now,
            clock_ms,
            self.tail,
            link,
        ]
        self.runs, self.extent = (
            turns.after(self.runs, self.ply, entry, self.now),
            self.extent.after(entry),
        )
        self.logged.append(Logged(entry, self.now, link, clock_ms))
        self.position, self.tail = after, link

    def settle(self) -> None:
        """Add entries until a player has a choice: deals and forced steps."""
        engine = self.at.engine
        while (entry := self._due()) is not None and self.extent.standing < log_limit.MAX_PLIES:
            before = engine.to_act(self.position.state)
            self.add(entry, replay.advance(engine, self.position, entry), before)

    def _due(self) -> Entry | None:
        engine = self.at.engine
        if cards := engine.chance(self.position.state):
            return Entry(None, replay.deal_code(self._shuffled(cards)))
        return replay.forced(engine, self.position)

    def _shuffled(self, cards: Sequence[str]) -> Sequence[str]:
        deals = sum(run.seat is None for run in self.runs)
        if deals == 0 and self.at.order == Order.SEATS:
            return sorted(cards)
        nonces = [player.nonce for player in self.at.players]
        name = self.at.deal or self.at.id
        return shuffle.shuffle(_secret(self.at.id), nonces, name, deals, tuple(cards))


def _secret(table_id: str) -> bytes:
    """Return the table's secret. It is fetched for a deal only, and kept nowhere."""
    return bytes(Table.objects.values_list("secret", flat=True).get(pk=table_id))
