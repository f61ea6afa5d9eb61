"""Merging a guest's games into the account of the same person."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from games.community.desk import consent
from games.community.moderation.errors import ConductError
from games.community.moderation.rights import Act, require
from games.ratings.services import records
from games.site.services import journal
from games.tables import services as tables
from games.tables.models import Seat


@transaction.atomic
def merge(*, by: User, guest: User, code: str, why: str, now: datetime) -> tuple[User, int, int]:
    """Move a guest's games to the account in the code of consent, and close the guest. Return the
    account, how many games moved, and how many stayed: where both sat, and deals of the day. Raises
    ConductError."""
    guest = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
    to = consent.given(code, guest)
    if to is None:
        raise ConductError(_("That is no code of this guest’s, or it is older than a week."))
    if not guest.is_guest or guest.is_closed or to.is_guest or to.is_closed:
        raise ConductError(_("A guest goes into an account, and nobody else into anything."))
    require(by, Act.MERGE, guest)
    require(by, Act.RECEIVE, to)
    # also where the guest has left: others play on with hidden cards
    if Seat.objects.filter(user=guest, ended_at=None).exists():
        raise ConductError(_("This guest still plays. Merge when those games have ended."))
    seats = Seat.objects.filter(user=guest).order_by("table")
    went = stayed = 0
    for table_id in list(seats.values_list("table", flat=True)):
        records.forget(table_id)
        if tables.hand_over(table_id=table_id, guest=guest, to=to):
            went += 1
        else:
            stayed += 1
    records.forget_of(to.pk)
    facts = {"guest": guest.name, "games": went, "stayed": stayed}
    journal.write(by=by, action="guest merged", user=to, why=why, facts=facts, now=now)
    accounts.close(user=guest, now=now)
    return to, went, stayed
