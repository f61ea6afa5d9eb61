"""The answers of Odin to the conformance tests: see tests/conformance/playing.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from games.kernel.protocol import Seat
from games.odin.engine import ENGINE
from games.odin.sets import CARDS, names
from games.odin.state import State

States = list[State]


def cards(state: State) -> Counter[str]:
    """Return every card that was given out. On the table are the last set of the round and, until a
    card of it is taken, the one before."""
    on_table = [play.set.cards for play in state.plays[-2 if state.taking else -1 :]]
    return Counter(
        name
        for pile in (*state.hands, *on_table, state.gone, state.undealt)
        for name in names(pile)
    )


def swap(state: State, viewer: Seat | None, rng: Random) -> State | None:
    """Exchange two hidden cards: undealt ones, or of another hand without the cards that it openly
    took."""
    hidden = {-1: names(state.undealt)}
    hidden |= {
        seat: names(hand & ~state.taken[seat])
        for seat, hand in enumerate(state.hands)
        if seat != viewer
    }
    spots = [(where, card) for where, pile in hidden.items() for card in pile]
    rng.shuffle(spots)
    for i, (where, card) in enumerate(spots):
        for elsewhere, other in spots[i + 1 :]:
            if where != elsewhere:
                return with_card(with_card(state, where, card, other), elsewhere, other, card)
    return None


def with_card(state: State, where: int, old: str, new: str) -> State:
    change = CARDS[old] ^ CARDS[new]
    if where == -1:
        return state._replace(undealt=state.undealt ^ change)
    return state._replace(
        hands=tuple(
            hand ^ change if seat == where else hand for seat, hand in enumerate(state.hands)
        )
    )


def went_out(whole: bool, *, beating: bool = False) -> Callable[[States], bool]:
    """Return a predicate on the states of a game: the last hand ended with a whole hand or not, as
    a lead or beating a set."""

    def shows(states: States) -> bool:
        return states[-1].match.past[-1].whole == whole and (len(states[-1].plays) > 1) == beating

    return shows


def reached(target: int, *, exactly: bool) -> Callable[[States], bool]:
    def shows(states: States) -> bool:
        match = states[-1].match
        return match.target == target and (max(match.totals()) == target) == exactly

    return shows


def winners(seats: int, count: int) -> Callable[[States], bool]:
    def shows(states: States) -> bool:
        outcome = ENGINE.outcome(states[-1])
        return (
            outcome is not None
            and len(outcome.places) == seats
            and outcome.places.count(1) == count
        )

    return shows


def without_going_out(states: States) -> bool:
    """Tell whether no winner went out in the last hand."""
    outcome, out = ENGINE.outcome(states[-1]), states[-1].match.past[-1].out
    return outcome is not None and outcome.places[out] > 1


TARGETS = (10, 15, 20)
# With two, whoever goes out last is below the target and the other is not: the win is never shared.
ENDINGS = (
    {
        "somebody goes out by beating a set": went_out(False, beating=True),
        "somebody goes out by leading the last card": went_out(False),
        "somebody lays the whole hand": went_out(True),
        "somebody wins who did not go out last": without_going_out,
    }
    | {f"somebody has exactly {target} points": reached(target, exactly=True) for target in TARGETS}
    | {
        f"somebody has more than {target} points": reached(target, exactly=False)
        for target in TARGETS
    }
    | {f"one of {seats} wins": winners(seats, 1) for seats in ENGINE.seats}
    | {f"two of {seats} share the win": winners(seats, 2) for seats in ENGINE.seats if seats > 2}
    | {"three of four share the win": winners(4, 3)}
)
