"""Claim due rules and report runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from accounts.services.removal import remove
from games.retention.models import Run, Turn


def claim(*, rule: str, now: datetime, every: timedelta) -> bool:
    """Claim a rule if it is due; return whether that succeeded, as it does for one of two
    workers."""
    Turn.objects.get_or_create(rule=rule, defaults={"due_at": now})
    due = Turn.objects.filter(rule=rule, due_at__lte=now)
    return due.update(due_at=now + every, looked_at=now, failed=False) == 1


def make_due(*, rule: str, now: datetime) -> None:
    """Make a rule due at once, since rows are left."""
    Turn.objects.filter(rule=rule).update(due_at=now)


def fail(*, rule: str) -> None:
    """Record a rule's failure."""
    Turn.objects.filter(rule=rule).update(failed=True)


def write(*, removed: Mapping[str, int], failed: Sequence[str], now: datetime) -> Run | None:
    """Save and return the report of a run; None if it removed nothing."""
    counts = {rule: count for rule, count in removed.items() if count}
    if not counts and not failed:
        return None
    return Run.objects.create(at=now, removed=counts, failed=list(failed))


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete reports older than `after`; return how many."""
    return remove(Run.objects.filter(at__lt=now - after), limit)
