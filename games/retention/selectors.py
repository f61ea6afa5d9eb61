"""Reports of retention, for the desk."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.retention.models import Run, Turn
from games.retention.rules import RULES, Rule


@dataclass(frozen=True, slots=True)
class RuleReport:
    """A rule, its last run, and the number of rows removed in the last day and month."""

    rule: Rule
    looked_at: datetime | None
    day: int
    month: int
    failed: bool  # at the last run


def last_run() -> Run | None:
    """Return the newest run that removed something or failed, or None."""
    return Run.objects.order_by("-at", "-pk").first()


def reports(now: datetime) -> list[RuleReport]:
    """Return a report for each rule. Two queries."""
    turns = {turn.rule: turn for turn in Turn.objects.all()}
    day: Counter[str] = Counter()
    month: Counter[str] = Counter()
    for run in Run.objects.filter(at__gt=now - timedelta(days=30)).iterator():
        month.update(run.removed)
        if run.at > now - timedelta(days=1):
            day.update(run.removed)
    return [_report(rule, turns.get(rule.name), day[rule.name], month[rule.name]) for rule in RULES]


def _report(rule: Rule, turn: Turn | None, day: int, month: int) -> RuleReport:
    looked_at, failed = (turn.looked_at, turn.failed) if turn else (None, False)
    return RuleReport(rule, looked_at, day, month, failed)
