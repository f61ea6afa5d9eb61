"""A table as a value: one immutable snapshot for each version.

A snapshot holds every card. Only the services, the board and the audit may import this module (an
import contract says so); everybody else gets a `PublicTable`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.kernel import clock, extent, replay
from games.kernel.clock import Budgets, TimeControl
from games.kernel.extent import Extent
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.replay import Entry, Position
from games.kernel.seats import Seats
from games.registry import engines
from games.screens import standing
from games.tables.models import Action, Seat, Status, Table
from games.tables.state import player, turns
from games.tables.state.player import Player
from games.tables.state.public import PublicSeat, PublicTable
from games.tables.state.turns import Run


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry with its moment and its hash."""

    entry: Entry
    at: datetime
    hash: str
    clock_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything about a table at one version."""

    id: str
    game: str
    ruleset: int
    options: dict[str, str]
    seat_count: int
    order: str
    time_control: str
    rated: bool
    private: bool
    status: str
    version: int
    ply: int
    to_act: Seats
    ended_by: str
    creator_id: int
    commitment: str
    started_at: datetime | None
    ended_at: datetime | None
    players: tuple[Player, ...]
    log: tuple[Logged, ...] = field(repr=False)
    position: Position | None = field(repr=False)
    runs: tuple[Run, ...] = ()
    extent: Extent = extent.NOTHING
    budgets: Budgets = ()
    """By seat, as they were at `since`; () without a clock."""
    draw_by: str = ""
    abort_by: str = ""
    flag_at: datetime | None = None
    bot_at: datetime | None = None
    """When a bot has to act; None while none has to."""
    breaks_off_at: datetime | None = None
    """When the game is broken off unless somebody acts; None while it is played."""
    series: dict[str, int] = field(default_factory=dict)
    rematch_id: str | None = None
    loaded: float = 0.0

    @property
    def engine(self) -> AnyEngine:
        return engines()[self.game]

    @property
    def title(self) -> str:
        return self.engine.title

    @property
    def control(self) -> TimeControl:
        return clock.stored(self.time_control)

    @property
    def since(self) -> datetime | None:
        """When the clocks were last set: at the newest entry of the log."""
        return self.log[-1].at if self.log else None

    @property
    def ticking(self) -> frozenset[int]:
        """The seats that have to act and whose clocks run; caretakers have none."""
        playing = frozenset(seat for seat in self.to_act if not self.players[seat].gone)
        return playing - self.clockless

    @property
    def clockless(self) -> frozenset[int]:
        """The seats of bots. A bot waits for a processor that the site owes it, so no time counts
        for it."""
        return frozenset(player.number for player in self.players if player.bot)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that a person plays; not those that have left."""
        return tuple(player.number for player in self.players if not player.level)

    @property
    def users(self) -> tuple[int, ...]:
        """Return the ids of the users at the table."""
        return tuple(player.user_id for player in self.players if player.user_id is not None)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that have gone, the first to go in front."""
        gone = [(-(player.place or 0), player.number) for player in self.players if player.gone]
        return tuple(number for _place, number in sorted(gone))

    @property
    def places(self) -> tuple[int, ...]:
        """By seat, once there is a result."""
        return (
            tuple(player.place for player in self.players if player.place is not None)
            if self.status == Status.ENDED
            else ()
        )

    @property
    def has_rematch(self) -> bool:
        """Whether there is one. Where is for its players alone, whom the service leads there: it is
        private."""
        return self.rematch_id is not None

    @property
    def public(self) -> PublicTable:
        """Return what everybody may know."""
        return PublicTable(
            id=self.id,
            game=self.game,
            title=self.title,
            seat_count=self.seat_count,
            order=self.order,
            private=self.private,
            rated=self.rated,
            time_control=self.time_control,
            status=self.status,
            version=self.version,
            ply=self.ply,
            ended_by=self.ended_by,
            draw_by=self.draw_by,
            abort_by=self.abort_by,
            commitment=self.commitment,
            ended_at=self.ended_at,
            flag_at=self.flag_at,
            breaks_off_at=self.breaks_off_at,
            has_rematch=self.has_rematch,
            bot_thinks=bool(self.bots_to_act),
            seats=tuple(
                PublicSeat(
                    player.number,
                    player.user_id,
                    player.name,
                    player.score,
                    player.place,
                    player.standing,
                    player.walked,
                )
                for player in self.players
            ),
        )

    @property
    def setup(self) -> Setup:
        return Setup(len(self.players), self.options, self.ruleset)

    @property
    def bots_to_act(self) -> tuple[int, ...]:
        """The seats that have to act and that no person acts for."""
        if self.status != Status.RUNNING:
            return ()
        return tuple(seat for seat in sorted(self.to_act) if self.players[seat].level)

    def player(self, user_id: int | None) -> Player | None:
        """The user's seat. A stranger has none, nor does a bot that has no user."""
        return (
            None
            if user_id is None
            else next((player for player in self.players if player.user_id == user_id), None)
        )

    def seated(self, user_id: int | None) -> int | None:
        player = self.player(user_id)
        return player.number if player else None

    def tail(self) -> str:
        """The hash that the next entry follows."""
        return self.log[-1].hash if self.log else self.commitment

    def until(self, ply: int) -> Snapshot:
        """The table after the first `ply` entries of its log, everything else as it is now."""
        log = self.log[:ply]
        entries = [logged.entry for logged in log]
        position = replay.fold(self.engine, self.setup, entries)
        told = turns.of((logged.entry, logged.at) for logged in log)
        return replace(
            self, position=position, log=log, ply=ply, runs=told, extent=extent.of(entries)
        )


# the columns of a table that a snapshot has as they are
COPIED = (
    "id game ruleset options seat_count order time_control rated private status version ply"
    " to_act ended_by creator_id"
    " commitment started_at ended_at draw_by abort_by flag_at bot_at breaks_off_at series"
).split()


def from_rows(table: Table, seats: Iterable[Seat], actions: Iterable[Action]) -> Snapshot:
    """Return a snapshot of rows: the table, its seats with their users, its actions by ply."""
    seats = sorted(seats, key=lambda seat: seat.number)
    users, bots = (
        [seat.user_id for seat in seats if seat.user_id is not None],
        [seat.bot for seat in seats if seat.bot],
    )
    standings = standing.of(table.id, table.game, table.seat_count, users, bots)
    players = tuple(
        player.of(table, seat, standings.get(seat.user_id or seat.bot)) for seat in seats
    )
    log = tuple(
        Logged(Entry(action.seat, action.code), action.at, action.hash, action.clock_ms)
        for action in actions
    )
    budgets = tuple(seat.clock_ms for seat in seats if seat.clock_ms is not None)
    facts: dict[str, Any] = {name: getattr(table, name) for name in COPIED}
    facts["to_act"] = table.acting
    bare = Snapshot(
        **facts, players=players, log=log, position=None, loaded=time.monotonic(), budgets=budgets
    )
    return bare.until(len(log)) if log else bare
