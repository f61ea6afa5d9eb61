"""The newest snapshot of each table in the memory of the process: a query takes much longer than a
replay."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from games.kernel import replay
from games.kernel.replay import Entry
from games.kernel.seats import parse
from games.registry import engines
from games.tables.models import Action, Seat, Status, Table
from games.tables.state import new_entries, people, turns
from games.tables.state.memory import Memory
from games.tables.state.new_entries import NewEntries
from games.tables.state.snapshot import COPIED, Logged, Snapshot, from_rows

SIZE = 1000  # the number of tables whose newest snapshot stays in memory
NAMES_LAST = 60.0  # seconds after which names are fetched again, even at the same version

# The columns that do not change while a table runs.
_FIXED = (
    "id game ruleset options seat_count order clock_rules silent lensless asks rated private"
    " copied creator_id commitment started_at series deal sealed_until"
).split()
_CHANGING = [name for name in COPIED if name not in _FIXED]

_newest: OrderedDict[str, Snapshot] = OrderedDict()
_glanced: Memory[Snapshot] = Memory(100)
_lock = Lock()


def remember(snapshot: Snapshot) -> Snapshot:
    """Remember a committed snapshot, unless a newer one is there."""
    with _lock:
        known = _newest.get(snapshot.id)
        if known is None or known.version <= snapshot.version:
            _newest[snapshot.id] = snapshot
            _newest.move_to_end(snapshot.id)
        while len(_newest) > SIZE:
            _newest.popitem(last=False)
    return snapshot


def remembered(table_id: str, version: int, last: float | None = None) -> Snapshot | None:
    """Return the remembered snapshot of that version or a newer one, or None. Its names were
    fetched in the `last` seconds, NAMES_LAST by default."""
    if last is None:
        last = NAMES_LAST
    with _lock:
        snapshot = _newest.get(table_id)
    if snapshot is None or snapshot.version < version or time.monotonic() - snapshot.loaded > last:
        return None
    return snapshot


def caught_up(table_id: str) -> Snapshot | None:
    """Return the newest snapshot of a running table that this process knows at an older version;
    None if the whole table has to be fetched.

    Only the entries since then are fetched, and the position advances from there.
    """
    known = remembered(table_id, 0)
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
    if found.table["version"] == known.version:
        return known
    return _grown(known, found) if found.entries else None  # a name may have changed, say


_PERSON = (
    "number user_id bot score place left_by left_ply renewed patient sleeps"
    " hints hint_ply hint_code"
).split()


def _grown(known: Snapshot, found: NewEntries) -> Snapshot | None:
    """Return the snapshot with entries that other processes have added; None if they do not
    follow."""
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
    budgets = tuple(seat["clock_ms"] for seat in found.seats if seat["clock_ms"] is not None)
    grown = {
        "log": (*known.log, *log),
        "position": position,
        "runs": told,
        "extent": extent,
        "budgets": budgets,
    }
    table = found.table | {"to_act": parse(found.table["to_act"])}
    return remember(replace(known, **table, **grown))  # type: ignore[arg-type]


def forget() -> None:
    """Forget every snapshot, for tests."""
    with _lock:
        _newest.clear()
    _glanced.forget()


def current(table: Table) -> Snapshot:
    """Return the snapshot of this row, fetched only if it is not in memory. The row must be
    committed."""
    snapshot = remembered(table.id, table.version)
    if snapshot is not None and snapshot.version == table.version:
        return snapshot
    return caught_up(table.id) or _fetched(table)


def locked(table_id: str, version: int) -> Snapshot:
    """Return the snapshot of a table whose row is locked and stands at this version."""
    snapshot = remembered(table_id, version)
    if snapshot is not None and snapshot.version == version:
        return snapshot
    return caught_up(table_id) or _fetched(Table.objects.get(pk=table_id))


def locked_at(table_id: str) -> Snapshot:
    """Return the snapshot of a table whose row is locked, or that has ended."""
    table = Table.objects.get(pk=table_id)
    return locked(table_id, table.version)


def _fetched(table: Table) -> Snapshot:
    seats = Seat.objects.filter(table=table).select_related("user")
    known = _newest.get(table.id)
    # A log only grows, so at the same ply it is the same one.
    if known is not None and known.position is not None and known.ply == table.ply:
        log = {
            "log": known.log,
            "position": known.position,
            "runs": known.runs,
            "extent": known.extent,
        }
        snapshot = replace(from_rows(table, seats, ()), **log)  # type: ignore[arg-type]
    else:
        # Entries written since the row was read would not fit the seats as they were then.
        log_of_row = Action.objects.filter(table=table, ply__lt=table.ply).order_by("ply")
        snapshot = from_rows(table, seats, log_of_row)
    if table.status == Status.ENDED:
        snapshot = replace(snapshot, rematch=people.rematch(table.id))
    elif table.status == Status.OPEN:
        snapshot = replace(snapshot, invited=people.invited(table.id))
    return remember(snapshot)


def load(table_id: str, version: int = -1) -> Snapshot | None:
    """Return the newest snapshot; None if there is no such table. No query if a snapshot of this
    version or a newer one is in memory."""
    if version >= 0 and (snapshot := remembered(table_id, version)):
        return snapshot
    if snapshot := caught_up(table_id):
        return snapshot
    table = Table.objects.filter(pk=table_id, game__in=engines().keys()).first()
    return current(table) if table else None


def glance(table_id: str) -> Snapshot | None:
    """Return the table as it stands, with its log and position only if they are in memory. None if
    there is no such table."""
    table = Table.objects.filter(pk=table_id, game__in=engines().keys()).first()
    if table is None:
        return None
    snapshot = remembered(table.id, table.version)
    if snapshot is not None and snapshot.version == table.version:
        return snapshot
    snapshot = from_rows(table, Seat.objects.filter(table=table).select_related("user"), ())
    _glanced.put(table.id, snapshot)
    return snapshot


def glanced(table_id: str, version: int) -> Snapshot | None:
    """Return the table at this version or a newer one, perhaps without its log and position; None
    if there is no such table. No query if this process has just fetched it."""
    if snapshot := remembered(table_id, version):
        return snapshot
    seen = _glanced.get(table_id)
    return seen if seen is not None and seen.version == version else glance(table_id)
