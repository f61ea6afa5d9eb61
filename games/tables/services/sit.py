"""Sitting down at a table that waits for players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from games.community.people.selectors import any_apart
from games.tables import access, bot_names
from games.tables.board import terms
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly
from games.tables.models import NO_NONCE, Answer, Seat, Status, Table
from games.tables.services import allowances, requirements
from games.tables.services.events import Event, tell
from games.tables.services.seat_changes import changed, over
from games.tables.state import circles

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


def forget_origins(*, now: datetime, after: timedelta, limit: int = 5000) -> int:
    """Delete the origins of people at tables that ended longer ago than `after`; return the number
    of seats. The number that equal origins share stays."""
    old = Seat.objects.filter(
        origin__gt="", table__status=Status.ENDED, table__ended_at__lt=now - after
    )
    return Seat.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).update(
        origin=""
    )
