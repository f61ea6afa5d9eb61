"""Turns of the rules, and reports of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from accounts.services.removal import remove
from games.retention.models import Run, Turn


def claim(*, rule: str, now: datetime, every: timedelta) -> bool:
    """Take a rule's turn if it is due; return whether it is the caller's. Of two workers one gets
    it. Whoever dies with it leaves the rest to the next turn."""
    Turn.objects.get_or_create(rule=rule, defaults={"due_at": now})
    due = Turn.objects.filter(rule=rule, due_at__lte=now)
    return due.update(due_at=now + every, looked_at=now, failed=False) == 1


def leave_rest(*, rule: str, now: datetime) -> None:
    """Make a rule due again at once: there was more than one run removes."""
    Turn.objects.filter(rule=rule).update(due_at=now)


def fail(*, rule: str) -> None:
    """Note that a rule could not be carried out; its next turn comes as ever."""
    Turn.objects.filter(rule=rule).update(failed=True)


def write(*, removed: Mapping[str, int], failed: Sequence[str], now: datetime) -> Run | None:
    """Write the report of a run, unless nothing has happened; return it."""
    counts = {rule: count for rule, count in removed.items() if count}
    if not counts and not failed:
        return None
    return Run.objects.create(at=now, removed=counts, failed=list(failed))


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete reports of that age; return how many."""
    return remove(Run.objects.filter(at__lt=now - after), limit)
