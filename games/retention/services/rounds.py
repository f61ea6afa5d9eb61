"""One round: all due rules, one by one."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import datetime

from games.retention.rules import RULES, Rule
from games.retention.services import runs

log = logging.getLogger(__name__)
BUDGET = 120.0  # seconds of a round; the rest comes in the next


def run_due_rules(*, now: datetime, rules: Iterable[Rule] = RULES) -> dict[str, int]:
    """Apply the due rules, each in batches; report and return what they removed. A failed rule does
    not stop the others."""
    removed: dict[str, int] = {}
    failed: list[str] = []
    until = time.monotonic() + BUDGET
    for rule in rules:
        if time.monotonic() > until or not runs.claim(rule=rule.name, now=now, every=rule.every):
            continue
        try:
            removed[rule.name] = _carry_out(rule, now, until)
        except Exception:
            log.exception("Housekeeping failed at %s.", rule.name)
            runs.fail(rule=rule.name)
            failed.append(rule.name)
    runs.write(removed=removed, failed=failed, now=now)
    return removed


def _carry_out(rule: Rule, now: datetime, until: float) -> int:
    """Remove batches until nothing is left or the budget is spent; return the number of rows."""
    count = 0
    while True:
        limit = min(rule.batch, rule.limit - count)
        found = rule.remove(now=now, after=rule.kept, limit=limit)
        count += found
        if found < limit:
            return count
        if count >= rule.limit or time.monotonic() > until:
            runs.leave_rest(rule=rule.name, now=now)
            return count
