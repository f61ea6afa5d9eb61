"""Ties of a user to others, as the database has them."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from games.people.models import Kind, Tie


def chosen(user_id: int, kind: str) -> frozenset[int]:
    """Return the ids of those whom a user follows, mutes or blocks. One query."""
    return frozenset(Tie.objects.filter(user=user_id, kind=kind).values_list("other", flat=True))


def apart(user_id: int) -> frozenset[int]:
    """Return the ids of those with whom a user is not to be brought together: one of the two has
    blocked the other. One query."""
    blocks = Tie.objects.filter(Q(user=user_id) | Q(other=user_id), kind=Kind.BLOCK)
    return frozenset(
        other if user == user_id else user for user, other in blocks.values_list("user", "other")
    )


def any_apart(user_id: int, others: Collection[int]) -> bool:
    """Return whether a user and one of these others are not to be brought together. One query."""
    there = Q(user=user_id, other__in=others) | Q(other=user_id, user__in=others)
    return bool(others) and Tie.objects.filter(there, kind=Kind.BLOCK).exists()
