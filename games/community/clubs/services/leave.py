"""Leaving a club, and what becomes of it when its owner or its last member goes."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Case, When
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.clubs import notices, selectors
from games.community.clubs.errors import NotYours
from games.community.clubs.models import Asked, Club, Membership, Role, new_key
from games.community.clubs.services import locking
from games.community.clubs.services.lifecycle import shut
from games.community.talk import services as talk

VENUE = "club"  # as talk knows clubs
BY_AGE = (Case(When(role=Role.ORGANISER, then=0), default=1), "joined_at", "pk")


@transaction.atomic
def leave(*, club: Club, user: User, now: datetime) -> None:
    """Leave a club. Its owner hands over to the oldest organiser, or else to the oldest member; the
    last to leave closes it."""
    locked = Club.objects.select_for_update(no_key=True).filter(pk=club.pk, closed_at=None).first()
    if locked is not None:
        _part(locked, user.pk, now)


def _part(club: Club, user_id: int, now: datetime) -> None:
    """End a membership in a locked club, which never stands without an owner."""
    gone, _rows = Membership.objects.filter(club=club, user=user_id).delete()
    if gone:
        talk.check_readers(f"{VENUE}-{club.pk}")
    if not gone or club.memberships.filter(role=Role.OWNER).exists():
        return
    heir = club.memberships.order_by(*BY_AGE).first()
    if heir is None:
        shut(club, now)
        return
    heir.role = Role.OWNER
    heir.save(update_fields=["role"])
    notices.inherited(club, heir.user_id, now)


@transaction.atomic
def remove(*, club: Club, by: User, user: User, now: datetime) -> None:
    """End the membership of another user: owners that of everybody, organisers that of members. The
    link is renewed, so that it does not let them back in. Raises ClubError."""
    locked = locking.lock_for(club.pk, by, *locking.LEADERS)
    theirs, mine = selectors.role(locked, user), selectors.role(locked, by)
    if theirs is None:
        return
    if theirs != Role.MEMBER and (mine != Role.OWNER or theirs == Role.OWNER):
        raise NotYours(_("Only the owner can remove an organiser, and nobody the owner."))
    _part(locked, user.pk, now)
    locked.link = new_key()
    locked.save(update_fields=["link"])
    notices.removed(locked, user, by, now)


def forget_user(user_id: int) -> None:
    """Take a user whose account is closing out of all clubs, in the transaction of the closing.
    Clubs are locked in the order of their ids, so that no two closings wait for each other."""
    Asked.objects.filter(user=user_id).delete()
    mine = list(Membership.objects.filter(user=user_id).order_by("club").values_list("club"))
    for (club_id,) in mine:
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        _part(club, user_id, timezone.now())
