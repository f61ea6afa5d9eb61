"""Everything that changes a table. The only writers: keyword-only, `now` passed in, one transaction, ring on commit."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from django.db import connection, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import protocol, replay, shuffle
from games.kernel.protocol import UNDO, BadSetup, IllegalAction
from games.kernel.replay import Entry, Position
from games.registry import engines
from games.tables import access, broadcast, chain, positions, runs
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly
from games.tables.models import NO_NONCE, Action, EndedBy, Order, Seat, Status, Table
from games.tables.positions import Logged, Snapshot

MAX_WAITING = 12  # open tables of one person: more would only fill the lobby
MAX_PLIES = 20_000  # a game that is stretched for ever must not fill the disk
NONCE = re.compile(r"[!-~]{1,64}")


def _nonce(offered: str) -> str:
    """The player's part of the shuffles. Never drawn here: a server that draws could try many until it likes the deck."""
    return offered if NONCE.fullmatch(offered) else NO_NONCE


# --- before the start -------------------------------------------------------------------------------------------


@transaction.atomic
def open_table(
    *,
    creator: User,
    game: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    order: str = Order.RANDOM,
    private: bool = False,
    rated: bool = False,
    clock: str = "untimed",
    seat: int = 0,
    nonce: str = "",
    now: datetime,
) -> Table:
    """A new table with its creator seated; raises NotPossible. A table for one starts at once."""
    engine = engines().get(game)
    if engine is None:
        raise NotPossible(_("There is no such game here."))
    count = engine.seats.start if seats is None else seats
    if count not in engine.seats:
        raise NotPossible(_("%(game)s is not played by %(count)s.") % {"game": engine.title, "count": count})
    try:
        chosen = protocol.chosen(engine.options, protocol.Setup(count, options or {}, engine.ruleset))
    except BadSetup as error:
        raise NotPossible(_("That is not one of the options: %(reason)s.") % {"reason": error}) from error
    if order not in Order.values:
        raise NotPossible(_("The order of seats is drawn, or as they sit down."))
    if clock != "untimed":
        raise NotPossible(_("There is no time control of that name."))
    if rated:
        raise NotPossible(_("A game without a clock is not rated."))
    if not 0 <= seat < count:
        raise NotPossible(_("That table has no such seat."))
    if Seat.objects.filter(user=creator, table__status=Status.OPEN).count() >= MAX_WAITING:
        raise NotPossible(_("You already wait at %(count)s tables. Leave one of them first.") % {"count": MAX_WAITING})
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    table = Table.objects.create(
        game=game,
        ruleset=engine.ruleset,
        options=chosen,
        seat_count=count,
        order=order,
        time_control=clock,
        private=private,
        creator=creator,
        secret=secret,
        commitment=shuffle.commitment(secret),
        created_at=now,
        changed_at=now,
    )
    Seat.objects.create(table=table, number=seat, user=creator, nonce=_nonce(nonce))
    _changed(table, now, start=count == 1)
    return table


@transaction.atomic
def sit(*, table_id: str, user: User, number: int | None = None, nonce: str = "", now: datetime) -> None:
    """Take a seat, the first free one unless a number is given. Whoever sits already stays, and may add a missing nonce
    before the start: the host does, having seen the seal. The last one to sit down starts the game."""
    table = access.lock(table_id)
    seats = list(table.seats.all())
    taken = {seat.number for seat in seats}
    if mine := next((seat for seat in seats if seat.user_id == user.id), None):
        if table.status == Status.OPEN and mine.nonce == NO_NONCE != _nonce(nonce):
            mine.nonce = _nonce(nonce)
            mine.save(update_fields=["nonce"])
            _changed(table, now)
        return
    if table.status == Status.ENDED:
        raise Over(_("This table has closed."))
    if table.status != Status.OPEN:
        raise Over(_("This table is full. The game has begun."))
    free = [seat for seat in range(table.seat_count) if seat not in taken]
    if number is not None and number not in free:
        raise StalePly(_("Somebody sits there already. Take another seat."))
    Seat.objects.create(table=table, number=free[0] if number is None else number, user=user, nonce=_nonce(nonce))
    _changed(table, now, start=len(free) == 1)


@transaction.atomic
def stand(*, table_id: str, user: User, now: datetime) -> None:
    """Leave a seat before the start. The next one becomes host; a table that nobody sits at closes."""
    table = access.lock(table_id)
    if table.status != Status.OPEN:
        raise Over(_("The game has begun. You can resign instead."))
    Seat.objects.filter(table=table, user=user).delete()
    others = list(table.seats.order_by("number"))
    if not others:
        _close(table, now)
        return
    if table.creator_id == user.id:
        table.creator_id = others[0].user_id
        table.save(update_fields=["creator"])
    _changed(table, now)


@transaction.atomic
def start(*, table_id: str, user: User, now: datetime) -> None:
    """Start with fewer than asked; the host's right. The free seats go, and those who sit close up."""
    table = access.lock(table_id)
    if table.status == Status.RUNNING:
        return
    if table.status == Status.ENDED:
        raise Over(_("This table has closed."))
    if table.creator_id != user.id:
        raise NotYourSeat(_("Only the host starts before the table is full."))
    seats = list(table.seats.order_by("number"))
    least = engines()[table.game].seats.start
    if len(seats) < least:
        raise NotPossible(_("This game needs %(count)s players.") % {"count": least})
    for number, seat in enumerate(seats):  # in rising order, so that no number is taken twice on the way
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    table.seat_count = len(seats)
    table.save(update_fields=["seat_count"])
    _changed(table, now, start=True)


