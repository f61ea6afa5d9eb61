"""Request and delete exports."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts import task_messages
from accounts.models import User
from accounts.services.removal import remove
from games.export import selectors
from games.export.models import Export

MAKE = "games.export.tasks.make_due"


class TooSoon(Exception):
    """The last export is less than a day old or is being made."""


@transaction.atomic
def request(*, user: User, now: datetime) -> Export:
    """Request an export. Raises TooSoon, also for the second of two simultaneous requests."""
    locked = User.objects.select_for_update().get(pk=user.pk, is_active=True)
    if selectors.next_at(locked.pk, now) is not None:
        raise TooSoon
    export = Export.objects.create(user=locked, asked_at=now)
    transaction.on_commit(lambda: task_messages.send(MAKE), robust=True)
    return export


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete exports requested before `after`; return how many."""
    return remove(Export.objects.filter(asked_at__lt=now - after), limit)


def forget_all(user_id: int) -> None:
    """Delete the exports of a closed account, also one in progress."""
    Export.objects.filter(user=user_id).delete()
