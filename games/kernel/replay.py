"""From a log to a position: the only place where a code from outside meets an engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.kernel.protocol import UNDO, AnyEngine, IllegalAction, Rng, Seat, Setup


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a log: a seat's code, or a deal by chance (`seat` is None, `code` is "deal R7 Y2
    …")."""

    seat: Seat | None
    code: str


@dataclass(frozen=True, slots=True)
class Position:
    """A state, the entry that led to it, and the position before. Positions are kept back to the
    start of the run of entries that one seat made."""

    state: Any
    last: Entry | None = None
    before: Position | None = None


def deal_code(cards: Iterable[str]) -> str:
    """Return the code of a deal: "deal R7 Y2 …"."""
    return " ".join(("deal", *cards))


def begin(engine: AnyEngine, setup: Setup) -> Position:
    """Return the position before the first entry. Raise BadSetup."""
    return Position(engine.start(setup))


def codes(engine: AnyEngine, state: Any, seat: Seat) -> dict[str, Any]:
    """Return code → action, for every legal action of the seat."""
    return {engine.encode(action): action for action in engine.legal_actions(state, seat)}


def play(engine: AnyEngine, state: Any, seat: Seat, code: str) -> Any:
    """Return the state after a code from outside. Raise IllegalAction if it is not the code of a
    legal action."""
    for action in engine.legal_actions(state, seat):
        if engine.encode(action) == code:
            return engine.apply(state, seat, action)
    raise IllegalAction(f"seat {seat} cannot {code[:80]!r} now")


def deal(engine: AnyEngine, state: Any, cards: tuple[str, ...]) -> Any:
    """Return the state after a deal. Raise IllegalAction if the cards are not a permutation of
    those that are due."""
    due = engine.chance(state)
    if not due or sorted(cards) != sorted(due):
        raise IllegalAction("these are not the cards to be dealt now")
    return engine.deal(state, cards)


def advance(engine: AnyEngine, position: Position, entry: Entry) -> Position:
    """Return the position after one more entry. Raise IllegalAction."""
    if entry.seat is None:
        verb, *cards = entry.code.split(" ")
        if verb != "deal":
            raise IllegalAction(f"chance only deals, it cannot {entry.code[:80]!r}")
        state = deal(engine, position.state, tuple(cards))
    elif entry.code == UNDO:
        if position.last is None or position.before is None or position.last.seat != entry.seat:
            raise IllegalAction(f"seat {entry.seat} has nothing to take back")
        return position.before
    else:
        state = play(engine, position.state, entry.seat, entry.code)
    # Only a run of one seat's entries can be taken back, so no longer chain is kept alive.
    same_run = position.last is not None and position.last.seat == entry.seat
    return Position(state, entry, position if same_run else Position(position.state, position.last))


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that stand: without those taken back and the take-backs."""
    result: list[Entry] = []
    for entry in entries:
        if entry.code == UNDO:
            result.pop()
        else:
            result.append(entry)
    return result


def fold(engine: AnyEngine, setup: Setup, entries: Iterable[Entry]) -> Position:
    """Return the position after all these entries. Raise BadSetup or IllegalAction."""
    position = begin(engine, setup)
    for entry in entries:
        position = advance(engine, position, entry)
    return position


def forced(engine: AnyEngine, position: Position) -> Entry | None:
    """Return the entry that the table plays by itself: the only legal action of the only seat to
    act, if its verb is one of the engine's `automatic`. None otherwise."""
    if not engine.automatic:
        return None
    seats = engine.to_act(position.state)
    if len(seats) != 1:
        return None
    (seat,) = seats
    actions = engine.legal_actions(position.state, seat)
    if len(actions) != 1:
        return None
    code = engine.encode(actions[0])
    return Entry(seat, code) if code.split(" ")[0] in engine.automatic else None


SAMPLES = 12
"""The number of states imagined before a take-back, or several codes at once, is allowed."""


def foreseen(
    engine: AnyEngine,
    state: Any,
    seat: Seat,
    codes: Iterable[str],
    rng: Rng,
    samples: int = SAMPLES,
) -> bool:
    """Tell whether the codes are legal one after the other, whatever is hidden from the seat: in
    each of `samples` imagined states that agree with its view.

    Otherwise a refusal of all of them would tell the seat what the first ones would have shown it,
    and nothing would be played. The true state is not asked, not even for how long it takes.
    """
    view, codes = engine.view(state, seat), list(codes)
    try:
        for _ in range(samples):
            imagined = engine.imagine(view, rng)
            for code in codes:
                imagined = play(engine, imagined, seat, code)
    except IllegalAction:
        return False
    return True


def revealed_nothing(
    engine: AnyEngine,
    position: Position,
    seat: Seat,
    rng: Rng,
    samples: int = SAMPLES,
) -> bool:
    """Tell whether the newest entry is the seat's own action and showed it nothing: then it may be
    taken back, by the seat itself while it still has to act, or if all others agree.

    An action showed nothing when the view of now follows from the view before: in each of `samples`
    imagined states that agree with the view before, the same action leads to the same view of now.
    The others have learnt by it no more than the seat knew: what a seat does not know is shown by
    deals and by the entries of others, and none has followed.
    """
    before, last = position.before, position.last
    if before is None or last is None or last.seat != seat or not engine.to_act(position.state):
        return False
    now, then = (engine.view(its.state, seat) for its in (position, before))
    for _ in range(samples):
        imagined = engine.imagine(then, rng)
        if engine.view(play(engine, imagined, seat, last.code), seat) != now:
            return False
    return True
