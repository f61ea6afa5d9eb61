"""Tables before the start: they open, people sit down and stand up, they close."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import clock as clocks
from games.kernel import replay, shuffle
from games.kernel.seats import seat_order
from games.registry import engines
from games.tables import access
from games.tables.board import offers, terms
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly
from games.tables.live import broadcast
from games.tables.models import NO_NONCE, EndedBy, Order, Seat, Status, Table
from games.tables.services import allowances, setup
from games.tables.services.log import append, committed
from games.tables.state import snapshot_cache
from games.tables.state.snapshot import Snapshot, from_rows

NONCE = re.compile(r"[!-~]{1,64}")


def _nonce(offered: str) -> str:
    """Return the player's part of the shuffles, NO_NONCE if it is not valid. The server never draws
    it: it could try many until it likes the deck."""
    return offered if NONCE.fullmatch(offered) else NO_NONCE


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
    clock: str = clocks.UNTIMED.name,
    seat: int = 0,
    nonce: str = "",
    bots: Mapping[int, str] | None = None,
    key: str = "",
    origin: str = "",
    now: datetime,
) -> Table:
    """Return a new table with its creator seated, and bots by seat and level. It starts at once if
    no seat is free. Raises TableError.

    The same terms with the same key, unless it is "", return the same table until that has ended.
    """
    facts = setup.checked(
        game, seats, options or {}, order, private, rated, clock, guest=creator.is_guest
    )
    count = facts["seat_count"]
    setup.check_seats(count, seat, bots or {})
    allowances.lock(creator)
    if key:
        facts["request_key"] = hashlib.sha256(
            repr((key, facts, seat, sorted((bots or {}).items()))).encode()
        ).hexdigest()
        if again := _opened_before(creator, facts["request_key"]):
            return again
    if count > 1 + len(bots or ()):
        allowances.check_open_tables(creator)
    return _opened(creator, seat, nonce, origin, bots or {}, now, **facts)


def _opened_before(creator: User, request_key: str) -> Table | None:
    """Return the table that this request has opened, or None. After its end the form opens another
    one."""
    before = Table.objects.filter(creator=creator, request_key=request_key)
    before.filter(status=Status.ENDED).update(request_key="")
    return before.first()


def _opened(
    creator: User,
    seat: int,
    nonce: str,
    origin: str,
    bots: Mapping[int, str],
    now: datetime,
    **facts: Any,
) -> Table:
    if bots:
        allowances.check_against_bots(creator, now)
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    sealed = {"secret": secret, "commitment": shuffle.commitment(secret)}
    table = Table.objects.create(
        creator=creator, created_at=now, changed_at=now, bots=len(bots), **sealed, **facts
    )
    Seat.objects.create(
        table=table, number=seat, user=creator, nonce=_nonce(nonce), **_origin(table, (), origin)
    )
    # Bots have no nonce: the server would draw it, and could try many.
    for number, level in bots.items():
        Seat.objects.create(table=table, number=number, bot=level, nonce=NO_NONCE)
    _changed(table, now, start=table.seat_count == 1 + len(bots))
    return table


def _origin(table: Table, seats: Sequence[Seat], origin: str) -> dict[str, Any]:
    """Return the columns on the address that somebody sits down from, at a rated table only: a hash
    for some time, and a number that equal addresses share."""
    if not table.rated or not origin:
        return {}
    same = [seat.company for seat in seats if seat.origin == origin]
    others = [seat.company for seat in seats if seat.company is not None]
    return {"origin": origin, "company": same[0] if same else max(others, default=-1) + 1}


@transaction.atomic
def sit(
    *,
    table_id: str,
    user: User,
    number: int | None = None,
    nonce: str = "",
    origin: str = "",
    now: datetime,
) -> None:
    """Take a seat, the first free one unless a number is given. The last player to sit down starts
    the game. Raises TableError.

    A player who sits already keeps the seat, and may add a missing nonce before the start: the host
    does, who has seen the commitment by then.
    """
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
    if table.rated and user.is_guest:
        raise NotPossible(terms.only_with_an_account())
    if table.rematch_of_id:
        number = _kept_for(table, user)
    free = [seat for seat in range(table.seat_count) if seat not in taken]
    if number is not None and number not in free:
        raise StalePly(_("Somebody sits there already. Take another seat."))
    if len(free) > 1:
        allowances.check_seats(user)
    place = free[0] if number is None else number
    Seat.objects.create(
        table=table, number=place, user=user, nonce=_nonce(nonce), **_origin(table, seats, origin)
    )
    _changed(table, now, start=len(free) == 1)


@transaction.atomic
def stand(*, table_id: str, user: User, now: datetime) -> None:
    """Leave a seat before the start. The next player becomes host; a table without players closes.
    Raises Over."""
    table = access.lock(table_id)
    if table.status != Status.OPEN:
        raise Over(_("The game has begun. You can resign instead."))
    Seat.objects.filter(table=table, user=user).delete()
    others = list(table.seats.filter(user__isnull=False).order_by("number"))
    if not others:
        _close(table, now)
        return
    if table.creator_id == user.id and others[0].user_id is not None:
        table.creator_id, table.request_key = others[0].user_id, ""
        table.save(update_fields=["creator", "request_key"])
    _changed(table, now)


@transaction.atomic
def start(*, table_id: str, user: User, now: datetime) -> None:
    """Start with fewer players than asked, as the host may. The free seats are removed, and the
    others are numbered anew. Raises TableError."""
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
    # In rising order, so that no two seats have the same number meanwhile.
    for number, seat in enumerate(seats):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    table.seat_count = len(seats)
    table.rated = table.rated and table.seat_count > 1
    table.save(update_fields=["seat_count", "rated"])
    _changed(table, now, start=True)


@transaction.atomic
def rematch(
    *, table_id: str, user: User, nonce: str = "", origin: str = "", now: datetime
) -> Table:
    """Return a table with the same terms and the seats rotated: the first player who asks opens it,
    the others sit down at it. Raises TableError."""
    access.lock(table_id)
    before = snapshot_cache.locked_at(table_id)
    mine = before.player(user.pk)
    if mine is None:
        raise NotYourSeat
    if before.status != Status.ENDED or not before.log:
        raise NotPossible(_("The game has not ended yet."))
    if before.rematch_id is not None:
        sit(table_id=before.rematch_id, user=user, nonce=nonce, origin=origin, now=now)
        return access.find(before.rematch_id)
    if before.rated and user.is_guest:
        raise NotPossible(terms.unrated_reason(before.seat_count, before.control, True))
    facts = {
        name: getattr(before, name)
        for name in ("game", "options", "seat_count", "time_control", "rated")
    }
    series = offers.added(before.series, [player.key for player in before.players], before.places)
    facts |= {"ruleset": before.engine.ruleset, "order": Order.SEATS, "private": True}
    seats = _rotated(before)
    bots = {seats[player.number]: player.bot for player in before.players if player.bot}
    table = _opened(
        user,
        seats[mine.number],
        nonce,
        origin,
        bots,
        now,
        **facts,
        rematch_of_id=before.id,
        series=series,
    )
    Table.objects.filter(pk=before.id).update(version=before.version + 1)
    committed(replace(before, version=before.version + 1, rematch_id=table.id), None)
    return table


def _rotated(before: Snapshot) -> dict[int, int]:
    """Return the new seat of each seat at the rematch, where turns go by seat number: the seat that
    went first goes last."""
    order = seat_order(before.log[0].entry.code.split(" ")[1:])
    return {seat: (place - 1) % len(order) for place, seat in enumerate(order)}


def _kept_for(table: Table, user: User) -> int:
    """Return the seat of a rematch that is kept for this player. Raises NotYourSeat."""
    assert table.rematch_of_id is not None
    before = snapshot_cache.locked_at(table.rematch_of_id)
    mine = before.player(user.pk)
    if mine is None:
        raise NotYourSeat(_("This is a rematch: its seats are kept for those who played before."))
    return _rotated(before)[mine.number]


@transaction.atomic
def close_idle(*, now: datetime, after: timedelta, live: timedelta, limit: int = 200) -> int:
    """Close open tables without a change for `after`, live ones for `live`; return the number of
    tables."""
    is_live = Q(time_control__regex=clocks.names("live"))
    idle = Q(changed_at__lt=now - after) | is_live & Q(changed_at__lt=now - live)
    due = Table.objects.filter(idle, status=Status.OPEN).values_list("pk", flat=True)[:limit]
    count = 0
    for table_id in list(due):
        table = access.lock(table_id)
        if table.status == Status.OPEN and table.changed_at < now - live:
            _close(table, now)
            count += 1
    return count


def forget_origins(*, now: datetime, after: timedelta, limit: int = 5000) -> int:
    """Delete the origins of people at tables that ended longer ago than `after`; return the number
    of seats. The number that equal origins share stays."""
    old = Seat.objects.filter(
        origin__gt="", table__status=Status.ENDED, table__ended_at__lt=now - after
    )
    return Seat.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).update(
        origin=""
    )


def _close(table: Table, now: datetime) -> None:
    table.status, table.ended_by, table.ended_at = Status.ENDED, EndedBy.CLOSED, now
    table.save(update_fields=["status", "ended_by", "ended_at"])
    _changed(table, now)


def _changed(table: Table, now: datetime, *, start: bool = False) -> None:
    """Store that the seats changed: a new version, and the first deals if the game starts."""
    table.version += 1
    table.changed_at = now
    table.save(update_fields=["version", "changed_at"])
    if start:
        table.status, table.started_at = Status.RUNNING, now
        table.save(update_fields=["status", "started_at"])
        seats = list(table.seats.select_related("user"))
        snapshot = from_rows(table, seats, ())
        append(replace(snapshot, position=replay.begin(snapshot.engine, snapshot.setup)), (), now)
    else:
        transaction.on_commit(partial(broadcast.ring, table.id, table.version), robust=True)
    transaction.on_commit(broadcast.ring_lobby, robust=True)
