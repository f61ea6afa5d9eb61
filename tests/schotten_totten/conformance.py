"""The answers of Schotten Totten to the conformance tests: see tests/conformance/playing.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random

from games.kernel.protocol import Seat
from games.schotten_totten.deck import BLIND, CLAN, MUD, NAMES, Card, Cards
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.state import State

States = list[State]


def cards(state: State) -> Counter[str]:
    sides = [side for stone in state.stones for side in stone.sides]
    modes = [BLIND for stone in state.stones if stone.blind] + [
        MUD for stone in state.stones if stone.mud
    ]
    return Counter(
        NAMES[card]
        for pile in (*sides, *state.hands, *state.decks, state.record.discards, modes)
        for card in pile
    )


def swap(state: State, viewer: Seat | None, rng: Random) -> State | None:
    """Exchange two hidden cards: of the decks, or of the other hand, but none that the viewer has
    put under a deck. Clan cards and tactics cards are not exchanged with each other: their backs
    are different."""
    known = () if viewer is None else (*state.hands[viewer], *state.record.returned[viewer])
    hidden = [card for pile in (*state.hands, *state.decks) for card in pile if card not in known]
    rng.shuffle(hidden)
    for i, first in enumerate(hidden):
        for second in hidden[i + 1 :]:
            if (first < CLAN) == (second < CLAN):
                return exchanged(state, first, second)
    return None


def exchanged(state: State, first: Card, second: Card) -> State:
    """Return the state with two cards exchanged in every place where they lie. A seat that had
    returned one of them now knows the other instead."""
    other = {first: second, second: first}

    def pile(cards: Cards) -> Cards:
        return tuple(other.get(card, card) for card in cards)

    def both(piles: tuple[Cards, Cards]) -> tuple[Cards, Cards]:
        return pile(piles[0]), pile(piles[1])

    first_hand, second_hand = both(state.hands)
    hands = tuple(sorted(first_hand)), tuple(sorted(second_hand))
    record = state.record._replace(returned=both(state.record.returned))
    return state._replace(
        hands=hands, decks=both(state.decks), record=record, fresh=both(state.fresh)
    )


def variant(name: str, states: States) -> bool:
    match = states[-1].match
    return name == " ".join(
        filter(None, ("expert" if match.expert else "", "tactics" if match.tactics else "base"))
    )


def ended(how: str, states: States) -> bool:
    """Tell whether a match of one round ended in this way."""
    last = states[-1]
    if len(last.match.past) != 1:
        return False
    by, passed, empty = last.match.past[0].by, last.turn.idle == 2, not any(last.decks)
    return {
        "three adjacent": by == "adjacent" and not passed,
        "five stones": by == "five" and not passed,
        "the decks are empty": empty and not passed,
        "both pass, three adjacent": by == "adjacent" and passed,
        "both pass, five stones": by == "five" and passed,
        "both pass, more stones": by == "more",
        "both pass, a draw": by == "level",
    }[how]


def told(name: str, how: str) -> Callable[[States], bool]:
    return lambda states: variant(name, states) and ended(how, states)


def places(rounds: int, *by_seat: int) -> Callable[[States], bool]:
    def shows(states: States) -> bool:
        outcome = ENGINE.outcome(states[-1])
        return (
            outcome is not None and states[-1].match.rounds == rounds and outcome.places == by_seat
        )

    return shows


VARIANTS = ("base", "tactics", "expert base", "expert tactics")
CLAIMED = (
    "three adjacent",
    "five stones",
    "the decks are empty",
    "both pass, three adjacent",
    "both pass, five stones",
)
COUNTED = ("both pass, more stones", "both pass, a draw")
"""Only where tactics cards are: without them nine stones are complete before both pass, and
somebody has five."""
WAYS = [*product(VARIANTS, CLAIMED), *product(("tactics", "expert tactics"), COUNTED)]
ENDINGS = {f"{name}: {how}": told(name, how) for name, how in WAYS} | {
    "the first seat wins after one round": places(1, 1, 2),
    "the second seat wins after one round": places(1, 2, 1),
    "a draw after one round": places(1, 1, 1),
    "the first seat wins after two rounds": places(2, 1, 2),
    "the second seat wins after three rounds": places(3, 2, 1),
    "the first seat wins after five rounds": places(5, 1, 2),
    "a draw after two rounds": places(2, 1, 1),
}
