"""Tables as values: one immutable snapshot for each version, kept in the process because replaying is cheap but fetching is not.

A snapshot holds every card. Only `services` and `presenter` may import this module (an import contract says so).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Any

from games.kernel import replay
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.replay import Entry, Position
from games.kernel.shuffle import Stream
from games.registry import engines
from games.tables import runs
from games.tables.models import Action, Seat, Status, Table
from games.tables.runs import Run

KEPT = 1000  # tables whose newest snapshot stays in memory
NAMES_LAST = 60.0  # seconds after which names are fetched again, though the version did not change


@dataclass(frozen=True, slots=True)
class Player:
    number: int
    user_id: int
    name: str
    guest: bool
    nonce: str = field(repr=False)
    score: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry with its moment and its hash."""

    entry: Entry
    at: datetime
    hash: str


@dataclass(frozen=True, slots=True)
class Header:
    """What everybody may know of a table. Templates get this, and never a snapshot, whose log and position hold every card."""

    id: str
    game: str
    title: str
    seat_count: int
    order: str
    private: bool
    status: str
    version: int
    ply: int
    ended_by: str
    commitment: str
    ended_at: datetime | None
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
    loaded: float = 0.0

    @property
    def engine(self) -> AnyEngine:
        return engines()[self.game]

    @property
    def title(self) -> str:
        return self.engine.title

    @property
    def header(self) -> Header:
        facts: dict[str, Any] = {name: getattr(self, name) for name in _SHOWN}
        return Header(**facts, names=tuple([player.name for player in self.players]))

    @property
    def setup(self) -> Setup:
        return Setup(len(self.players), self.options, self.ruleset)

    def player(self, user_id: int | None) -> Player | None:
        return next((player for player in self.players if player.user_id == user_id), None)

    def seated(self, user_id: int | None) -> int | None:
        player = self.player(user_id)
        return player.number if player else None

    def tail(self) -> str:
        """The hash that the next entry follows."""
        return self.log[-1].hash if self.log else self.commitment

    def until(self, ply: int) -> Snapshot:
        """The table after the first `ply` entries of its log, everything else as it is now."""
        log = self.log[:ply]
        position = replay.fold(self.engine, self.setup, [logged.entry for logged in log])
        return replace(self, position=position, log=log, ply=ply, runs=runs.of((logged.entry, logged.at) for logged in log))


def of(table: Table, seats: Iterable[Seat], actions: Iterable[Action]) -> Snapshot:
    """A snapshot from rows: the table, its seats with their users, its actions by ply."""
    players = tuple(
        Player(seat.number, seat.user_id, seat.user.name, seat.user.is_guest, seat.nonce, seat.score, seat.place)
        for seat in sorted(seats, key=lambda seat: seat.number)
    )
    log = tuple(Logged(Entry(action.seat, action.code), action.at, action.hash) for action in actions)
    facts: dict[str, Any] = {name: getattr(table, name) for name in _COPIED}
    bare = Snapshot(**facts, players=players, log=log, position=None, loaded=time.monotonic())
    return bare.until(len(log)) if log else bare


_SHOWN = "id game title seat_count order private status version ply ended_by commitment ended_at".split()
_COPIED = (
    "id game ruleset options seat_count order time_control rated private status version ply to_act ended_by creator_id"
    " commitment started_at ended_at"
).split()

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
    if snapshot is None or snapshot.version < version or time.monotonic() - snapshot.loaded > NAMES_LAST:
        return None
    return snapshot


def forget() -> None:
    with _lock:
        _newest.clear()


def current(table: Table) -> Snapshot:
    """The snapshot that belongs to this row, fetched only if it is not remembered. The row must be committed."""
    snapshot = kept(table.id, table.version)
    return snapshot if snapshot is not None and snapshot.version == table.version else _fetched(table)


def locked(table_id: str, version: int) -> Snapshot:
    """The snapshot of a table whose row is locked and stands at this version."""
    snapshot = kept(table_id, version)
    return snapshot if snapshot is not None and snapshot.version == version else _fetched(Table.objects.get(pk=table_id))


def _fetched(table: Table) -> Snapshot:
    seats = Seat.objects.filter(table=table).select_related("user")
    return keep(of(table, seats, Action.objects.filter(table=table).order_by("ply")))


def load(table_id: str, version: int = -1) -> Snapshot | None:
    """The newest snapshot, without a query when one of that version is remembered. None: no such table."""
    if version >= 0 and (snapshot := kept(table_id, version)):
        return snapshot
    table = Table.objects.filter(pk=table_id, game__in=engines().keys()).first()
    return current(table) if table else None


GLANCE = 2  # imagined states where a wrong yes would only show a button that is then refused


def may_undo(snapshot: Snapshot, seat: int, samples: int = replay.SAMPLES) -> bool:
    """Whether the seat may take its last action back now. The dice are of no consequence, so they are fixed."""
    if snapshot.position is None or snapshot.status != Status.RUNNING:
        return False
    return replay.may_take_back(snapshot.engine, snapshot.position, seat, Stream(b"take back"), samples)
