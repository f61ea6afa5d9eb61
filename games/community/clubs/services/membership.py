"""Choices of members about their own membership."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from games.community.clubs.errors import NoSuchClub
from games.community.clubs.models import Club, Membership
from games.notices.calendar import selectors as keys


def show_on_profile(*, club: Club, user: User, shown: bool) -> None:
    """Store whether a member's profile names the club. Raises NoSuchClub."""
    mine = Membership.objects.filter(club=club, user=user, club__closed_at=None)
    if not mine.update(shown=shown):
        raise NoSuchClub(_("There is no such club."))


def new_calendar(*, club: Club, user: User) -> str:
    """Give a member an address of the club's calendar and return its key, to be shown once. The
    address before becomes invalid. Raises NoSuchClub."""
    key = keys.new()
    mine = Membership.objects.filter(club=club, user=user, club__closed_at=None)
    if not mine.update(calendar=keys.hashed(key)):
        raise NoSuchClub(_("There is no such club."))
    return key
