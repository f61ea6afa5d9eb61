"""The answers of Lost Cities to the conformance tests: see tests/conformance/playing.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from games.kernel.protocol import Seat
from games.lost_cities.deck import NAMES, SUIT_OF
from games.lost_cities.engine import ENGINE
from games.lost_cities.state import State

Spot = tuple[str, int, int]
"""Where a card lies: what, of which seat or suit, and the how manieth."""


def cards(state: State) -> Counter[str]:
    expeditions = [pile for side in state.sides for pile in side.expeditions]
    hands = [side.hand for side in state.sides]
    return Counter(
        NAMES[card] for pile in (*expeditions, *hands, *state.piles, state.stock) for card in pile
    )


def swap(state: State, viewer: Seat | None, rng: Random) -> State | None:
    """Exchange two hidden cards: of the stock, below the top of a pile, or of the other hand
    without the cards that it openly took. A card in a pile is known to be of the pile's suit, so it
    is exchanged only with a card of this suit."""
    spots = hidden(state, viewer)
    rng.shuffle(spots)
    for i, one in enumerate(spots):
        for other in spots[i + 1 :]:
            first, second = card_at(state, one), card_at(state, other)
            if first != second and (
                "pile" not in (one[0], other[0]) or SUIT_OF[first] == SUIT_OF[second]
            ):
                return with_card(with_card(state, one, second), other, first)
    return None


def hidden(state: State, viewer: Seat | None) -> list[Spot]:
    spots: list[Spot] = [("stock", 0, i) for i in range(len(state.stock))]
    spots += [
        ("pile", suit, i) for suit, pile in enumerate(state.piles) for i in range(len(pile) - 1)
    ]
    for seat, side in enumerate(state.sides):
        taken = list(side.taken)
        for i, card in enumerate(side.hand):
            if card in taken:
                taken.remove(card)
            elif seat != viewer:
                spots.append(("hand", seat, i))
    return spots


def card_at(state: State, spot: Spot) -> int:
    where, which, i = spot
    return {
        "stock": (state.stock,),
        "pile": state.piles,
        "hand": [side.hand for side in state.sides],
    }[where][which][i]


def with_card(state: State, spot: Spot, card: int) -> State:
    where, which, i = spot

    def put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
        return (*items[:at], item, *items[at + 1 :])

    if where == "stock":
        return state._replace(stock=put(state.stock, i, card))
    if where == "pile":
        return state._replace(piles=put(state.piles, which, put(state.piles[which], i, card)))
    side = state.sides[which]
    first, second = put(state.sides, which, side._replace(hand=put(side.hand, i, card)))
    return state._replace(sides=(first, second))


def places(states: list[State]) -> tuple[int, ...]:
    outcome = ENGINE.outcome(states[-1])
    assert outcome is not None
    return outcome.places


def ends(rounds: int, *by_seat: int) -> Callable[[list[State]], bool]:
    return lambda states: states[-1].match.rounds == rounds and places(states) == by_seat


def played_last(states: list[State]) -> bool:
    """Tell whether the last turn played a card, rather than discarded one."""
    return states[-2].closed == 0


ENDINGS = {
    "the first seat wins after one round": ends(1, 1, 2),
    "the second seat wins after one round": ends(1, 2, 1),
    "a draw after one round": ends(1, 1, 1),
    "the first seat wins after three rounds": ends(3, 1, 2),
    "the second seat wins after three rounds": ends(3, 2, 1),
    "a draw after three rounds": ends(3, 1, 1),
    "the last turn plays a card": played_last,
    "the last turn discards a card": lambda states: not played_last(states),
    "nobody ever set out": lambda states: (
        not any(pile for side in states[-1].sides for pile in side.expeditions)
    ),
    "drawing from the piles stretched the round": lambda states: (
        len(states) > 300 and states[-1].match.rounds == 1
    ),
}
