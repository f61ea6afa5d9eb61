"""The only writer of calendars. Callers pass `now`."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.notices.calendar import selectors
from games.notices.calendar.models import Calendar


def renew(*, user: User, now: datetime) -> str:
    """Replace the address of a user's calendar, and return its token, to be shown once."""
    token = selectors.new()
    Calendar.objects.update_or_create(
        user=user, defaults={"token_hash": selectors.hashed(token), "made_at": now}
    )
    return token


def choose_names(*, user: User, names: bool) -> None:
    """Set whether a user's calendar names opponents."""
    Calendar.objects.filter(user=user).update(names=names)


def remove(*, user: User) -> None:
    """Remove a user's calendar."""
    forget(user.pk)


def forget(user_id: int) -> None:
    """Remove the calendar of a user."""
    Calendar.objects.filter(user=user_id).delete()
