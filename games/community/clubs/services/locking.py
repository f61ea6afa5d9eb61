"""A club with its row locked: changes of it and its members wait here in turn.

Under the lock no row of another user is touched, not even by a foreign key: that account may be
closing, and wait for the club. So news is written after the commit.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.clubs import selectors
from games.community.clubs.errors import NoSuchClub, NotYours, TooMany
from games.community.clubs.models import Club, Membership, Role
from games.community.moderation import selectors as conduct

LEADERS = (Role.OWNER, Role.ORGANISER)


def lock(club_id: int) -> Club:
    """Return a club that is open, with its row locked until the transaction ends. Raises
    NoSuchClub."""
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id, closed_at=None).first()
    if club is None:
        raise NoSuchClub(_("There is no such club."))
    return club


def lock_for(club_id: int, by: User, *roles: Role) -> Club:
    """Return a locked club to a user with one of these roles. Raises ClubError."""
    club = lock(club_id)
    found = selectors.role(club, by)
    if found is None and club.private:
        raise NoSuchClub(_("There is no such club."))
    if found not in roles:
        raise NotYours(
            _("Only the owner of the club can do that.")
            if roles == (Role.OWNER,)
            else _("Only the owner and the organisers of the club can do that.")
        )
    return club


def lock_account(user: User) -> None:
    """Lock the row of a user who enters a club, before that of the club: a closing account is
    locked before its clubs. Raises NotYours for a guest or a closed account."""
    if user.is_guest:
        raise NotYours(_("Clubs are for people with an account. Make one: it takes a minute."))
    found = User.objects.select_for_update(no_key=True).filter(pk=user.pk, closed_at=None)
    if not found.values_list("pk", flat=True):
        raise NotYours(_("This account is closed."))


def check_words(user: User, now: datetime) -> None:
    """Raise NotYours for a muted user."""
    if conduct.mute(user.pk, now):
        raise NotYours(_("A moderator has decided that you may not write at the moment."))


def check_count(user: User) -> None:
    """Raise TooMany for a user in as many clubs as allowed."""
    most = settings.LIMIT_COUNTS["clubs"]
    if Membership.objects.filter(user=user, club__closed_at=None).count() >= most:
        raise TooMany(
            _("You belong to %(count)s clubs already. Leave one of them first.") % {"count": most}
        )
