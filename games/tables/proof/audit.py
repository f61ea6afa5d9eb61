"""Proof that the rows of a table follow from its log."""

from __future__ import annotations

from collections.abc import Iterator

from games.epoch import milliseconds
from games.kernel import clock, endings, replay
from games.kernel import transcript as transcripts
from games.kernel.clock import Budgets
from games.kernel.protocol import UNDO, IllegalAction
from games.kernel.seats import text
from games.registry import engines
from games.tables.models import Action, EndedBy, Seat, Status, Table
from games.tables.proof import fairness, receipts
from games.tables.state import clocks
from games.tables.state.snapshot import Snapshot, from_rows


def faults(table: Table) -> Iterator[str]:
    """Yield each fault of a table as a sentence without its subject; nothing if all holds."""
    if table.game not in engines():
        yield "is of a game that is no longer offered"
        return
    seats = list(
        Seat.objects.filter(table=table).select_related("user", "table").order_by("number")
    )
    actions = list(Action.objects.filter(table=table).order_by("ply"))
    yield from _chain_faults(table, actions)
    try:
        snapshot = from_rows(table, seats, actions)
    except (IllegalAction, IndexError, ValueError) as error:
        yield f"does not replay: {error}"
        return
    if actions:
        yield from _position_faults(table, seats, snapshot)
        yield from _clock_faults(table, snapshot)
        yield from _turn_faults(table, seats, snapshot)
        yield from _bot_faults(table, snapshot)
        if table.status == Status.ENDED:
            # Without facts: they would be compared with themselves.
            report = transcripts.check(fairness.bare(table, seats, actions), engines())
            yield from [
                f"has a transcript that is wrong: {fault.sentence}" for fault in report.faults
            ]
        deals = [action for action in actions if action.seat is None]
        if not table.copied and not fairness.of(table, seats, deals).ok:
            yield "has a deal that does not follow from its secret"
    elif table.status == Status.RUNNING:
        yield "is running without a log"


def _chain_faults(table: Table, actions: list[Action]) -> Iterator[str]:
    broken = receipts.broken(table, actions)
    if broken is not None:
        yield f"has a broken chain at ply {broken}"


def _position_faults(table: Table, seats: list[Seat], snapshot: Snapshot) -> Iterator[str]:
    assert snapshot.position is not None
    state, engine = snapshot.position.state, snapshot.engine
    if table.ply != len(snapshot.log):
        yield f"says it is at ply {table.ply}, its log has {len(snapshot.log)} entries"
    outcome = engine.outcome(state)
    to_act = text(engine.to_act(state)) if table.status == Status.RUNNING else ""
    if table.to_act != to_act:
        yield f"says that {table.to_act or 'nobody'} is to act, its log says {to_act or 'nobody'}"
    if (outcome is not None) != (table.ended_by == EndedBy.RULES):
        yield "says otherwise than its log whether the game has ended by the rules"
    elif outcome is not None:
        places = endings.places(outcome.places, snapshot.left)
        if (tuple(seat.score for seat in seats), tuple(seat.place for seat in seats)) != (
            outcome.scores,
            places,
        ):
            yield (
                f"has other scores or places than its log, which says {outcome.scores} and {places}"
            )


def _bot_faults(table: Table, snapshot: Snapshot) -> Iterator[str]:
    if table.bots != sum(player.bot != "" for player in snapshot.players):
        yield f"says that {table.bots} bots sit there"
    if table.bot_at is None and snapshot.bots_to_act:
        yield "asks no bot to act, though one has to"


def _clock_faults(table: Table, snapshot: Snapshot) -> Iterator[str]:
    """Yield each clock that does not follow from the log.

    A bot's clock does not run. In games of earlier releases it did: from one of its entries to the
    next both rules are accepted, and `earlier` holds the clocks under the earlier rule.
    """
    if not snapshot.control.timed:
        if table.flag_at is not None or snapshot.budgets:
            yield "has a clock, though its time control has none"
        return
    bots, nobody = snapshot.clockless, frozenset[int]()
    budgets, earlier = clocks.begin(snapshot), clocks.begin(snapshot)
    ran = clocks.Turns()
    for ply, step in enumerate(clocks.steps(snapshot, ran)):
        step.move(budgets, bots)
        step.move(earlier, nobody)
        seat, told = step.logged.entry.seat, step.logged.clock_ms
        if seat is not None and told == earlier.left[seat]:
            budgets.left = _set(budgets.left, seat, earlier.left[seat])
        if told != (None if seat is None else budgets.left[seat]):
            yield f"has a clock in its log that does not follow at ply {ply}"
            return
        if seat is not None:
            earlier.left = _set(earlier.left, seat, budgets.left[seat])
    for each in (budgets, earlier):
        clocks.at_end(snapshot, each)
    if table.status == Status.RUNNING:
        yield from _running_clock_faults(table, snapshot, budgets.left, earlier.left, ran)


def _set(budgets: Budgets, seat: int, left: int) -> Budgets:
    return (*budgets[:seat], left, *budgets[seat + 1 :])


def _turn_faults(table: Table, seats: list[Seat], snapshot: Snapshot) -> Iterator[str]:
    """Yield each seat whose turns a take-back has renewed at another ply than its log says. Tables
    of earlier releases wrote none down."""
    engine, position = snapshot.engine, replay.begin(snapshot.engine, snapshot.setup)
    renewed: dict[int, int] = {}
    for ply, logged in enumerate(snapshot.log, 1):
        before = engine.to_act(position.state)
        position = replay.advance(engine, position, logged.entry)
        if logged.entry.code == UNDO:
            renewed |= dict.fromkeys(before ^ engine.to_act(position.state), ply)
    for seat in seats:
        told, known = seat.renewed, renewed.get(seat.number, 0)
        if told != known and (told > known or table.clock_rules != clocks.EARLIER):
            yield f"says that a turn of seat {seat.number} came again at ply {told}, not {known}"


def _running_clock_faults(
    table: Table,
    snapshot: Snapshot,
    budgets: Budgets,
    earlier: Budgets,
    ran: clocks.Turns,
) -> Iterator[str]:
    assert snapshot.since is not None
    since, found = (
        milliseconds(snapshot.since),
        zip(snapshot.budgets, budgets, earlier, strict=False),
    )
    if len(snapshot.budgets) != len(budgets) or any(
        stored not in allowed for stored, *allowed in found
    ):
        yield f"has clocks at {snapshot.budgets}, its log says {budgets}"
    acting = frozenset(seat for seat in table.acting if not snapshot.players[seat].gone)
    awake = clocks.awake_of(snapshot, ran, since)
    due = [
        clock.flag_at(snapshot.control, left, seats, since, awake)
        for left, seats in ((budgets, snapshot.ticking), (earlier, acting))
    ]
    if (None if table.flag_at is None else milliseconds(table.flag_at)) not in due:
        yield "lets the flag fall at another moment than its log says"
