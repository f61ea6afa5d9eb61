"""Eligibility where ratings are guarded: an account is ranked if it has a proof, and does not play
with an account of the same address.

`Rating.eligible` says so in every row, since a leaderboard is read along an index. It is written
with a rating, when an account tells that its proof has changed, and by a sweep that corrects what
was missed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q

from accounts import proofs
from accounts.models import User
from games.ratings.models import Housemates, Meeting

TOGETHER = 3  # rated games from one address: a visit is no household …
LATELY = timedelta(days=90)  # … and addresses pass on to others


@dataclass(frozen=True, slots=True)
class Bar:
    """The reasons for which somebody is not ranked: no proof, or the names of those with whom the
    account shares an address."""

    unproved: bool
    others: tuple[str, ...]


def guarded() -> bool:
    """Return whether this site guards its ratings."""
    return settings.RATINGS == "guarded"


def of(users: Collection[int], now: datetime) -> set[int]:
    """Return those of these users who may be ranked."""
    return proofs.proved(users) - set(together(now, users)) if guarded() else set(users)


def together(now: datetime, users: Collection[int] | None = None) -> dict[int, set[int]]:
    """Return who played rated games from one address lately, and with whom, unless the host knows
    them (of these users, or all)."""
    met: Any = Meeting.objects.filter(shared=True, at__gt=now - LATELY)
    if users is not None:
        met = met.filter(Q(first__in=users) | Q(second__in=users))
    pairs = list(
        met.values_list("first", "second")
        .annotate(games=Count("pk"))
        .filter(games__gte=TOGETHER)
        .order_by()
    )
    found: dict[int, set[int]] = {}
    known = housemates() if pairs else set()
    for first, second, _games in pairs:
        if (first, second) not in known:
            found.setdefault(first, set()).add(second)
            found.setdefault(second, set()).add(first)
    return found


def housemates() -> set[tuple[int, int]]:
    """Return the pairs of accounts of which the host has said that they are two people's."""
    return set(Housemates.objects.values_list("first", "second"))


def bar(user: User, now: datetime) -> Bar | None:
    """Return the reasons for which this user is not ranked; None if there are none. Four
    queries."""
    if not guarded():
        return None
    others = together(now, [user.pk]).get(user.pk, ())
    unproved = user.pk not in proofs.proved([user.pk])
    there = User.objects.filter(pk__in=others, closed_at=None).order_by("username")
    names = tuple(other.name for other in there)
    return Bar(unproved, names) if unproved or others else None


def may(now: datetime) -> Q:
    """Return the condition under which a `Rating` is one of a user who may be ranked."""
    if not guarded():
        return Q(pk__isnull=False)
    address = EmailAddress.objects.filter(user=OuterRef("user"), verified=True)
    passkey = Authenticator.objects.filter(user=OuterRef("user"), type=Authenticator.Type.WEBAUTHN)
    return (Q(Exists(address)) | Q(Exists(passkey))) & ~Q(user__in=list(together(now)))
