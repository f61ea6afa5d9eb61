"""News of clubs, for those whom they concern."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from games.community.clubs.models import Club


def asked(club: Club, by: User, users: Collection[int], now: datetime) -> None:
    """Tell the leaders of a club that somebody asks to join."""


def accepted(club: Club, user: User, by: User, now: datetime) -> None:
    """Tell somebody that a club has let them in."""


def removed(club: Club, user: User, by: User, now: datetime) -> None:
    """Tell somebody that they belong to a club no more."""


def inherited(club: Club, user_id: int, now: datetime) -> None:
    """Tell somebody that a club is theirs now."""
