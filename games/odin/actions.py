"""The actions of Odin and their codes."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, lru_cache

from games.odin.sets import SETS, Bits, CardSet, within


@dataclass(frozen=True, slots=True)
class Action:
    """`cards` are what is played, or the one card that is taken."""

    verb: str
    cards: Bits
    code: str


PASS = Action("pass", 0, "pass")
PLAY = {some.cards: Action("play", some.cards, f"play {some.code}") for some in SETS.values()}
TAKE = {some.cards: Action("take", some.cards, f"take {some.code}") for some in SETS.values() if some.size == 1}

BEYOND = tuple([(10 ** (size + 1),) for size in range(10)])
"""By the size of a set: above whatever is one card bigger. A set is a tuple that begins with its value."""


@lru_cache(maxsize=1 << 12)
def _plays(hand: Bits) -> tuple[Action, ...]:
    """Everything in the hand, the lowest value first."""
    return tuple([PLAY[some.cards] for some in within(hand)])


def leads(hand: Bits) -> tuple[Action, ...]:
    """Any one card, or the whole hand if it is of one colour or of one number (rules 3.3)."""
    count = hand.bit_count()
    single = _plays(hand)[:count]
    return (*single, PLAY[hand]) if count > 1 and hand in PLAY else single


def beats(hand: Bits, beaten: CardSet) -> tuple[Action, ...]:
    """As many cards of a higher value, or one card more, whose value is always higher (rules 3.3)."""
    sets = within(hand)
    return _plays(hand)[bisect_left(sets, (beaten.value + 1,)) : bisect_left(sets, BEYOND[beaten.size])]


@cache  # there are not more than the sets
def takes(beaten: Bits) -> tuple[Action, ...]:
    return tuple([take for card, take in TAKE.items() if card & beaten])
