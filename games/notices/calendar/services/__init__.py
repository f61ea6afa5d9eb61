"""The only writer of calendars' addresses. Callers pass `now`."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.notices.calendar import selectors
from games.notices.calendar.models import Calendar


def renew(*, user: User, now: datetime) -> str:
    """Give a user's calendar a new address and return its token, to be shown once. The address
    before leads nowhere any more."""
    token = selectors.new()
    Calendar.objects.update_or_create(
        user=user, defaults={"token_hash": selectors.hashed(token), "made_at": now}
    )
    return token


def choose_names(*, user: User, names: bool) -> None:
    """Write whether a user's calendar names opponents."""
    Calendar.objects.filter(user=user).update(names=names)


def remove(*, user: User) -> None:
    """Remove a user's calendar."""
    forget(user.pk)


def forget(user_id: int) -> None:
    """Remove the calendar of a user, whose account may be closing."""
    Calendar.objects.filter(user=user_id).delete()