@transaction.atomic
def close_idle(*, now: datetime, after: timedelta, limit: int = 200) -> int:
    """Close open tables at which nothing happened for that long; how many were closed."""
    due = Table.objects.filter(status=Status.OPEN, changed_at__lt=now - after).values_list("pk", flat=True)[:limit]
    count = 0
    for table_id in list(due):
        table = access.lock(table_id)
        if table.status == Status.OPEN and table.changed_at < now - after:
            _close(table, now)
            count += 1
    return count


def _close(table: Table, now: datetime) -> None:
    table.status, table.ended_by, table.ended_at = Status.ENDED, EndedBy.CLOSED, now
    table.save(update_fields=["status", "ended_by", "ended_at"])
    _changed(table, now)


def _changed(table: Table, now: datetime, *, start: bool = False) -> None:
    """The seats changed: a new version, and the first deals if the game starts."""
    table.version += 1
    table.changed_at = now
    table.save(update_fields=["version", "changed_at"])
    if start:
        table.status, table.started_at = Status.RUNNING, now
        table.save(update_fields=["status", "started_at"])
        seats = list(table.seats.select_related("user"))
        snapshot = positions.of(table, seats, ())
        _append(replace(snapshot, position=replay.begin(snapshot.engine, snapshot.setup)), [], now)
    else:
        transaction.on_commit(partial(broadcast.ring, table.id, table.version), robust=True)
    transaction.on_commit(broadcast.ring_lobby, robust=True)


# --- play -------------------------------------------------------------------------------------------------------


@transaction.atomic
def act(*, table_id: str, user_id: int | None, code: str, ply: int, now: datetime, stamp: str | None = None) -> Snapshot:
    """Play a code at a ply. A repeated request answers as the first did. Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    before = _started(seat.table_id, seat.status, seat.version)
    if _repeats(before, seat.number, code, ply):
        return before
    position = _expected(before, ply)
    entry = Entry(seat.number, code)
    try:
        if code == UNDO:
            raise IllegalAction("taking back is not a code")
        after = replay.advance(before.engine, position, entry)
    except IllegalAction as error:
        raise NotPossible(_why_not(before, seat.number)) from error
    return _append(replace(before, position=after), [entry], now)


@transaction.atomic
def undo(*, table_id: str, user_id: int | None, ply: int, now: datetime, stamp: str | None = None) -> Snapshot:
    """Take back the seat's own last action, while it is still to act and has learnt nothing by it. Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    before = _started(seat.table_id, seat.status, seat.version)
    if _repeats(before, seat.number, UNDO, ply):
        return before
    position = _expected(before, ply)
    if not positions.may_undo(before, seat.number):
        raise NotPossible(_("That cannot be taken back: it showed you something, or your turn is over."))
    entry = Entry(seat.number, UNDO)
    return _append(replace(before, position=replay.advance(before.engine, position, entry)), [entry], now)


@transaction.atomic
def resign(*, table_id: str, user_id: int | None, now: datetime, stamp: str | None = None) -> Snapshot:
    """Give the game up: of two seats the other wins."""
    seat = access.lock_seat(table_id, user_id, stamp)
    before = _started(seat.table_id, seat.status, seat.version)
    if before.status == Status.ENDED:
        raise Over
    if len(before.players) != 2:
        raise NotPossible(_("With more than two players a game is not given up alone."))
    places = tuple(2 if player.number == seat.number else 1 for player in before.players)
    return _end(before, EndedBy.RESIGN, (None, None), places, now)


def release_seats(*, user: User, now: datetime) -> None:
    """A closed account leaves its tables: it stands up from open ones and resigns running ones."""
    for seat in Seat.objects.filter(user=user).exclude(table__status=Status.ENDED).select_related("table"):
        if seat.table.status == Status.OPEN:
            stand(table_id=seat.table_id, user=user, now=now)
        else:
            _resign_for(seat.table_id, user.id, now)


@transaction.atomic
def _resign_for(table_id: str, user_id: int, now: datetime) -> Snapshot:
    table = access.lock(table_id)
    before = _started(table.id, table.status, table.version)
    if before.status == Status.ENDED or len(before.players) != 2:
        return before
    places = tuple(2 if player.user_id == user_id else 1 for player in before.players)
    return _end(before, EndedBy.RESIGN, (None, None), places, now)


def _started(table_id: str, status: str, version: int) -> Snapshot:
    if status == Status.OPEN:
        raise NotPossible(_("The game has not begun yet."))
    return positions.locked(table_id, version)


def _expected(snapshot: Snapshot, ply: int) -> Position:
    if snapshot.status == Status.ENDED or snapshot.position is None:
        raise Over
    if snapshot.ply != ply:
        raise StalePly
    if snapshot.ply >= MAX_PLIES:
        raise NotPossible(_("This game has reached the longest log that we keep. Resign, or agree to end it."))
    return snapshot.position


def _repeats(snapshot: Snapshot, seat: int, code: str, ply: int) -> bool:
    """Whether this very request has been answered before."""
    return 0 <= ply < len(snapshot.log) and snapshot.log[ply].entry == Entry(seat, code)


def _why_not(snapshot: Snapshot, seat: int) -> str:
    waiting = [player.name for player in snapshot.players if str(player.number) in snapshot.to_act]
    if str(seat) not in snapshot.to_act and waiting:
        return _("It is not your turn. %(name)s is to move.") % {"name": waiting[0]}
    return _("That move is not possible now. Nothing was played.")


# --- the one place that appends to a log ------------------------------------------------------------------------


def _append(now_at: Snapshot, entries: list[Entry], now: datetime) -> Snapshot:
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
        return _end(after, EndedBy.RULES, outcome.scores, outcome.places, now)
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


def _end(
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
