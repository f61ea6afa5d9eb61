"""Claiming due rules, and reports of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from accounts.services.removal import remove
from games.retention.models import Run, Turn


def claim(*, rule: str, now: datetime, every: timedelta) -> bool:
    """Claim a rule if it is due; return whether the caller got it. Of two workers one does. After a
    crash the rest waits for the next time."""
    Turn.objects.get_or_create(rule=rule, defaults={"due_at": now})
    due = Turn.objects.filter(rule=rule, due_at__lte=now)
    return due.update(due_at=now + every, looked_at=now, failed=False) == 1


def leave_rest(*, rule: str, now: datetime) -> None:
    """Make a rule due again at once: more is left than one run removes."""
    Turn.objects.filter(rule=rule).update(due_at=now)


def fail(*, rule: str) -> None:
    """Record a rule's failure; it is due again as usual."""
    Turn.objects.filter(rule=rule).update(failed=True)


def write(*, removed: Mapping[str, int], failed: Sequence[str], now: datetime) -> Run | None:
    """Save the report of a run, unless nothing happened; return it."""
    counts = {rule: count for rule, count in removed.items() if count}
    if not counts and not failed:
        return None
    return Run.objects.create(at=now, removed=counts, failed=list(failed))


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete reports of that age; return how many."""
    return remove(Run.objects.filter(at__lt=now - after), limit)
