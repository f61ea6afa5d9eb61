"""Plans between turns: who may leave them, since when, and what a seat has seen meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games import registry
from games.kernel import foresee
from games.kernel.protocol import Seat
from games.screens.contract import AnyScreen
from games.screens.phrases import Sentence
from games.screens.plans import Choices, Codes, Field, Planning, Seen, Values, watched
from games.tables.models import Status
from games.tables.state.snapshot import Snapshot

MOST = 10
"""The limit of lines of a player."""
STEPS = 4
"""The number of codes of a planned turn in a game without a form of its own."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a plan: the name of its condition, and the values of the condition's fields and of
    the answer's."""

    condition: str
    arguments: dict[str, str]
    answer: dict[str, str]


def may_leave_plans(table: Snapshot, seat: Seat | None) -> bool:
    """Tell whether this seat may leave plans whenever it waits: the game runs, is not live, and
    another person plays who is waited for. Bots answer at once.

    It tells nothing of the plans that there are: everybody may know the answer.
    """
    if seat is None or table.status != Status.RUNNING or table.position is None:
        return False
    if table.control.kind == "live":
        return False
    return seat in table.people and len(table.people) > 1


def may_leave_now(table: Snapshot, seat: Seat | None) -> bool:
    """Tell whether this seat may leave plans now."""
    if not may_leave_plans(table, seat) or table.position is None:
        return False
    return seat not in table.engine.to_act(table.position.state)


def after_last_entry(table: Snapshot, seat: Seat) -> int:
    """Return the ply after the seat's last entry; 0 if it has none."""
    log = table.log
    return next((ply + 1 for ply in reversed(range(len(log))) if log[ply].entry.seat == seat), 0)


def after_last_deal(table: Snapshot) -> int:
    """Return the ply after the newest deal; 0 without one."""
    return next((run.plies[-1] + 1 for run in reversed(table.runs) if run.seat is None), 0)


def waiting_since(table: Snapshot, seat: Seat) -> int:
    """Return the ply since which the seat waits, or has waited for its current turn: after its last
    entry, the newest deal, or the take-back that renewed the turn. It tells turns, and plans of
    different deals, apart."""
    return max(after_last_entry(table, seat), after_last_deal(table), table.players[seat].renewed)


def seen(table: Snapshot, seat: Seat) -> Seen[Any]:
    """Return what the seat has seen since its last entry, or since the newest deal."""
    assert table.position is not None
    start = max(after_last_entry(table, seat), after_last_deal(table))
    before = table.until(start).position
    assert before is not None
    entries = [logged.entry for logged in table.log[start:]]
    states = before.state, table.position.state
    return watched(planning(table, seat), table.engine, seat, states, entries)


def view(table: Snapshot, seat: Seat) -> Any:
    """Return the seat's current view."""
    assert table.position is not None
    return table.engine.view(table.position.state, seat)


def planning(table: Snapshot, seat: Seat) -> Planning[Any]:
    """Return what the game offers; for a game without a form for answers, fields with the codes
    that are likely to be legal."""
    screen = registry.screen(table.game)
    if screen.planning.answer:
        return screen.planning
    steps = table.once(("likely codes", seat), lambda: _likely(table, seat))
    fields = [
        Field(f"step{number}", _label(number), partial(_step, screen, codes, number))
        for number, codes in enumerate(steps, 1)
    ]
    return replace(screen.planning, answer=fields, codes=_codes, say=partial(_say, screen))


def _likely(table: Snapshot, seat: Seat) -> tuple[tuple[str, ...], ...]:
    """Return the codes by step. The dice are fixed, so a form that is sent back finds the choices
    that it offered."""
    return foresee.turn(table.engine, view(table, seat), seat, Random(0), STEPS)


def _label(number: int) -> str | Promise:
    return lazy("First") if number == 1 else lazy("Then")


def _step(screen: AnyScreen, codes: Codes, number: int, view: Any, seat: Seat) -> Choices:
    nothing = [("", _("nothing more"))] if number > 1 else []
    return [*nothing, *[(code, screen.say(code)) for code in codes]]


def _codes(view: Any, seat: Seat, values: Values) -> Codes:
    return [code for _name, code in sorted(values.items()) if code]


def _say(screen: AnyScreen, values: Values) -> Sentence:
    return (", ".join([screen.say(code) for _name, code in sorted(values.items()) if code]),)
