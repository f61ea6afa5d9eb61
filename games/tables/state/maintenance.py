"""The spans in which the clocks of a table stand while the site is closed for repairs. The row of
the table keeps them, so that its clocks can be proved from its own rows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from games.kernel import awake_hours
from games.kernel.awake_hours import FOREVER, UTC, Hours, Span
from games.kernel.clock import Awake

ALWAYS = Hours(awake_hours.ALWAYS, UTC)
Stands = list[tuple[int, int | None]]
"""Spans in milliseconds, rising; the last may have no end yet."""


def read(stored: str) -> Stands:
    """Return the spans that the column of a table holds."""
    return [(start, end) for start, end in json.loads(stored or "[]")]


def text(stands: Stands) -> str:
    """Return the column of a table for these spans."""
    return json.dumps(stands) if stands else ""


def is_resting(stored: str) -> bool:
    """Return whether the clocks stand now."""
    stands = read(stored)
    return bool(stands) and stands[-1][1] is None


@lru_cache(1024)
def spans(stored: str) -> tuple[Span, ...]:
    """Return the spans that the column of a table holds, one without an end as a very long one."""
    return tuple((start, start + FOREVER if end is None else end) for start, end in read(stored))


def with_stands(awake: Awake, seats: Iterable[int], stored: str) -> Awake:
    """Return when players are awake, without the spans in which the clocks of their table stand:
    also those for whom every other minute counts."""
    if not stored:
        return awake
    return {seat: awake.get(seat) or replace(ALWAYS, stands=spans(stored)) for seat in seats}
