"""Endings that a player chooses: resign, draw, break off."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sessions import Stamp
from games.kernel import endings
from games.registry import engines
from games.tables import access
from games.tables.errors import NotPossible, Over, StalePly
from games.tables.models import DECLINED, EndedBy, Invitation, LeftBy, Seat, Status
from games.tables.services import sleeping
from games.tables.services.flags import after_flags
from games.tables.services.leaving import leave
from games.tables.services.log import started
from games.tables.services.offering import offer
from games.tables.services.published import published
from games.tables.services.results import break_off, end
from games.tables.services.seating import stand
from games.tables.state import walkouts
from games.tables.state.snapshot import Snapshot

# The number of entries, without those taken back, from which bots accept a draw. It is several
# times the length of a game.
DRAGS_ON = 1000
# The delay of a bot after which a player alone against bots may break a rated game off.
OWED = timedelta(minutes=1)


@published
@after_flags
@transaction.atomic
def resign(
    *, table_id: str, user_id: int | None, now: datetime, stamp: Stamp | None = None
) -> Snapshot:
    """Give the game up: with two seats the other one wins, with more the others continue. It may be
    a walk-out. Raises TableError."""
    before, seat = running(table_id, user_id, now, stamp)
    return leave(before, (seat,), LeftBy.RESIGN, now)


@published
@after_flags
@transaction.atomic
def draw(
    *,
    table_id: str,
    user_id: int | None,
    now: datetime,
    agree: bool = True,
    stamp: Stamp | None = None,
) -> Snapshot:
    """Offer a draw, accept one, or decline it (`agree` False). The game is drawn when all remaining
    players agree; a rated game in which not every seat has acted then does not count. Raises
    TableError.

    Bots decline: otherwise two friends could draw every game that they are losing against a bot.
    """
    before, seat = running(table_id, user_id, now, stamp)
    if len(before.players) < 2:
        raise NotPossible(_("There is nobody to share the game with."))
    if not agree:
        return offer(before, seat, now, draw_by=DECLINED if before.draw_by else "")
    if before.draw_by == DECLINED:
        raise NotPossible(_("A draw was declined just now. Play on first."))
    if before.extent.standing < DRAGS_ON and any(
        player.bot and not player.gone for player in before.players
    ):
        return offer(before, seat, now, draw_by=DECLINED)
    agreed = _with(before.draw_by, seat)
    if _all(before, agreed):
        if before.rated and not walkouts.all_acted(before):
            return break_off(before, now, walked=walkouts.of(before, before.left))
        places = endings.places((1,) * len(before.players), before.left)
        return end(before, EndedBy.DRAW, (None,) * len(before.players), places, now, stopped=True)
    return offer(before, seat, now, draw_by=agreed)


@published
@after_flags
@transaction.atomic
def abort(
    *,
    table_id: str,
    user_id: int | None,
    now: datetime,
    agree: bool = True,
    ask: bool = False,
    shown: int | None = None,
    stamp: Stamp | None = None,
) -> Snapshot:
    """Break a game off without a result when all agree; with `ask` only offer that. Before every
    seat has acted, one player may do so alone, unless the others would continue. In a rated game
    that is a walk-out, and `shown` is the number of earlier walk-outs that the page showed.

    Bots agree with the people. But a player alone against bots may break a rated game off only if a
    bot is overdue. Raises TableError.
    """
    before, seat = running(table_id, user_id, now, stamp)
    if not agree:
        return offer(before, seat, now, abort_by="")
    if before.deal:
        raise NotPossible(_("A deal of the day is played once. You can resign."))
    if before.rated and before.people == (seat,):
        return _away_from_bots(before, seat, now, ask, shown)
    agreed = _with(before.abort_by, seat)
    if _all(before, agreed):
        return break_off(before, now, walked=walkouts.of(before, before.left))
    if ask or walkouts.all_acted(before):
        return offer(before, seat, now, abort_by=agreed)
    if not before.rated:
        return break_off(before, now)
    return (
        _walk_out(before, seat, now, shown)
        if walkouts.is_one(before, seat)
        else offer(before, seat, now, abort_by=agreed)
    )


def _away_from_bots(
    before: Snapshot, seat: int, now: datetime, ask: bool, shown: int | None
) -> Snapshot:
    if before.bot_at is not None and before.bot_at <= now - OWED:
        return break_off(before, now)
    if ask or walkouts.all_acted(before):
        raise NotPossible(
            _(
                "A rated game against bots is played to its end, unless a bot keeps you waiting"
                " for a minute. You can resign."
            )
        )
    return _walk_out(before, seat, now, shown)


def _walk_out(before: Snapshot, seat: int, now: datetime, shown: int | None) -> Snapshot:
    """Leave before every seat has acted. Raises StalePly if the page showed another number of
    walk-outs, since leaving may now be a loss."""
    user_id = before.players[seat].user_id or 0
    if shown is not None and shown != walkouts.lately([user_id], now).get(user_id, 0):
        raise StalePly(
            _(
                "You have left another game since this page was made."
                " Look again at what leaving this one costs."
            )
        )
    return leave(before, (seat,), LeftBy.RESIGN, now)


def running(
    table_id: str, user_id: int | None, now: datetime, stamp: Stamp | None
) -> tuple[Snapshot, int]:
    """Return the running table, locked, and the number of the user's seat, which has not left.
    Raises TableError."""
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
    return all(player.level or str(player.number) in agreed for player in snapshot.players)


def release_seats(*, user: User, now: datetime) -> None:
    """Take a closed account away from its tables: it stands up from open ones, resigns running
    ones, and is invited nowhere. When the user sleeps is forgotten."""
    sleeping.forget(user.pk)
    Invitation.objects.filter(user=user).delete()
    for seat in (
        Seat.objects.filter(user=user, ended_at=None, table__game__in=engines().keys())
        .exclude(table__status=Status.ENDED)
        .select_related("table")
    ):
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
