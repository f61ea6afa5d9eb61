"""Queries for ties."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import quote

from django.db.models import Q

from accounts.models import User
from games.community.people.models import Kind, Note, Tie


def tied_to(user_id: int, kind: str) -> frozenset[int]:
    """Return the ids of the people to whom a user has a tie of this kind. One query."""
    return frozenset(Tie.objects.filter(user=user_id, kind=kind).values_list("other", flat=True))


def apart(user_id: int) -> frozenset[int]:
    """Return the ids of the people apart from a user: one of the two has blocked the other. One
    query."""
    blocks = Tie.objects.filter(Q(user=user_id) | Q(other=user_id), kind=Kind.BLOCK)
    return frozenset(
        other if user == user_id else user for user, other in blocks.values_list("user", "other")
    )


def pairs_apart(users: Collection[int]) -> frozenset[frozenset[int]]:
    """Return each pair of one of these users and a person apart from that user. One query."""
    there = Q(user__in=users) | Q(other__in=users)
    blocks = Tie.objects.filter(there, kind=Kind.BLOCK)
    return frozenset(map(frozenset, blocks.values_list("user", "other")))


def any_apart(user_id: int, others: Collection[int]) -> bool:
    """Return whether a user is apart from any of the others. One query."""
    there = Q(user=user_id, other__in=others) | Q(other=user_id, user__in=others)
    return bool(others) and Tie.objects.filter(there, kind=Kind.BLOCK).exists()


@dataclass(frozen=True, slots=True)
class Ties:
    """A user's ties to another, and the note."""

    follows: bool
    mutes: bool
    blocks: bool
    note: str


def ties(user_id: int, other_id: int) -> Ties:
    """Return a user's ties to another, and the note. Two queries."""
    kinds = set(Tie.objects.filter(user=user_id, other=other_id).values_list("kind", flat=True))
    note = Note.objects.filter(user=user_id, other=other_id).values_list("text", flat=True).first()
    return Ties(Kind.FOLLOW in kinds, Kind.MUTE in kinds, Kind.BLOCK in kinds, note or "")


def visible(reader_id: int, user_ids: Collection[int]) -> frozenset[int]:
    """Return the users among these whose presence a reader may see. At most two queries."""
    if not user_ids:
        return frozenset()
    willing = User.objects.filter(
        pk__in=user_ids, shows_presence=True, is_guest=False, closed_at=None, is_active=True
    )
    return frozenset(willing.values_list("pk", flat=True)) - apart(reader_id)


def report(username: str) -> str:
    """Return the address at which a name is reported (games.community.moderation)."""
    return f"/report/name/{quote(username)}/"
