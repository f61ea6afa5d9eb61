"""Tables before the start: sitting down, standing up, starting and closing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from accounts.services.removal import remove
from games.community.people.selectors import any_apart
from games.kernel import clock as clocks
from games.kernel import replay
from games.kernel.protocol import AnyEngine
from games.kernel.replay import Entry, Position
from games.registry import engines
from games.sweep import sweep
from games.tables import access, bot_names
from games.tables.board import terms
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly
from games.tables.live import broadcast
from games.tables.models import NO_NONCE, Answer, EndedBy, Seat, Status, Table
from games.tables.services import allowances, hours, requirements
from games.tables.services.events import Event, tell
from games.tables.services.log import append
from games.tables.state import circles
from games.tables.state.snapshot import from_rows

NONCE = re.compile(r"[!-~]{1,64}")


def nonce_of(offered: str) -> str:
    """Return the player's part of the shuffles, NO_NONCE if it is not valid. The server never draws
    it: it could try many until it likes the deck."""
    return offered if NONCE.fullmatch(offered) else NO_NONCE


def origin_of(table: Table, seats: Sequence[Seat], origin: str) -> dict[str, Any]:
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
    seats = list(table.seats.select_related("user"))
    taken = {seat.number for seat in seats}
    if mine := next((seat for seat in seats if seat.user_id == user.id), None):
        if table.status == Status.OPEN and mine.nonce == NO_NONCE != nonce_of(nonce):
            mine.nonce = nonce_of(nonce)
            mine.save(update_fields=["nonce"])
            changed(table, now)
        return
    _admit(table, user, seats, now)
    free = [seat for seat in range(table.seat_count) if seat not in taken]
    place = _place(table, user, free, number)
    if len(free) > 1:
        allowances.check_seats(user)
    Seat.objects.create(
        table=table,
        number=place,
        user=user,
        nonce=nonce_of(nonce),
        **origin_of(table, seats, origin),
    )
    _rename_bots(table, seats, user)
    if table.invitations.filter(user=user).exists():
        tell(Event.ANSWERED, table.id, [user.pk], user.pk, now)
    changed(table, now, start=len(free) == 1)


def _admit(table: Table, user: User, seats: Sequence[Seat], now: datetime) -> None:
    """Raise TableError unless the user may sit down at this table, whatever seats are free."""
    member = circles.may_sit(table, user.pk)
    if table.status == Status.ENDED:
        raise over(table)
    if table.status != Status.OPEN:
        raise Over(_("This table is full. The game has begun."))
    if not member:
        raise NotPossible(_("This table is for members of its club."))
    if table.rated and user.is_guest:
        raise NotPossible(terms.only_with_an_account())
    asked = table.invitations.filter(user=user).exclude(answer=Answer.WITHDRAWN)
    if (table.asks or user.is_bot) and not asked.exists():
        requirements.check_bot(table, user)
        requirements.check(table, user, now)
    if any_apart(user.id, {seat.user_id for seat in seats if seat.user_id is not None}):
        raise NotYourSeat(_("You cannot sit down at this table."))


def over(table: Table) -> Over:
    """Return the error for a table that has ended, with a game or without one."""
    return Over(_("This table has closed.") if table.ended_by == EndedBy.CLOSED else None)


def _place(table: Table, user: User, free: Sequence[int], number: int | None) -> int:
    """Return the seat that the user takes: the one that is kept for this player, or else the one
    that was asked for, or else the first. Raises TableError."""
    kept = {
        asked.seat: asked.user_id
        for asked in table.invitations.filter(seat__isnull=False)
        if asked.answer == Answer.NONE or asked.user_id == user.id
    }
    number = next((seat for seat in free if kept.get(seat) == user.id), number)
    open_to_all = [seat for seat in free if kept.get(seat, user.id) == user.id]
    if not open_to_all:
        raise NotYourSeat(_("This is a rematch: its seats are kept for those who played before."))
    if number is None:
        return open_to_all[0]
    if number not in free:
        raise StalePly(_("Somebody sits there already. Take another seat."))
    if number not in open_to_all:
        raise NotYourSeat(_("This seat is kept for somebody who played before. Take another one."))
    return number


def _rename_bots(table: Table, seats: Sequence[Seat], user: User) -> None:
    """Rename a bot that has the name of the user who sits down."""
    taken = {user.name, *(seat.user.name if seat.user else seat.called for seat in seats)}
    for seat in seats:
        if seat.bot and names.fold(seat.called) == names.fold(user.name):
            seat.called = bot_names.choose(table.game, table.id, seat.number, taken)
            seat.save(update_fields=["called"])


@transaction.atomic
def stand(*, table_id: str, user: User, now: datetime) -> None:
    """Leave a seat before the start. The next player becomes host; a table without players closes.
    Who does not sit there, or not any more, changes nothing. Raises Over."""
    table = access.lock(table_id)
    if table.ended_by == EndedBy.CLOSED:
        return
    if table.status == Status.ENDED:
        raise Over
    if table.status == Status.RUNNING:
        raise Over(_("The game has begun. You can resign instead."))
    leave_seat(table, user.id, now)


def leave_seat(table: Table, user_id: int, now: datetime) -> None:
    """Free the seat of a user at a table that waits, whose row is locked."""
    gone, _rows = Seat.objects.filter(table=table, user=user_id).delete()
    if not gone:
        return
    others = list(table.seats.filter(user__isnull=False).order_by("number"))
    if not others:
        close(table, now)
        return
    if table.creator_id == user_id and others[0].user_id is not None:
        table.creator_id, table.request_key = others[0].user_id, ""
        table.save(update_fields=["creator", "request_key"])
    changed(table, now)


@transaction.atomic
def start(*, table_id: str, user: User, now: datetime) -> None:
    """Start with fewer players than asked, as the host may. The free seats are removed, and the
    others are numbered anew. Raises TableError."""
    table = access.lock(table_id)
    if table.status == Status.RUNNING:
        return
    if table.status == Status.ENDED:
        raise over(table)
    if table.creator_id != user.id:
        raise NotYourSeat(_("Only the host can start before the table is full."))
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
    changed(table, now, start=True)


def close_idle(*, now: datetime, after: timedelta, live: timedelta, limit: int = 200) -> int:
    """Close open tables without a change for `after`, live ones for `live`; return the number of
    tables."""
    is_live = Q(time_control__regex=clocks.names("live"))
    idle = Q(changed_at__lt=now - after) | is_live & Q(changed_at__lt=now - live)
    due = Table.objects.filter(idle, status=Status.OPEN, game__in=engines().keys())
    return sweep(
        list(due.values_list("pk", flat=True)),
        lambda table_id: _close_idle(table_id, now - live, now),
        limit=limit,
        what="An idle table could not be closed",
    )


@transaction.atomic
def _close_idle(table_id: str, since: datetime, now: datetime) -> bool:
    table = access.lock(table_id)
    if table.status != Status.OPEN or table.changed_at >= since:
        return False
    close(table, now)
    return True


def forget_origins(*, now: datetime, after: timedelta, limit: int = 5000) -> int:
    """Delete the origins of people at tables that ended longer ago than `after`; return the number
    of seats. The number that equal origins share stays."""
    old = Seat.objects.filter(
        origin__gt="", table__status=Status.ENDED, table__ended_at__lt=now - after
    )
    return Seat.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).update(
        origin=""
    )


def forget_closed(*, now: datetime, after: timedelta, limit: int = 200) -> int:
    """Delete tables that closed before their game began, longer ago than `after`, with their seats,
    invitations and news; return the number of tables. Nobody has played there, and a table of the
    day is never among them."""
    closed = Table.objects.filter(
        started_at=None, ended_at__lt=now - after, ended_by=EndedBy.CLOSED
    )
    return remove(closed.filter(deal=""), limit)


def close(table: Table, now: datetime) -> None:
    """Close a table that waits, whose row is locked."""
    table.status, table.ended_by, table.ended_at = Status.ENDED, EndedBy.CLOSED, now
    table.save(update_fields=["status", "ended_by", "ended_at"])
    table.seats.update(ended_at=now)
    _uninvite(table, now)
    changed(table, now)
    if former := table.rematch_of_id:
        transaction.on_commit(lambda: show_rematch(former), robust=True)


def _uninvite(table: Table, now: datetime) -> None:
    """Tell those who have not answered their invitation that it is void."""
    asked = table.invitations.filter(answer=Answer.NONE)
    tell(Event.LAPSED, table.id, list(asked.values_list("user_id", flat=True)), None, now)


def show_rematch(table_id: str) -> None:
    """Show on the boards of an ended table what became of its rematch. This comes after the commit:
    whoever asks for a rematch locks the old table first."""
    with transaction.atomic():
        version = access.lock(table_id).version + 1
        Table.objects.filter(pk=table_id).update(version=version)
        transaction.on_commit(lambda: broadcast.notify_table(table_id, version), robust=True)


def changed(
    table: Table, now: datetime, *, start: bool = False, first: Sequence[Entry] = ()
) -> None:
    """Store that the seats changed: a new version, and the first deals if the game starts, behind
    the entries that it begins with. Raises ClosedForRepairs if it may not start now."""
    if start:
        allowances.check_house()
    table.version += 1
    table.changed_at = now
    table.save(update_fields=["version", "changed_at"])
    if start:
        table.status, table.started_at = Status.RUNNING, now
        table.save(update_fields=["status", "started_at"])
        _uninvite(table, now)
        hours.at_start(table, now)
        seats = list(table.seats.select_related("user"))
        if any(seat.user and seat.user.is_bot for seat in seats):
            table.programs = True
            table.save(update_fields=["programs"])
        snapshot = from_rows(table, seats, ())
        position = replay.begin(snapshot.engine, snapshot.setup)
        steps = _steps(snapshot.engine, position, first)
        append(replace(snapshot, position=position), steps, now)
    else:
        transaction.on_commit(lambda: broadcast.notify_table(table.id, table.version), robust=True)
    transaction.on_commit(broadcast.notify_lobby, robust=True)


def _steps(
    engine: AnyEngine, position: Position, entries: Sequence[Entry]
) -> list[tuple[Entry, Position]]:
    """Return the entries, each with the position after it."""
    steps = []
    for entry in entries:
        position = replay.advance(engine, position, entry)
        steps.append((entry, position))
    return steps
