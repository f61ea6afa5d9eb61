"""Joining a club: through its door, by its link, or when a leader accepts a request."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.clubs import notices, selectors
from games.community.clubs.errors import ClubError, NoSuchClub, NotYours, TooMany
from games.community.clubs.models import LONGEST_ASKED, Asked, Club, Door, Membership, Role
from games.community.clubs.services import locking
from games.community.people.selectors import any_apart
from games.community.talk.words import cleaned


@transaction.atomic
def join(*, club: Club, user: User, link: str = "", now: datetime) -> None:
    """Become a member: through an open door, or with the key of the club's link. A member stays
    what the member is. Raises ClubError."""
    locked = _door(club, user, link)
    if selectors.role(locked, user) is not None:
        return
    if not link and locked.door != Door.OPEN:
        raise NotYours(_("This club decides who joins. Ask, and wait for the answer."))
    _add(locked, user, now)


def _door(club: Club, user: User, link: str) -> Club:
    """Return a locked club that a user is about to join. Raises ClubError."""
    locking.lock_account(user)
    locked = locking.lock(club.pk)
    if link and not constant_time_compare(link, locked.link):
        raise NoSuchClub(_("This link no longer works. Ask for a new one."))
    if not link and not selectors.may_see(locked, user):
        raise NoSuchClub(_("There is no such club."))
    leaders = Membership.objects.filter(club=locked, role=Role.OWNER).values_list("user", flat=True)
    if any_apart(user.pk, list(leaders)):
        raise NotYours(_("You cannot join this club."))
    return locked


def _add(club: Club, user: User, now: datetime) -> None:
    """Make a user a member of a locked club. Raises TooMany."""
    most = settings.LIMIT_COUNTS["club_members"]
    if club.memberships.count() >= most:
        raise TooMany(_("This club is full."))
    locking.check_count(user)
    Membership.objects.get_or_create(club=club, user=user, defaults={"joined_at": now})
    _forget_asked(club, user)


def _forget_asked(club: Club, user: User) -> None:
    gone, _rows = Asked.objects.filter(club=club, user=user).delete()
    if gone:
        notices.answered(club, user.pk)


@transaction.atomic
def ask(*, club: Club, user: User, words: str = "", now: datetime) -> None:
    """Ask to join; asking again changes the words. An open door lets the user in at once. Raises
    ClubError."""
    if len(words) > 4 * LONGEST_ASKED or len(words := cleaned(words)) > LONGEST_ASKED:
        sentence = _("A message can have at most %(count)s characters.")
        raise ClubError(sentence % {"count": LONGEST_ASKED})
    locked = _door(club, user, "")
    if selectors.role(locked, user) is not None:
        return
    if locked.door == Door.OPEN:
        return _add(locked, user, now)
    if locked.door == Door.LINK:
        raise NotYours(_("This club is joined by a link. Ask a member for it."))
    if words:
        locking.check_words(user, now)
    if locked.asked.count() >= settings.LIMIT_COUNTS["club_requests"]:
        raise TooMany(_("Many have asked to join this club. Try again later."))
    facts = {"words": words, "at": now}
    _row, new = Asked.objects.update_or_create(club=locked, user=user, defaults=facts)
    if new:
        leaders = locked.memberships.filter(role__in=locking.LEADERS)
        notices.asked(locked, user, list(leaders.values_list("user", flat=True)), now)
    return None


@transaction.atomic
def withdraw(*, club: Club, user: User) -> None:
    """Take back one's request to join."""
    _forget_asked(club, user)


@transaction.atomic
def accept(*, club: Club, by: User, user: User, now: datetime) -> None:
    """Accept a request to join. Raises ClubError."""
    locking.lock_account(user)
    locked = locking.lock_for(club.pk, by, *locking.LEADERS)
    if not Asked.objects.filter(club=locked, user=user).exists():
        if selectors.role(locked, user) is None:
            raise ClubError(_("%(name)s does not ask any more.") % {"name": user.name})
        return
    _add(locked, user, now)
    notices.accepted(locked, user, by, now)


@transaction.atomic
def decline(*, club: Club, by: User, user: User, now: datetime) -> None:
    """Decline a request to join. Nobody is told. Raises ClubError."""
    locked = locking.lock_for(club.pk, by, *locking.LEADERS)
    _forget_asked(locked, user)
