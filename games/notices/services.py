"""What people decide about notices: which they want, and whom they invite."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import limits
from accounts.models import TurnMail, User
from games.notices import due
from games.notices.links import Stop
from games.notices.models import Kind, Notice, State
from games.notices.selectors import TO_ACT
from games.tables import access
from games.tables.errors import NotPossible, NotYourSeat, TooFast
from games.tables.models import Seat, Status

# fields of a user
WISHES = ("turn_mail", "over_mail", "invitation_mail", "goes_on", "bots_pause", "mail_zone")
OLD = timedelta(days=90)  # longer than any turn by correspondence


@transaction.atomic
def choose(*, user: User, wishes: Mapping[str, Any], now: datetime) -> None:
    """Keep a user's wishes. Who switches mails on has the tables that wait now before their eyes:
    only later ones are told."""
    before = User.objects.select_for_update().get(pk=user.pk)
    User.objects.filter(pk=user.pk).update(
        **{name: wishes[name] for name in WISHES if name in wishes}
    )
    user.refresh_from_db()
    if before.turn_mail == TurnMail.OFF != user.turn_mail:
        for seat in Seat.objects.filter(TO_ACT, user=user).select_related("table"):
            _told(user, seat, Kind.TURN, due.begun(seat.table_id, seat.number), now)
    if user.over_mail and not before.over_mail:
        for seat in Seat.objects.filter(
            user=user, table__ended_at__gt=now - due.NEWS
        ).select_related("table"):
            _told(user, seat, Kind.OVER, 0, now)
    waiting = Notice.objects.filter(user=user, kind=Kind.TURN, state=State.WAITING)
    waiting.update(due_at=due.due_at(user, now))


def _told(user: User, seat: Seat, kind: Kind, begun: int, now: datetime) -> None:
    settled = {"version": seat.table.version, "state": State.DROPPED, "due_at": now}
    Notice.objects.get_or_create(
        user=user, table=seat.table, kind=kind, begun=begun, defaults=settled
    )


def stop(asked: Stop, *, daily: bool = False) -> None:
    """What a link in a mail asks for: no more of these, or only one a day."""
    change: dict[Kind, dict[str, object]] = {
        Kind.TURN: {"turn_mail": TurnMail.DAILY if daily else TurnMail.OFF},
        Kind.OVER: {"over_mail": False},
        Kind.IDLE: {"over_mail": False},
        Kind.INVITATION: {"invitation_mail": False},
    }
    users = User.objects.filter(pk=asked.user_id)
    if daily:
        users = users.filter(turn_mail=TurnMail.NOW)  # an old link does not start mails again
    users.update(**change[asked.kind])


@transaction.atomic
def invite(*, table_id: str, by: User, name: str, now: datetime) -> User:
    """Tell somebody by name that a seat is free: at most once a table. Raises TableError.

    Whether that person takes mail makes no difference to anything here, not even to the limit: so
    nobody finds it out.
    """
    if by.is_guest:
        raise NotYourSeat(
            _("Guests invite nobody by e-mail. Send the link yourself, or make an account.")
        )
    table = access.lock(table_id)
    if table.status != Status.OPEN:
        raise NotPossible(
            _("The game has begun, or the table has closed. Nobody can be invited any more.")
        )
    seats = {seat.user_id for seat in table.seats.all()}
    if by.pk not in seats:
        raise NotYourSeat(_("Only those who sit here invite others."))
    user = User.objects.filter(
        username__iexact=name.strip(), is_guest=False, is_active=True
    ).first()
    if user is None:
        raise NotPossible(_("Nobody here has that name. Capitals do not matter, the rest does."))
    if user.pk in seats:
        raise NotPossible(_("%(name)s sits here already.") % {"name": user.name})
    if not Notice.objects.filter(user=user, table=table, kind=Kind.INVITATION).exists():
        if not limits.allow("invited", user.pk):
            raise TooFast(
                _("%(name)s has been invited often today. Send the link yourself.")
                % {"name": user.name}
            )
        Notice.objects.create(user=user, table=table, kind=Kind.INVITATION, by=by, due_at=now)
    return user


def forget_old(*, now: datetime) -> int:
    """Delete what was told long ago."""
    old = Notice.objects.filter(due_at__lt=now - OLD).exclude(
        state__in=[State.WAITING, State.SENDING]
    )
    return old.delete()[0]
