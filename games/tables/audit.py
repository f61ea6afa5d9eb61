"""Proof that what is stored of a table follows from its log."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.protocol import IllegalAction
from games.registry import engines
from games.tables import chain, fairness, positions
from games.tables.models import Action, EndedBy, Seat, Status, Table


def faults(table: Table) -> Iterator[str]:
    """What is wrong with a table, each in one sentence; nothing if all holds."""
    if table.game not in engines():
        yield "is of a game that is no longer offered"
        return
    seats = list(Seat.objects.filter(table=table).select_related("user").order_by("number"))
    actions = list(Action.objects.filter(table=table).order_by("ply"))
    yield from _chain_faults(table, actions)
    try:
        snapshot = positions.of(table, seats, actions)
    except (IllegalAction, IndexError, ValueError) as error:
        yield f"does not replay: {error}"
        return
    if actions:
        yield from _position_faults(table, seats, snapshot)
        if not fairness.of(table, seats, [action for action in actions if action.seat is None]).ok:
            yield "has a deal that does not follow from its secret"
    elif table.status == Status.RUNNING:
        yield "is running without a log"


def _chain_faults(table: Table, actions: list[Action]) -> Iterator[str]:
    tail = table.commitment
    for ply, action in enumerate(actions):
        expected = chain.link(tail, table_id=table.id, ply=ply, seat=action.seat, code=action.code, at=action.at, clock_ms=action.clock_ms)
        if (action.ply, action.prev, action.hash) != (ply, tail, expected):
            yield f"has a broken chain at ply {ply}"
            return
        tail = action.hash


def _position_faults(table: Table, seats: list[Seat], snapshot: positions.Snapshot) -> Iterator[str]:
    assert snapshot.position is not None
    state, engine = snapshot.position.state, snapshot.engine
    if table.ply != len(snapshot.log):
        yield f"says it is at ply {table.ply}, its log has {len(snapshot.log)} entries"
    outcome = engine.outcome(state)
    to_act = "".join(str(seat) for seat in sorted(engine.to_act(state))) if table.status == Status.RUNNING else ""
    if table.to_act != to_act:
        yield f"says that {table.to_act or 'nobody'} is to act, its log says {to_act or 'nobody'}"
    if (outcome is not None) != (table.ended_by == EndedBy.RULES):
        yield "says otherwise than its log whether the game has ended by the rules"
    elif outcome is not None and (tuple(seat.score for seat in seats), tuple(seat.place for seat in seats)) != (
        outcome.scores,
        outcome.places,
    ):
        yield f"has other scores or places than its log, which says {outcome.scores} and {outcome.places}"
