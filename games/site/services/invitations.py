"""Create and use invitations."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import F

from games.site import invitations
from games.site.models import Invitation
from games.site.services import journal


@transaction.atomic
def invite(
    *, by: AbstractBaseUser | None, uses: int = 1, days: int = invitations.DAYS, now: datetime
) -> Invitation:
    """Create an invitation, with its entry in the journal."""
    made = invitations.new(uses, days, now)
    made.save(force_insert=True)
    facts = {"uses": made.uses, "until": made.until.isoformat()}
    journal.write(by=by, action="invite", facts=facts, now=now)
    return made


def use(*, token: str, now: datetime) -> bool:
    """Use an invitation once; return False if it is invalid or used up. Of two simultaneous last
    uses one succeeds."""
    found = invitations.find(token, now)
    if found is None:
        return False
    left = Invitation.objects.filter(pk=found.pk, until__gt=now, used__lt=F("uses"))
    return bool(left.update(used=F("used") + 1))


def forget_old(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete invitations that expired before `after`; return how many."""
    old = Invitation.objects.filter(until__lte=now - after).order_by("pk")
    numbers = list(old.values_list("pk", flat=True)[:limit])
    return Invitation.objects.filter(pk__in=numbers).delete()[0]
