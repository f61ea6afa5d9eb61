"""Joining and leaving clubs."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Case, When
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.clubs import notices, selectors
from games.community.clubs.errors import ClubError, NoSuchClub, NotYours, TooMany
from games.community.clubs.models import LONGEST_ASKED, Asked, Club, Door, Membership, Role, new_key
from games.community.clubs.services import locking
from games.community.clubs.services.lifecycle import shut
from games.community.people.selectors import any_apart
from games.community.talk import services as talk
from games.community.talk.words import cleaned
from games.notices.calendar import selectors as keys

VENUE = "club"  # as talk knows clubs
BY_AGE = (Case(When(role=Role.ORGANISER, then=0), default=1), "joined_at", "pk")


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


def forget_user(user_id: int) -> None:
    """Take a user whose account is closing out of all clubs, in the transaction of the closing.
    Clubs are locked in the order of their ids, so that no two closings wait for each other."""
    Asked.objects.filter(user=user_id).delete()
    mine = list(Membership.objects.filter(user=user_id).order_by("club").values_list("club"))
    for (club_id,) in mine:
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        _part(club, user_id, timezone.now())
