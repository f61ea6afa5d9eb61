"""The roles of members: organisers, and who owns the club."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.clubs import notices, selectors
from games.community.clubs.errors import ClubError
from games.community.clubs.models import Club, Membership, Role
from games.community.clubs.services import locking


@transaction.atomic
def promote(*, club: Club, by: User, user: User, role: str, now: datetime) -> None:
    """Make a member an organiser, or an organiser a member again. Raises ClubError."""
    locked = locking.lock_for(club.pk, by, Role.OWNER)
    if role not in (Role.ORGANISER, Role.MEMBER):
        raise ClubError(_("There is no such role."))
    theirs = selectors.role(locked, user)
    if theirs is None:
        raise ClubError(_("%(name)s is no member any more.") % {"name": user.name})
    if theirs == Role.OWNER:
        raise ClubError(_("Hand the club over first."))
    Membership.objects.filter(club=locked, user=user).update(role=role)


@transaction.atomic
def hand_over(*, club: Club, by: User, user: User, now: datetime) -> None:
    """Make a member the owner; who was it stays as organiser. Raises ClubError."""
    locked = locking.lock_for(club.pk, by, Role.OWNER)
    if user.pk == by.pk:
        return
    if selectors.role(locked, user) is None:
        raise ClubError(_("%(name)s is no member any more.") % {"name": user.name})
    Membership.objects.filter(club=locked, user=by).update(role=Role.ORGANISER)
    Membership.objects.filter(club=locked, user=user).update(role=Role.OWNER)
    notices.inherited(locked, user.pk, now)
