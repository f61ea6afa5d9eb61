"""Following, muting and blocking."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.people.models import Tie


def tie(*, user: User, other: User, kind: str, now: datetime) -> None:
    """Have a user follow, mute or block another. What is so already stays as it is."""
    Tie.objects.get_or_create(user=user, other=other, kind=kind, defaults={"at": now})


def untie(*, user: User, other: User, kind: str) -> None:
    """Take that back."""
    Tie.objects.filter(user=user, other=other, kind=kind).delete()
