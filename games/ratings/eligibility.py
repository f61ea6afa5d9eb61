"""Eligibility for a rank where ratings are guarded: an account needs a proof, and must not play
with an account of the same address.

`Rating.eligible` stores it, since a leaderboard reads an index. It is written with a rating, when
an account's proof changes, and by a sweep that corrects what was missed."""

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

TOGETHER = 3  # rated games from one address: one visit is no household …
LATELY = timedelta(days=90)  # … and addresses change hands


@dataclass(frozen=True, slots=True)
class Bar:
    """The reasons against a rank: no proof, or the names of those who share the account's
    address."""

    unproved: bool
    others: tuple[str, ...]


def guarded() -> bool:
    """Return whether this site guards its ratings."""
    return settings.RATINGS == "guarded"


def of(users: Collection[int], now: datetime) -> set[int]:
    """Return the users among these who may be ranked."""
    return proofs.with_proof(users) - set(together(now, users)) if guarded() else set(users)


def together(now: datetime, users: Collection[int] | None = None) -> dict[int, set[int]]:
    """Return recent pairs of rated games from one address that the host has not vouched for (of
    these users, or all)."""
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
    """Return the pairs of accounts that the host has vouched for."""
    return set(Housemates.objects.values_list("first", "second"))


def bar(user: User, now: datetime) -> Bar | None:
    """Return the reasons against a rank for this user, or None. Four queries."""
    if not guarded():
        return None
    others = together(now, [user.pk]).get(user.pk, ())
    unproved = user.pk not in proofs.with_proof([user.pk])
    there = User.objects.filter(pk__in=others, closed_at=None).order_by("username")
    names = tuple(other.name for other in there)
    return Bar(unproved, names) if unproved or others else None


def may(now: datetime) -> Q:
    """Return the condition for a `Rating` of a user who may be ranked."""
    if not guarded():
        return Q(pk__isnull=False)
    address = EmailAddress.objects.filter(user=OuterRef("user"), verified=True)
    passkey = Authenticator.objects.filter(user=OuterRef("user"), type=Authenticator.Type.WEBAUTHN)
    return (Q(Exists(address)) | Q(Exists(passkey))) & ~Q(user__in=list(together(now)))
