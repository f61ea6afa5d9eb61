"""Plans: lines that a player leaves while others think, and the move that the site makes for the
player when the turn has come.

Changes of plans change no version and notify nobody; only the move is seen, like any other. The
turn's commit reads from the table's row which seats have plans, and a task is sent apart from the
request, so that no answer takes longer for it. The sweeper finds lost tasks.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import CharField, F, QuerySet
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sessions import Stamp
from games.kernel import replay
from games.kernel.protocol import MAX_CODE, UNDO, Seat
from games.kernel.replay import Entry, Position
from games.kernel.seats import text
from games.kernel.shuffle import Stream
from games.registry import engines
from games.screens.plans import Planning, Seen
from games.sweep import sweep
from games.tables import access
from games.tables.errors import NotPossible, Over, StalePly, TableError
from games.tables.models import DECLINED, Became, Plan, PlanNote, Status, Table
from games.tables.services import events
from games.tables.services.flag import after_flags
from games.tables.services.log import append, started
from games.tables.state import between_turns
from games.tables.state.between_turns import Line
from games.tables.state.snapshot import Snapshot

log = logging.getLogger(__name__)

MANY = 12
"""The maximum of codes in a line."""


@after_flags
@transaction.atomic
def keep_plans(
    *,
    table_id: str,
    user_id: int | None,
    lines: Sequence[Line],
    ply: int,
    now: datetime,
    stamp: Stamp | None = None,
) -> None:
    """Keep these lines, in this order, in place of the player's earlier ones. `ply` is that of the
    board on which they were written. Safe to repeat. Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    at = started(seat.table_id, seat.status, seat.version, now)
    _check(at, seat.number, ply)
    if len(lines) > between_turns.MOST:
        raise NotPossible(_("You can keep at most ten lines. Nothing was changed."))
    old = Plan.objects.filter(table=table_id, seat=seat.number)
    rows = _rows(at, seat.number, lines, old)
    old.delete()
    Plan.objects.bulk_create(rows)
    _note_planned(table_id)


def _rows(at: Snapshot, seat: Seat, lines: Sequence[Line], old: Iterable[Plan]) -> list[Plan]:
    """Return the rows of these lines. One that stands among the old ones of this wait keeps its
    codes. Raises NotPossible for one that the game does not know."""
    planning, since = between_turns.planning(at, seat), between_turns.waiting_since(at, seat)
    kept = {
        _key(Line(plan.condition, plan.arguments, plan.answer)): plan.codes
        for plan in old
        if plan.since == since
    }
    return [
        Plan(
            table_id=at.id,
            seat=seat,
            place=place,
            since=since,
            condition=line.condition,
            arguments=line.arguments,
            answer=line.answer,
            codes=kept.get(_key(line)) or _codes(at, planning, seat, line),
        )
        for place, line in enumerate(lines, 1)
    ]


def _note_planned(table_id: str) -> None:
    """Write the seats with plans into the locked row of the table."""
    planned = Plan.objects.filter(table=table_id).values_list("seat", flat=True)
    Table.objects.filter(pk=table_id).update(planned=text(frozenset(planned)))


def _key(line: Line) -> tuple[Any, ...]:
    return line.condition, tuple(sorted(line.arguments.items())), tuple(sorted(line.answer.items()))


def _check(at: Snapshot, seat: Seat, ply: int) -> None:
    if at.status == Status.ENDED:
        raise Over
    if not between_turns.may_leave_plans(at, seat):
        raise NotPossible(_("Lines are for games over days, while another person moves."))
    if seat in at.to_act:
        raise StalePly(_("It is your turn now. Nothing was changed."))
    if not between_turns.waiting_since(at, seat) <= ply <= at.ply:
        raise StalePly


def _codes(at: Snapshot, planning: Planning[Any], seat: Seat, line: Line) -> list[str]:
    """Return the codes of a line whose values can all be chosen now. Raises NotPossible."""
    view, condition = between_turns.view(at, seat), planning.condition(line.condition)
    if condition is None or set(line.arguments) != set(condition.fields):
        raise _incomplete()
    asked = [field for field in planning.fields if field.name in condition.fields]
    for fields, values in ((asked, line.arguments), (planning.answer, line.answer)):
        if {field.name for field in fields} != set(values):
            raise _incomplete()
        for field in fields:
            if values[field.name] not in [value for value, _words in field.choices(view, seat)]:
                raise _incomplete()
    codes = list(planning.codes(view, seat, line.answer))
    if not 0 < len(codes) <= MANY or not all(map(_is_code, codes)):
        raise _incomplete()
    return codes


def _incomplete() -> NotPossible:
    return NotPossible(_("A line cannot be kept as it stands: choose again. Nothing was changed."))


def _is_code(code: str) -> bool:
    formed = code.isascii() and code.isprintable() and "," not in code
    return formed and 0 < len(code) <= MAX_CODE and code != UNDO


# --- when the turn has come


def play_due_plans(*, now: datetime, limit: int = 200) -> int:
    """Play, at each table where it is due, what a seat has left for its turn: after a lost task, or
    a day without workers; return the number of moves. Safe to run in several workers at once."""
    for model in (Plan, PlanNote):
        model.objects.filter(table__status=Status.ENDED).delete()
    tables = due_plans(now=now).order_by("table_id").values_list("table_id", flat=True).distinct()

    def play(table_id: str) -> bool:
        with suppress(TableError):
            return play_plans(table_id=table_id, now=now)
        return False

    return sweep(
        list(tables),
        play,
        limit=limit,
        what="A plan could not be played",
    )


