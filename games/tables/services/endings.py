"""Endings that somebody wants: resign, draw, abort."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sessions import Stamp
from games.kernel import endings
from games.tables import access, runs
from games.tables.errors import NotPossible, Over
from games.tables.models import DECLINED, EndedBy, LeftBy, Seat, Status, Table
from games.tables.positions import Snapshot
from games.tables.services.flags import after_flags, leave
from games.tables.services.log import break_off, committed, end, started
from games.tables.services.seating import stand

DRAGS_ON = 1000  # entries that stand, several times as many as a game has: from here on bots take a draw


@after_flags
@transaction.atomic
def resign(*, table_id: str, user_id: int | None, now: datetime, stamp: Stamp | None = None) -> Snapshot:
    """Give the game up: of two seats the other wins, of more the others play on. Raises TableError."""
    before, seat = _running(table_id, user_id, now, stamp)
    return leave(before, (seat,), LeftBy.RESIGN, now)


@after_flags
@transaction.atomic
def draw(*, table_id: str, user_id: int | None, now: datetime, agree: bool = True, stamp: Stamp | None = None) -> Snapshot:
    """Offer a draw, take one that is offered, or decline it. It is a draw when all who still play agree. Raises TableError.

    Bots play on: of two friends and a bot the friends could otherwise share every game that they are losing.
    """
    before, seat = _running(table_id, user_id, now, stamp)
    if len(before.players) < 2:
        raise NotPossible(_("There is nobody to share the game with."))
    if not agree:
        return _asked(before, draw_by=DECLINED if before.draw_by else "")
    if before.draw_by == DECLINED:
        raise NotPossible(_("A draw was declined just now. Play on first."))
    if before.extent.standing < DRAGS_ON and any([player.bot and not player.gone for player in before.players]):
        return _asked(before, draw_by=DECLINED)
    agreed = _with(before.draw_by, seat)
    if _all(before, agreed):
        places = endings.places((1,) * len(before.players), before.left)
        return end(before, EndedBy.DRAW, (None,) * len(before.players), places, now, stopped=True)
    return _asked(before, draw_by=agreed)


@after_flags
@transaction.atomic
def abort(*, table_id: str, user_id: int | None, now: datetime, agree: bool = True, stamp: Stamp | None = None) -> Snapshot:
    """Break a game off without a result: alone before everybody has acted once, later when all agree. Raises TableError.

    Bots agree with the people, but who plays alone against them does not get out of a rated game so.
    """
    before, seat = _running(table_id, user_id, now, stamp)
    if not agree:
        return _asked(before, abort_by="")
    if before.rated and [player.number for player in before.players if not player.level] == [seat]:
        raise NotPossible(_("A rated game against bots is played to its end. You can resign."))
    agreed = _with(before.abort_by, seat)
    if not runs.all_acted(before.runs, len(before.players)) or _all(before, agreed):
        return break_off(before, now)
    return _asked(before, abort_by=agreed)


def _running(table_id: str, user_id: int | None, now: datetime, stamp: Stamp | None) -> tuple[Snapshot, int]:
    seat = access.lock_seat(table_id, user_id, stamp)
    before = started(seat.table_id, seat.status, seat.version, now)
    if before.status == Status.ENDED:
        raise Over
    if before.players[seat.number].gone:
        raise Over(_("You have left this game. A bot plays for you."))
    return before, seat.number


def _with(seats: str, seat: int) -> str:
    return "".join(sorted({*seats, str(seat)}))


def _all(snapshot: Snapshot, agreed: str) -> bool:
    return all([player.level or str(player.number) in agreed for player in snapshot.players])


def _asked(before: Snapshot, **offers: str) -> Snapshot:
    if all([getattr(before, name) == value for name, value in offers.items()]):
        return before
    after = replace(before, **offers, version=before.version + 1)  # type: ignore[arg-type]
    Table.objects.filter(pk=after.id).update(**offers, version=after.version)
    return committed(after, before)


def release_seats(*, user: User, now: datetime) -> None:
    """A closed account leaves its tables: it stands up from open ones and resigns running ones."""
    for seat in Seat.objects.filter(user=user).exclude(table__status=Status.ENDED).select_related("table"):
        if seat.table.status == Status.OPEN:
            stand(table_id=seat.table_id, user=user, now=now)
        else:
            _resign_for(table_id=seat.table_id, user_id=user.id, now=now)


@after_flags
@transaction.atomic
def _resign_for(*, table_id: str, user_id: int, now: datetime) -> None:
    table = access.lock(table_id)
    before = started(table.id, table.status, table.version, now)
    player = before.player(user_id)
    if before.status == Status.RUNNING and player is not None and not player.gone:
        leave(before, (player.number,), LeftBy.RESIGN, now)
