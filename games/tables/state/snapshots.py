"""Tables as values: one immutable snapshot for each version, kept in the process because replaying
is cheap but fetching is not.

A snapshot holds every card. Only `services` and `presenter` may import this module (an import
contract says so).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Any

from games.kernel import clock, extent, replay
from games.kernel.clock import Budgets, TimeControl
from games.kernel.extent import Extent
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.replay import Entry, Position
from games.kernel.shuffle import Stream
from games.registry import engines
from games.screens import standing
from games.tables.models import Action, EndedBy, Seat, Status, Table
from games.tables.state import new_entries, player, turns
from games.tables.state.player import Player
from games.tables.state.turns import Run

# entries that stand: a game that is stretched for ever must not fill the disk, so there it is
# broken off
MAX_PLIES = 20_000
KEPT = 1000  # tables whose newest snapshot stays in memory
NAMES_LAST = 60.0  # seconds after which names are fetched again, though the version did not change


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry with its moment and its hash."""

    entry: Entry
    at: datetime
    hash: str
    clock_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What everybody may know of a table. Templates get this, and never a snapshot, whose log and
    position hold every card."""

    id: str
    game: str
    title: str
    seat_count: int
    order: str
    private: bool
    rated: bool
    time_control: str
    status: str
    version: int
    ply: int
    ended_by: str
    draw_by: str
    abort_by: str
    commitment: str
    ended_at: datetime | None
    has_rematch: bool
    names: tuple[str, ...]

    @property
    def begun(self) -> bool:
        """Whether cards have been dealt."""
        return self.ply > 0


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
    to_act: str
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
        return (
            frozenset([int(seat) for seat in self.to_act if not self.players[int(seat)].gone])
            - self.clockless
        )

    @property
    def clockless(self) -> frozenset[int]:
        """The seats of bots. A bot waits for a processor that the site owes it, so no time counts
        for it."""
        return frozenset([player.number for player in self.players if player.bot])

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that a person plays; not those that have left."""
        return tuple([player.number for player in self.players if not player.level])

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that have gone, the first to go in front."""
        gone = [(-(player.place or 0), player.number) for player in self.players if player.gone]
        return tuple([number for _place, number in sorted(gone)])

    @property
    def places(self) -> tuple[int, ...]:
        """By seat, once there is a result."""
        return (
            tuple([player.place for player in self.players if player.place is not None])
            if self.status == Status.ENDED
            else ()
        )

    @property
    def has_rematch(self) -> bool:
        """Whether there is one. Where is for its players alone, whom the service leads there: it is
        private."""
        return self.rematch_id is not None

    @property
    def header(self) -> Header:
        facts: dict[str, Any] = {name: getattr(self, name) for name in _SHOWN}
        return Header(**facts, names=tuple([player.name for player in self.players]))

    @property
    def setup(self) -> Setup:
        return Setup(len(self.players), self.options, self.ruleset)

    @property
    def bots_to_act(self) -> tuple[int, ...]:
        """The seats that have to act and that no person acts for."""
        return (
            tuple([int(seat) for seat in self.to_act if self.players[int(seat)].level])
            if self.status == Status.RUNNING
            else ()
        )

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


def of(table: Table, seats: Iterable[Seat], actions: Iterable[Action]) -> Snapshot:
    """A snapshot from rows: the table, its seats with their users, its actions by ply."""
    seats = sorted(seats, key=lambda seat: seat.number)
    users, bots = (
        [seat.user_id for seat in seats if seat.user_id is not None],
        [seat.bot for seat in seats if seat.bot],
    )
    standings = standing.of(table.id, table.game, table.seat_count, users, bots)
    players = tuple(
        [player.of(table, seat, standings.get(seat.user_id or seat.bot)) for seat in seats]
    )
    log = tuple(
        [
            Logged(Entry(action.seat, action.code), action.at, action.hash, action.clock_ms)
            for action in actions
        ]
    )
    budgets = tuple([seat.clock_ms for seat in seats if seat.clock_ms is not None])
    facts: dict[str, Any] = {name: getattr(table, name) for name in _COPIED}
    bare = Snapshot(
        **facts, players=players, log=log, position=None, loaded=time.monotonic(), budgets=budgets
    )
    return bare.until(len(log)) if log else bare


_SHOWN = (
    "id game title seat_count order private rated time_control status version ply ended_by draw_by abort_by commitment ended_at has_rematch"
).split()
_COPIED = (
    "id game ruleset options seat_count order time_control rated private status version ply to_act ended_by creator_id"
    " commitment started_at ended_at draw_by abort_by flag_at bot_at breaks_off_at series"
).split()
# once it runs
_FIXED = "id game ruleset options seat_count order time_control rated private creator_id commitment started_at series"
_CHANGING = [name for name in _COPIED if name not in _FIXED.split()]

_newest: OrderedDict[str, Snapshot] = OrderedDict()
_lock = Lock()


def keep(snapshot: Snapshot) -> Snapshot:
    """Remember a committed snapshot, unless a newer one is there."""
    with _lock:
        known = _newest.get(snapshot.id)
        if known is None or known.version <= snapshot.version:
            _newest[snapshot.id] = snapshot
            _newest.move_to_end(snapshot.id)
        while len(_newest) > KEPT:
            _newest.popitem(last=False)
    return snapshot


def kept(table_id: str, version: int) -> Snapshot | None:
    """The remembered snapshot of that version or a newer one."""
    with _lock:
        snapshot = _newest.get(table_id)
    if (
        snapshot is None
        or snapshot.version < version
        or time.monotonic() - snapshot.loaded > NAMES_LAST
    ):
        return None
    return snapshot


def caught_up(table_id: str) -> Snapshot | None:
    """The newest snapshot of a table that was running when this process last looked, and runs: only
    what was added is fetched, and the position goes on from there. None: it has to be fetched
    whole."""
    known = kept(table_id, 0)
    if known is None or known.position is None or known.status != Status.RUNNING:
        return None
    found = new_entries.since(table_id, known.ply, _CHANGING)
    if (
        found is None
        or found.table["status"] != Status.RUNNING
        or found.table["ply"] != known.ply + len(found.entries)
    ):
        return None
    if [[seat[name] for name in _PERSON] for seat in found.seats] != [
        [getattr(who, name) for name in _PERSON] for who in known.players
    ]:
        return None
    return known if found.table["version"] == known.version else _grown(known, found)


_PERSON = "number user_id bot score place left_by left_ply".split()


def _grown(known: Snapshot, found: new_entries.Newer) -> Snapshot | None:
    """The snapshot with entries that others have added, if they follow what is known."""
    position, told, extent, tail, log = known.position, known.runs, known.extent, known.tail(), []
    for row in found.entries:
        if row["prev"] != tail or position is None:
            return None
        logged = Logged(Entry(row["seat"], row["code"]), row["at"], row["hash"], row["clock_ms"])
        position, extent = (
            replay.advance(known.engine, position, logged.entry),
            extent.after(logged.entry),
        )
        told, tail = turns.after(told, row["ply"], logged.entry, logged.at), logged.hash
        log.append(logged)
    budgets = tuple([seat["clock_ms"] for seat in found.seats if seat["clock_ms"] is not None])
    grown = {
        "log": (*known.log, *log),
        "position": position,
        "runs": told,
        "extent": extent,
        "budgets": budgets,
    }
    return keep(replace(known, **found.table, **grown))  # type: ignore[arg-type]


def forget() -> None:
    with _lock:
        _newest.clear()


def current(table: Table) -> Snapshot:
    """The snapshot that belongs to this row, fetched only if it is not remembered. The row must be
    committed."""
    snapshot = kept(table.id, table.version)
    if snapshot is not None and snapshot.version == table.version:
        return snapshot
    return caught_up(table.id) or _fetched(table)


def locked(table_id: str, version: int) -> Snapshot:
    """The snapshot of a table whose row is locked and stands at this version."""
    snapshot = kept(table_id, version)
    if snapshot is not None and snapshot.version == version:
        return snapshot
    return caught_up(table_id) or _fetched(Table.objects.get(pk=table_id))


def locked_at(table_id: str) -> Snapshot:
    """The snapshot of a table whose row is locked, or that has ended."""
    table = Table.objects.get(pk=table_id)
    return locked(table_id, table.version)


def _fetched(table: Table) -> Snapshot:
    seats = Seat.objects.filter(table=table).select_related("user")
    known = _newest.get(table.id)
    # a log only grows: it is the same one
    if known is not None and known.position is not None and known.ply == table.ply:
        log = {
            "log": known.log,
            "position": known.position,
            "runs": known.runs,
            "extent": known.extent,
        }
        snapshot = replace(of(table, seats, ()), **log)  # type: ignore[arg-type]
    else:
        snapshot = of(table, seats, Action.objects.filter(table=table).order_by("ply"))
    if table.status == Status.ENDED:
        again = (
            Table.objects.filter(rematch_of=table)
            .exclude(ended_by=EndedBy.CLOSED)
            .order_by("-created_at")
        )
        snapshot = replace(snapshot, rematch_id=again.values_list("pk", flat=True).first())
    return keep(snapshot)


def load(table_id: str, version: int = -1) -> Snapshot | None:
    """The newest snapshot, without a query when one of that version is remembered. None: no such
    table."""
    if version >= 0 and (snapshot := kept(table_id, version)):
        return snapshot
    if snapshot := caught_up(table_id):
        return snapshot
    table = Table.objects.filter(pk=table_id, game__in=engines().keys()).first()
    return current(table) if table else None


def glance(table_id: str) -> Snapshot | None:
    """Return the table as it stands, with its log and position only if they are remembered. None:
    no such table."""
    table = Table.objects.filter(pk=table_id, game__in=engines().keys()).first()
    if table is None:
        return None
    snapshot = kept(table.id, table.version)
    if snapshot is not None and snapshot.version == table.version:
        return snapshot
    return of(table, Seat.objects.filter(table=table).select_related("user"), ())


GLANCE = 1  # imagined state where a wrong yes would only show a button that is then refused


def take_backs(snapshot: Snapshot, seat: int) -> int:
    """How often the seat may still take back before the game moves on; never in a log that has
    grown long by it."""
    return snapshot.extent.take_backs(seat) if snapshot.ply < MAX_PLIES else 0


def may_undo(snapshot: Snapshot, seat: int, samples: int = replay.SAMPLES) -> bool:
    """Whether the seat may take its last action back now. The dice are of no consequence, so they
    are fixed."""
    if snapshot.position is None or snapshot.status != Status.RUNNING:
        return False
    if snapshot.players[seat].gone or not take_backs(snapshot, seat):
        return False
    return replay.may_take_back(
        snapshot.engine, snapshot.position, seat, Stream(b"take back"), samples
    )
