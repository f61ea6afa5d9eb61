"""The one place that appends to a log, with all that follows by itself: deals, forced steps, the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import connection, transaction
from django.utils.translation import gettext as _

from games.kernel import replay, shuffle
from games.kernel.replay import Entry, Position
from games.tables import broadcast, chain, positions, runs
from games.tables.errors import NotPossible
from games.tables.models import Action, EndedBy, Order, Seat, Status, Table
from games.tables.positions import Logged, Snapshot


def started(table_id: str, status: str, version: int) -> Snapshot:
    """The snapshot of a table whose row is locked; raises NotPossible before the start."""
    if status == Status.OPEN:
        raise NotPossible(_("The game has not begun yet."))
    return positions.locked(table_id, version)


def append(now_at: Snapshot, entries: list[Entry], now: datetime) -> Snapshot:
    """Write the entries and all that follows from them by itself: deals, forced steps, the end. `now_at.position` has them."""
    assert now_at.position is not None
    position, entries = _settle(now_at, now_at.position, entries)
    logged, tail, told = [], now_at.tail(), now_at.runs
    for ply, entry in enumerate(entries, start=now_at.ply):
        link = chain.link(tail, table_id=now_at.id, ply=ply, seat=entry.seat, code=entry.code, at=now, clock_ms=None)
        _insert(now_at.id, ply, entry, now, tail, link)
        logged.append(Logged(entry, now, link))
        tail, told = link, runs.after(told, ply, entry, now)
    after = replace(
        now_at,
        status=Status.RUNNING,
        log=(*now_at.log, *logged),
        position=position,
        runs=told,
        ply=now_at.ply + len(entries),
        version=now_at.version + 1,
        to_act="".join(str(seat) for seat in sorted(now_at.engine.to_act(position.state))),
    )
    outcome = now_at.engine.outcome(position.state)
    if outcome is not None:
        return end(after, EndedBy.RULES, outcome.scores, outcome.places, now)
    _update(after, now)
    return _committed(after)


def _insert(table_id: str, ply: int, entry: Entry, now: datetime, prev: str, link: str) -> None:
    """One entry. By hand, like `_update`: both run for every move, and the ORM takes longer to write a statement than the
    database to run it."""
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{Action._meta.db_table}" (table_id, ply, seat, code, at, prev, hash) VALUES (%s, %s, %s, %s, %s, %s, %s)',
            [table_id, ply, entry.seat, entry.code, connection.ops.adapt_datetimefield_value(now), prev, link],
        )


def _update(after: Snapshot, now: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{Table._meta.db_table}" SET ply = %s, version = %s, to_act = %s, changed_at = %s WHERE id = %s',
            [after.ply, after.version, after.to_act, connection.ops.adapt_datetimefield_value(now), after.id],
        )


def _settle(snapshot: Snapshot, position: Position, entries: list[Entry]) -> tuple[Position, list[Entry]]:
    """Carry on until somebody has a choice: chance deals, and the table takes forced steps."""
    entries = list(entries)
    deals = sum(logged.entry.seat is None for logged in snapshot.log)
    nonces = [player.nonce for player in snapshot.players]
    while True:
        cards = snapshot.engine.chance(position.state)
        if cards:
            as_they_sit = deals == 0 and snapshot.order == Order.SEATS
            dealt = sorted(cards) if as_they_sit else shuffle.shuffle(_secret(snapshot.id), nonces, snapshot.id, deals, cards)
            entry: Entry | None = Entry(None, replay.deal_code(dealt))
            deals += 1
        else:
            entry = replay.forced(snapshot.engine, position)
        if entry is None:
            return position, entries
        position = replay.advance(snapshot.engine, position, entry)
        entries.append(entry)


def _secret(table_id: str) -> bytes:
    """Fetched for a deal only, and kept nowhere."""
    return bytes(Table.objects.values_list("secret", flat=True).get(pk=table_id))


def end(
    snapshot: Snapshot,
    by: EndedBy,
    scores: tuple[int | None, ...],
    places: tuple[int, ...],
    now: datetime,
) -> Snapshot:
    """Every ending of a game that had begun."""
    for number, (score, place) in enumerate(zip(scores, places, strict=True)):
        Seat.objects.filter(table_id=snapshot.id, number=number).update(score=score, place=place)
    players = tuple(replace(player, score=scores[player.number], place=places[player.number]) for player in snapshot.players)
    version = snapshot.version + (by != EndedBy.RULES)
    after = replace(snapshot, status=Status.ENDED, ended_by=by.value, ended_at=now, to_act="", players=players, version=version)
    Table.objects.filter(pk=after.id).update(
        status=Status.ENDED, ended_by=by, ended_at=now, to_act="", ply=after.ply, version=version, changed_at=now, flag_at=None
    )
    transaction.on_commit(broadcast.ring_lobby, robust=True)
    return _committed(after)


def _committed(after: Snapshot) -> Snapshot:
    def tell() -> None:
        positions.keep(after)
        broadcast.ring(after.id, after.version)

    transaction.on_commit(tell, robust=True)
    return after
