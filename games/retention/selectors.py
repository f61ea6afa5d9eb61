"""Reports of retention, for the desk."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.retention.models import Run, Turn
from games.retention.rules import RULES, Rule


@dataclass(frozen=True, slots=True)
class Kept:
    """A rule, its last run, and what it removed recently."""

    rule: Rule
    looked_at: datetime | None
    day: int
    month: int
    failed: bool  # at the last run


def last_run() -> Run | None:
    """Return the newest run that removed something or failed, or None."""
    return Run.objects.order_by("-at", "-pk").first()


def kept(now: datetime) -> list[Kept]:
    """Return all rules with the rows removed in the last day and in 30 days. Two queries."""
    turns = {turn.rule: turn for turn in Turn.objects.all()}
    day: Counter[str] = Counter()
    month: Counter[str] = Counter()
    for run in Run.objects.filter(at__gt=now - timedelta(days=30)).iterator():
        month.update(run.removed)
        if run.at > now - timedelta(days=1):
            day.update(run.removed)
    return [_kept(rule, turns.get(rule.name), day[rule.name], month[rule.name]) for rule in RULES]


def _kept(rule: Rule, turn: Turn | None, day: int, month: int) -> Kept:
    looked_at, failed = (turn.looked_at, turn.failed) if turn else (None, False)
    return Kept(rule, looked_at, day, month, failed)
