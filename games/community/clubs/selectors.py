"""Queries for clubs: who belongs to one, and who may see it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, Q, QuerySet, When
from django.urls import reverse

from accounts.models import User
from games.community.clubs.models import Asked, Club, Membership, Role
from games.notices.calendar import selectors as keys

SHOWN = 24  # clubs on a page
NAMED_ON_PROFILE = 50
Reader = User | AnonymousUser | None


def role(club: Club, user: Reader) -> Role | None:
    """Return the role of a user in a club; None unless a member. One query."""
    if user is None or user.pk is None or club.closed_at is not None:
        return None
    found = Membership.objects.filter(club=club, user=user.pk).values_list("role", flat=True)
    return Role(found[0]) if found else None


def may_see(club: Club, user: Reader) -> bool:
    """Return whether a club exists for a user: a private one does for members alone, and a closed
    one for nobody. At most one query."""
    if club.closed_at is not None:
        return False
    return not club.private or role(club, user) is not None


def leads(found: Role | None) -> bool:
    """Return whether a role decides about members, tables and events."""
    return found in (Role.OWNER, Role.ORGANISER)


def visible(user: Reader) -> QuerySet[Club]:
    """Return the clubs that exist for a user."""
    if user is None or user.pk is None:
        return Club.objects.filter(private=False, closed_at=None)
    mine = Membership.objects.filter(user=user.pk).values("club")
    return Club.objects.filter(Q(private=False) | Q(pk__in=mine), closed_at=None)


def find(slug: str, user: Reader) -> Club | None:
    """Return a club by its slug if it exists for this user."""
    club = Club.objects.filter(slug=slug, closed_at=None).first()
    return club if club is not None and may_see(club, user) else None


def of_user(user_id: int | None) -> QuerySet[Membership]:
    """Return the memberships of a user, with their clubs, by the clubs' names."""
    mine = Membership.objects.filter(user=user_id, club__closed_at=None)
    return mine.select_related("club").order_by("club__name", "pk")


def on_profile(user_id: int, reader: Reader) -> list[tuple[str, str]]:
    """Return the clubs that a user's profile names to a reader: titles and addresses. A private one
    is named to its members alone. One query."""
    mine = of_user(user_id).filter(shown=True, club__in=visible(reader).values("pk"))
    return [
        (one.club.title, reverse("club", args=[one.club.slug])) for one in mine[:NAMED_ON_PROFILE]
    ]


def by_link(key: str) -> Club | None:
    """Return the club whose link has this key."""
    return Club.objects.filter(link=key, closed_at=None).first()


def members(club: Club) -> QuerySet[Membership]:
    """Return the members of a club: the owner, the organisers, then by the age of membership."""
    rank = Case(When(role=Role.OWNER, then=0), When(role=Role.ORGANISER, then=1), default=2)
    found = Membership.objects.filter(club=club).select_related("user")
    return found.order_by(rank, "joined_at", "pk")


def asked(club: Club) -> QuerySet[Asked]:
    """Return the requests to join a club, the oldest first."""
    return Asked.objects.filter(club=club).select_related("user").order_by("at", "pk")


def listed(page: int) -> tuple[list[Any], bool]:
    """Return a page of the public clubs, the newest first, with the numbers of their members, and
    whether there is another page. One query."""
    shown = Club.objects.filter(private=False, closed_at=None)
    counted = shown.annotate(count=Count("memberships")).order_by("-created_at", "-pk")
    start = SHOWN * (page - 1)
    found = list(counted[start : start + SHOWN + 1])
    return found[:SHOWN], len(found) > SHOWN


def calendar_of(key: str) -> Membership | None:
    """Return the membership whose calendar has this key."""
    found = Membership.objects.filter(
        calendar=keys.hashed(key), club__closed_at=None, user__is_active=True
    )
    return found.select_related("club", "user").first()
