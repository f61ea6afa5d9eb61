"""Invitations to a table, by name."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import limits
from accounts.models import User
from games.notices.models import Kind, Notice
from games.tables import access
from games.tables.errors import NotPossible, NotYourSeat, TooFast
from games.tables.models import Status


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
