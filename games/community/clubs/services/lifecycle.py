"""Founding a club, describing it, choosing its door, and closing it."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Role as Office
from accounts.models import User
from accounts.services.removal import remove
from games.community.clubs import names
from games.community.clubs.errors import ClubError, NotYours, TooMany
from games.community.clubs.models import (
    LONGEST_WORDS,
    Club,
    Door,
    Membership,
    NameMark,
    Role,
    new_key,
)
from games.community.clubs.services import locking
from games.community.clubs.services.tables import hide_tables
from games.community.talk import services as talk
from games.site import switches
from games.site.models import Name

OFFICES = (Office.HOST, Office.MODERATOR)
KEPT = timedelta(days=90)


def may_found(user: User) -> str:
    """Return why a user may not found a club, or ""."""
    if user.is_guest:
        return _("Clubs are for people with an account. Make one: it takes a minute.")
    if not switches.is_on(Name.CLUBS) and user.role not in OFFICES:
        return _("On this site only hosts create clubs. Ask one of them.")
    return ""


def found(
    *,
    by: User,
    name: str,
    words: str = "",
    door: str = Door.REQUEST,
    private: bool = False,
    key: str = "",
    now: datetime,
) -> Club:
    """Found a club and return it; the same form with the same key founds one. Raises ClubError."""
    name, words = names.cleaned(name), _words(words)
    if door not in Door.values:
        raise ClubError(_("Choose who may join."))
    if refused := may_found(by):
        raise NotYours(refused)
    locking.check_words(by, now)
    stored = hashlib.sha256(f"{by.pk} {key}".encode()).hexdigest() if key else ""
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk=by.pk).values_list("pk"))
        again = Club.objects.filter(request_key=stored, closed_at=None).first() if stored else None
        if again is not None:
            return again
        _check_owned(by)
        locking.check_count(by)
        facts = {"name": name, "words": words, "door": door, "private": private}
        club = _with_slug(Club(created_at=now, request_key=stored, **facts))
        _hold_name(club)
        Membership.objects.create(club=club, user=by, role=Role.OWNER, joined_at=now)
    return club


def _check_owned(by: User) -> None:
    most = settings.LIMIT_COUNTS["clubs_owned"]
    owned = Membership.objects.filter(user=by, role=Role.OWNER, club__closed_at=None)
    if owned.count() >= most:
        raise TooMany(_("You own %(count)s clubs already. That is enough.") % {"count": most})


def _words(words: str) -> str:
    """Return a description in its stored form. Raises ClubError."""
    words = words.replace("\r\n", "\n").replace("\0", "").strip()
    if len(words) > LONGEST_WORDS:
        sentence = _("The description of a club has at most %(count)s characters.")
        raise ClubError(sentence % {"count": LONGEST_WORDS})
    return words


def _with_slug(club: Club) -> Club:
    """Save a club under a free slug. That of a private one has random letters: a taken slug would
    reveal it."""
    for tail in (club.private, True, True):
        club.slug = names.slug(club.name, tail=tail)
        try:
            with transaction.atomic():
                club.save()
        except IntegrityError:
            continue
        return club
    raise ClubError(_("Choose another name."))


def _hold_name(club: Club) -> None:
    """Reserve the name of a public club, so that no other has a confusable one."""
    club.marks.all().delete()
    if club.private:
        return
    try:
        with transaction.atomic():
            NameMark.objects.bulk_create(
                NameMark(club=club, mark=mark) for mark in sorted(names.marks(club.name))
            )
    except IntegrityError as error:
        raise ClubError(
            _("Another club has this name, or one that looks like it. Choose another name.")
        ) from error


@transaction.atomic
def describe(*, club: Club, by: User, name: str, words: str, now: datetime) -> None:
    """Change the name and the description of a club. Its address stays. Raises ClubError."""
    locked = locking.lock_for(club.pk, by, *locking.LEADERS)
    locking.check_words(by, now)
    renamed, said = names.cleaned(name), _words(words)
    changed = renamed != locked.name
    if locked.hidden and (renamed, said) == (locked.name, locked.words):
        raise ClubError(_("A moderator has removed this text. Write another."))
    locked.name, locked.words, locked.hidden = renamed, said, False
    locked.save(update_fields=["name", "words", "hidden"])
    if changed:
        _hold_name(locked)


def choose_door(*, club: Club, by: User, door: str, private: bool, now: datetime) -> Club:
    """Choose who may join, and whether a club exists for strangers; return the club, whose address
    changes when it becomes private or public. Raises ClubError.

    Its tables are hidden before it is, and those that were opened meanwhile afterwards: whatever
    dies, no table of a private club is seen. The club is not locked while its players are.
    """
    if private:
        with transaction.atomic():
            locking.lock_for(club.pk, by, Role.OWNER)
        hide_tables(club)
    changed = _choose_door(club, by, door, private)
    if private:
        hide_tables(club)
    return changed


@transaction.atomic
def _choose_door(club: Club, by: User, door: str, private: bool) -> Club:
    locked = locking.lock_for(club.pk, by, Role.OWNER)
    if door not in Door.values:
        raise ClubError(_("Choose who may join."))
    turns = locked.private != private
    locked.door, locked.private = door, private
    if turns:
        _with_slug(locked)
        _hold_name(locked)
    else:
        locked.save(update_fields=["door"])
    return locked


@transaction.atomic
def renew_link(*, club: Club, by: User, now: datetime) -> str:
    """Give a club a new link and return its key. The link before becomes invalid. Raises
    ClubError."""
    locked = locking.lock_for(club.pk, by, *locking.LEADERS)
    locked.link = new_key()
    locked.save(update_fields=["link"])
    return locked.link


@transaction.atomic
def close(*, club: Club, by: User, now: datetime) -> None:
    """Close a club: it no longer exists for anybody, and its games go on. Raises ClubError."""
    shut(locking.lock_for(club.pk, by, Role.OWNER), now)


def shut(club: Club, now: datetime) -> None:
    """Close a club whose row is locked."""
    club.closed_at, club.link, club.request_key = now, new_key(), ""
    club.save(update_fields=["closed_at", "link", "request_key"])
    club.memberships.all().delete()
    talk.check_readers(f"club-{club.pk}")
    club.asked.all().delete()
    club.marks.all().delete()


@transaction.atomic
def set_hidden(club_id: int, hidden: bool) -> None:
    """Hide the name and the words of a club from everybody, or show them again, for a moderator;
    the caller writes the journal. Its leaders may describe it anew."""
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is not None and club.hidden != hidden:
        club.hidden = hidden
        club.save(update_fields=["hidden"])


def forget(*, now: datetime, after: timedelta = KEPT, limit: int = 500) -> int:
    """Delete clubs that closed so long ago; return their number."""
    return remove(Club.objects.filter(closed_at__lt=now - after), limit)
