"""Asking for one's data, and forgetting it again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts import errands
from accounts.models import User
from accounts.services.removal import remove
from games.export import selectors
from games.export.models import Export

MAKE = "games.export.tasks.make_due"


class TooSoon(Exception):
    """There was an export less than a day ago, or one is being made."""


@transaction.atomic
def ask(*, user: User, now: datetime) -> Export:
    """Ask for everything of a user. Raises TooSoon; of two requests at once one is refused."""
    locked = User.objects.select_for_update().get(pk=user.pk, is_active=True)
    if selectors.next_at(locked.pk, now) is not None:
        raise TooSoon
    export = Export.objects.create(user=locked, asked_at=now)
    transaction.on_commit(lambda: errands.ask(MAKE), robust=True)
    return export


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete files that were asked for so long ago; return how many."""
    return remove(Export.objects.filter(asked_at__lt=now - after), limit)


def forget_all(user_id: int) -> None:
    """Delete the files of a user whose account is closed, also one that is being made."""
    Export.objects.filter(user=user_id).delete()
