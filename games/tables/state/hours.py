"""The rules of sleep of a seat, since when each holds, and which of them a turn goes by.

A turn keeps the rules with which the seat's clock began to run. A change that holds from a later
moment never moves a deadline that people have been shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from games import zones
from games.kernel import awake_hours as kernel
from games.kernel import replay
from games.kernel.awake_hours import Hours, Rules, Span, slept, used_up
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.replay import Entry

Times: TypeAlias = tuple[tuple[int, Rules], ...]
"""Rules, each with the moment in milliseconds from which it holds, rising."""
Turn: TypeAlias = tuple[int, int | None]
"""The moments at which a clock began to run and stopped; None if it runs."""


def text(times: Sequence[tuple[int, Rules]]) -> str:
    """Return the column of a seat for these rules; "" if every minute counts under all of them."""
    if all(rules.always for _, rules in times):
        return ""
    return json.dumps([[since, kernel.text(rules)] for since, rules in times])


@lru_cache(4096)
def times(stored: str) -> Times:
    """Return the rules that the column of a seat holds; () if every minute counts."""
    return tuple((since, kernel.parse(rules)) for since, rules in json.loads(stored or "[]"))


def rules_at(stored: str, begun: int) -> Rules | None:
    """Return the rules for a turn that began at this moment; None if every minute counts."""
    holding = [rules for since, rules in times(stored) if since <= begun]
    return holding[-1] if holding and not holding[-1].always else None


def awake(
    stored: Mapping[int, str],
    since: int,
    turns: Callable[[int], Sequence[Turn]],
    stands: tuple[Span, ...] = (),
    budget: int | None = None,
) -> dict[int, Hours]:
    """Return when those seats are awake, for counting from `since` on, for whom not every minute
    counts. `stands`: spans in which all clocks stand.

    `turns` tells when the clock of a seat has run, at the end the turn that began at `since` at
    the latest. It is asked only where rules have changed by then, or where sleep and days off stop
    a clock for no more than `budget`.
    """
    found: dict[int, Hours] = {}
    for seat, column in stored.items():
        known = times(column)
        if not known:
            continue
        changed = len(known) > 1 and known[1][0] <= since
        run = turns(seat) if changed or budget is not None else ()
        rules = rules_at(column, run[-1][0] if run else known[0][0])
        if rules is None:
            continue
        found[seat] = Hours(rules, zones.zone_at(rules.zone, since), stands)
        if budget is not None and run:
            left = budget - sum(_slept(column, *turn, stands) for turn in run[:-1])
            found[seat] = replace(found[seat], until=used_up(found[seat], run[-1][0], left))
    return found


def _slept(column: str, since: int, until: int | None, stands: tuple[Span, ...]) -> int:
    """Return for how long the clock stood in a turn that has ended."""
    rules = rules_at(column, since)
    if rules is None or until is None:
        return 0
    return slept(Hours(rules, zones.zone_at(rules.zone, since), stands), since, until)


def turns(
    engine: AnyEngine, setup: Setup, entries: Iterable[tuple[Entry, int]], seat: int
) -> Iterator[Turn]:
    """Yield the moments at which the clock of a seat began to run and stopped; None if it runs
    after these entries: each with its moment."""
    position, begun = replay.begin(engine, setup), None
    for entry, at in entries:
        position = replay.advance(engine, position, entry)
        acts = seat in engine.to_act(position.state)
        if acts and begun is None:
            begun = at
        elif not acts and begun is not None:
            yield begun, at
            begun = None
    if begun is not None:
        yield begun, None
