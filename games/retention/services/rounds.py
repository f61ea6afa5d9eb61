"""A round through the house: every rule that is due, one after the other."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import datetime

from games.retention.rules import RULES, Rule
from games.retention.services import runs

log = logging.getLogger(__name__)
BUDGET = 120.0  # seconds of a round; what is left comes in the next


def keep_house(*, now: datetime, rules: Iterable[Rule] = RULES) -> dict[str, int]:
    """Carry out the rules that are due, each in batches, and report what they removed; return it. A
    rule that fails keeps no other back."""
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
    """Remove batches until there is no more, or enough is done; return how many things."""
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
