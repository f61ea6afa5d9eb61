"""Apply the due rules."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import datetime

from games.retention.rules import RULES, Rule
from games.retention.services import runs

log = logging.getLogger(__name__)
BUDGET = 120.0  # seconds of a round


def run_due_rules(*, now: datetime, rules: Iterable[Rule] = RULES) -> dict[str, int]:
    """Apply the due rules in batches, and write a report; return the number of rows removed by
    rule. A failed rule does not stop the others."""
    removed: dict[str, int] = {}
    failed: list[str] = []
    until = time.monotonic() + BUDGET
    for rule in rules:
        if time.monotonic() > until or not runs.claim(rule=rule.name, now=now, every=rule.every):
            continue
        try:
            removed[rule.name] = _apply(rule, now, until)
        except Exception:
            log.exception("Housekeeping failed at %s.", rule.name)
            runs.fail(rule=rule.name)
            failed.append(rule.name)
    runs.write(removed=removed, failed=failed, now=now)
    return removed


def _apply(rule: Rule, now: datetime, until: float) -> int:
    """Remove batches until nothing is left or a limit is reached; return the number of rows."""
    count = 0
    while True:
        limit = min(rule.batch, rule.limit - count)
        found = rule.remove(now=now, after=rule.kept, limit=limit)
        count += found
        if found < limit:
            return count
        if count >= rule.limit or time.monotonic() > until:
            runs.make_due(rule=rule.name, now=now)
            return count
