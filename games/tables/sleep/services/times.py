"""The moment from which a change holds, and the locks that it takes."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from games.tables.services import hours
from games.tables.sleep.errors import Refused

HOLD = timedelta(hours=48)
LAST_MINUTE = timedelta(minutes=1)
"""Before a change holds: a move may go by it already that is written at the same time."""


def holds_from(now: datetime) -> datetime:
    """Return the moment from which a change holds that is made now, a whole minute."""
    at = now + HOLD
    return (
        at
        if not (at.second or at.microsecond)
        else at.replace(second=0, microsecond=0) + (LAST_MINUTE)
    )


def is_pending(from_: datetime, now: datetime) -> bool:
    """Tell whether a change that holds from a moment can still be taken away."""
    return from_ - LAST_MINUTE > now


def begin(user: User) -> None:
    """Lock the tables that a change reaches, and the user. Guests have no hours: refuse them."""
    if user.is_guest:
        raise Refused(
            _("Guests’ clocks run day and night. Create an account, then say when you sleep.")
        )
    hours.lock_tables(user.pk)
    hours.lock_users([user.pk])
