"""The actions of Odin and their codes."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache

from games.odin.sets import CARDS, SETS, Bits, CardSet, within


@dataclass(frozen=True, slots=True)
class Action:
    """An action and its code. `cards` are the set to play, or the one card to take."""

    verb: str
    cards: Bits
    code: str


PASS = Action("pass", 0, "pass")
PLAY = {some.cards: Action("play", some.cards, f"play {some.code}") for some in SETS.values()}
TAKE = {card: Action("take", card, f"take {name}") for name, card in CARDS.items()}

BEYOND = tuple((10 ** (size + 1),) for size in range(10))
"""By the size of a set, a bound above every set that has one card more. A set is a tuple that
begins with its value, so the bound is one too."""


def leads(hand: Bits) -> tuple[Action, ...]:
    """Return every lead: each single card, and the whole hand if it is of one colour or of one
    number (3.3)."""
    count = hand.bit_count()
    single = tuple(PLAY[some.cards] for some in within(hand)[:count])
    return (*single, PLAY[hand]) if count > 1 and hand in PLAY else single


def better(hand: Bits, beaten: CardSet) -> tuple[CardSet, ...]:
    """Return the sets of the hand that beat a set: as many cards of a higher value, or one card
    more, whose value is always higher (3.3)."""
    sets = within(hand)
    return sets[bisect_left(sets, (beaten.value + 1,)) : bisect_left(sets, BEYOND[beaten.size])]


def beats(hand: Bits, beaten: CardSet) -> list[Action]:
    """Return the plays that beat a set, the lowest value first."""
    return [PLAY[cards] for _, _, cards, _ in better(hand, beaten)]


@cache  # there are not more than the sets
def takes(beaten: Bits) -> tuple[Action, ...]:
    """Return the ways to take one card of a beaten set."""
    return tuple(take for card, take in TAKE.items() if card & beaten)