def due_plans(*, now: datetime) -> QuerySet[Plan]:
    """Return the lines that seats have left for a turn that has come."""
    return Plan.objects.filter(
        table__status=Status.RUNNING,
        table__game__in=engines().keys(),
        table__to_act__contains=Cast(F("seat"), CharField()),
    )


def play_plans(*, table_id: str, now: datetime) -> bool:
    """Play the first line that fits of the plans of a seat whose turn has come; all its lines go,
    and a note says what became of them. Return whether one was played. A repeated call finds no
    lines. Raises TableError."""
    # Most tables have none, and need no lock.
    if not Plan.objects.filter(table=table_id).exists():
        return False
    return _play(table_id=table_id, now=now)


@after_flags
@transaction.atomic
def _play(*, table_id: str, now: datetime) -> bool:
    table = access.lock(table_id)
    if table.status != Status.RUNNING:
        return False
    plans = Plan.objects.filter(table=table_id, seat__in=table.acting).order_by("seat", "place")
    by_seat: dict[Seat, list[Plan]] = {}
    for plan in plans:
        by_seat.setdefault(plan.seat, []).append(plan)
    if not by_seat:
        return False
    before = started(table.id, table.status, table.version, now)
    for seat, lines in by_seat.items():
        Plan.objects.filter(table=table_id, seat=seat).delete()
        _note_planned(table_id)
        if _plays(before, seat, lines, now):
            return True  # the next seat's turn comes with a task of its own
    return False


def _plays(at: Snapshot, seat: Seat, lines: Sequence[Plan], now: datetime) -> bool:
    """Play the line that fits, or note why none was played; return whether one was."""
    user = at.players[seat].user_id
    active = user is not None and User.objects.filter(pk=user, is_active=True).exists()
    if not (active and between_turns.may_leave_plans(at, seat)):
        return False
    if lines[0].since != between_turns.waiting_since(at, seat):
        if between_turns.after_last_entry(at, seat) <= lines[0].since:
            _note(at, seat, Became.DEALT, None, now)
        return False  # or the player has moved since, and needs no word
    offered = at.draw_by not in ("", DECLINED, str(seat)) or at.abort_by not in ("", str(seat))
    if offered or at.undo_by not in ("", DECLINED) or at.slow_by not in ("", str(seat)):
        _note(at, seat, Became.OFFER, None, now)
        return False
    planning, seen = between_turns.planning(at, seat), between_turns.seen(at, seat)
    line = next((line for line in lines if _fits(planning, seen, line)), None)
    if line is None:
        _note(at, seat, Became.NONE, None, now)
        return False
    steps = _steps(at, planning, seen, line)
    if not steps:
        _note(at, seat, Became.REFUSED, line, now)
        return False
    after = append(at, steps, now)
    if after.status == Status.RUNNING:
        _note(after, seat, Became.PLAYED, line, now)
    return True


def _fits(planning: Planning[Any], seen: Seen[Any], line: Plan) -> bool:
    """Tell whether a line's condition holds. One that a newer release no longer knows never
    does."""
    condition = planning.condition(line.condition)
    try:
        return condition is not None and condition.holds(seen, line.arguments)
    except Exception as error:  # its text may hold cards, which must not be logged
        log.error("A condition could not be judged: %s", type(error).__name__)
        return False


def _steps(
    at: Snapshot, planning: Planning[Any], seen: Seen[Any], line: Plan
) -> list[tuple[Entry, Position]]:
    """Return the entries of a line, each with the position after it; none if one of its codes is
    not legal, unless the ones before have shown the seat something: that cannot be had for nothing.
    What is left of a line when the turn has passed is not played."""
    engine, seat, position = at.engine, seen.seat, at.position
    assert position is not None
    steps: list[tuple[Entry, Position]] = []
    for stored in line.codes:
        if not _goes_on(at, position, seat, steps):
            break
        now = replace(seen, after=engine.view(position.state, seat))
        legal = list(replay.codes(engine, position.state, seat))
        for code in planning.meant(now, legal, stored):
            if not _goes_on(at, position, seat, steps):
                break
            if code not in replay.codes(engine, position.state, seat):
                return steps if _showed(at, seat, steps) else []
            entry = Entry(seat, code)
            position = replay.advance(engine, position, entry)
            steps.append((entry, position))
    return steps


def _showed(at: Snapshot, seat: Seat, steps: Sequence[tuple[Entry, Position]]) -> bool:
    """Tell whether the seat has learnt something by its own steps."""
    rng = Stream(b"plans")
    return not all(
        replay.revealed_nothing(at.engine, position, seat, rng) for _entry, position in steps
    )


def _goes_on(at: Snapshot, position: Position, seat: Seat, steps: Sequence[object]) -> bool:
    """Tell whether the seat still has a choice: its turn has not passed, and the next step is not
    forced."""
    if seat not in at.engine.to_act(position.state):
        return False
    return not (steps and replay.forced(at.engine, position))


def _note(at: Snapshot, seat: Seat, became: Became, line: Plan | None, now: datetime) -> None:
    """Record the fate of the plans for the player; a dropped line is news."""
    facts: dict[str, Any] = {"since": between_turns.waiting_since(at, seat), "became": became}
    if line is not None:
        facts |= {"place": line.place, "condition": line.condition}
        facts |= {"arguments": line.arguments, "answer": line.answer}
    else:
        facts |= {"place": 0, "condition": "", "arguments": {}, "answer": {}}
    PlanNote.objects.update_or_create(table_id=at.id, seat=seat, defaults=facts)
    user = at.players[seat].user_id
    if became not in (Became.PLAYED, Became.NONE) and user is not None:
        events.tell(events.Event.UNPLAYED, at.id, [user], None, now)
