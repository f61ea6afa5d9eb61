"""Invitations to a table, by name."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import limits, names
from accounts.models import User
from games.tables import services as tables
from games.tables.errors import NotPossible, NotYourSeat, TooFast
from games.tables.models import Invitation


@transaction.atomic
def invite(*, table_id: str, by: User, name: str, now: datetime) -> User:
    """Ask somebody by name to a table that waits: news on the site, and a mail to those who wish
    for one. Both at most once a table. Raises TableError.

    Whether that person takes mail makes no difference to anything here, not even to the limit: so
    nobody finds it out.
    """
    if by.is_guest:
        raise NotYourSeat(
            _("Guests invite nobody by name. Send the link yourself, or make an account.")
        )
    user = User.objects.filter(
        username__iexact=names.normal(name.strip()), is_guest=False, is_active=True
    ).first()
    if user is None:
        raise NotPossible(_("Nobody here has that name. Capitals do not matter, the rest does."))
    known = Invitation.objects.filter(user=user, table=table_id).exists()
    tables.invite(table_id=table_id, user=user, by=by, now=now)
    if not known and not limits.allow("invited", user.pk):
        raise TooFast(
            _("%(name)s has been invited often today. Send the link yourself.")
            % {"name": user.name}
        )
    return user
