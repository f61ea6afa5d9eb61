"""What a card of Lost Cities is worth to whoever holds it: rules of thumb, in points, from what a
seat can see.

All goes suit by suit, and the suits are alike: so what is found is remembered, and met again in
nearly every playout. The cards of one suit, in a hand or an expedition, are a small number: a bit
for each of 2 to 10, and from WAGER on how many investments.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.lost_cities.deck import INVESTMENTS, KINDS
from games.lost_cities.scoring import BONUS, COST, LONG

Some: TypeAlias = int
"""Cards of one suit."""
Kind: TypeAlias = int

WAGER = 1 << KINDS
UNIT = (WAGER, *[1 << kind for kind in range(1, KINDS)])
"""By kind, the one card of it."""
NUMBERS = WAGER - 1

# Found by letting bots with different ones play each other.
EAGER = 6.0
"""What an expedition must promise before it is begun."""
KEEP = 0.35
"""The part of a promise that goes with a card which is given up."""
FRESH = 0.15
"""What a point of a card costs that goes before its expedition has begun."""
GIFT = 0.9
LOOSE = 0.3
"""What a point costs that the other can play; that it may want some day."""
HOPE = 0.6
"""How sure it is that an expedition comes to what it should, when an investment is put on it."""
CATCH = 0.7
"""How many of the cards that I might draw come in time."""
TAIL = 0.5
"""How much of the bonus the seventh card is worth, and the eighth."""
PRESS = 0.7
"""How much it hastens a play that every turn is needed for a card that waits."""
STOCK_WORTH = 3.0
"""What a card from the stock brings."""
NEVER = 1e9

ABOVE = tuple(WAGER - (2 << kind) for kind in range(KINDS))
SUMS = tuple(sum(kind + 1 for kind in range(1, KINDS) if bits >> kind & 1) for bits in range(WAGER))
SPANS = (0, 1, 2, 3, 4, 5, 5, 7, 7, 7, 10, 10, 10, 13, 13, 13, *[17] * 5, *[23] * 60)
"""Turns to come, in steps."""


class Plan(NamedTuple):
    """The best ways of parting with a card of one suit."""

    give: float
    """What it costs to discard the `spare` one."""
    spare: Kind
    play: float
    """What it costs to play the `next` one; NEVER if none can be played."""
    next: Kind
    urgent: int
    """The points of that card, which would be lost if there were no time for it later."""


def _kinds(cards: Some) -> tuple[Kind, ...]:
    return tuple(
        kind for kind, unit in enumerate(UNIT) if (cards >= WAGER if not kind else cards & unit)
    )


EVERY = range((INVESTMENTS + 1) * WAGER)
KINDS_OF = tuple(map(_kinds, EVERY))
TOP = tuple(max((0, *kinds)) for kinds in KINDS_OF)
"""The highest number; 0 if there are investments only, or nothing."""
STAKE = tuple(1 + (cards >> KINDS) for cards in EVERY)
LENGTH = tuple((cards & NUMBERS).bit_count() + (cards >> KINDS) for cards in EVERY)


def score(cards: Some) -> int:
    """As games.lost_cities.scoring has it."""
    if not cards:
        return 0
    return (SUMS[cards & NUMBERS] - COST) * STAKE[cards] + (BONUS if LENGTH[cards] >= LONG else 0)


def chance(turns: int) -> float:
    """That a card which is out of sight comes to me in time: half of the stock does."""
    return CATCH * turns / (2 * turns + 10)


@lru_cache(1 << 15)
def promise(hand: Some, theirs: Some, turns: int) -> float:
    """What an expedition would come to that is begun with these cards; 0 if it had better not
    be."""
    while LENGTH[hand] > turns and hand:
        hand -= UNIT[KINDS_OF[hand][0]]
    numbers = hand & NUMBERS
    missing = ABOVE[0] & ~(numbers | theirs)
    if hand < WAGER:
        missing &= -(numbers & -numbers)
    catch = chance(turns)
    worth = (SUMS[numbers] + catch * SUMS[missing] - COST) * STAKE[hand]
    likely = LENGTH[hand] + catch * missing.bit_count()
    if likely > LONG - 2:
        worth += BONUS * min(1.0, (likely - LONG + 2) * TAIL)
    return max(0.0, worth - EAGER)


def gift(kind: Kind, theirs: Some) -> float:
    """What a discarded card may bring the other."""
    if not theirs:
        return LOOSE * (kind + 3)
    highest = TOP[theirs]
    return (
        GIFT * STAKE[theirs] * (kind + 1)
        if kind > highest
        else GIFT * 5
        if kind == highest == 0
        else 0.0
    )


@lru_cache(1 << 15)
def waiting(own: Some, hand: Some) -> int:
    """How many cards fit the expedition."""
    return (hand & ABOVE[TOP[own]]).bit_count() if own else 0


@lru_cache(1 << 15)
def plan(own: Some, hand: Some, theirs: Some, turns: int) -> Plan:
    if not hand:
        return Plan(NEVER, 0, NEVER, 0, 0)
    return _going_on(own, hand, theirs, turns) if own else _setting_out(hand, theirs, turns)


def _going_on(own: Some, hand: Some, theirs: Some, turns: int) -> Plan:
    highest, times, catch = TOP[own], STAKE[own], chance(turns)
    fits = hand & ABOVE[highest]
    missing = ABOVE[highest] & ~(hand | theirs)
    likely = LENGTH[own] + fits.bit_count() + catch * missing.bit_count()
    bonus = BONUS * TAIL if LONG - 2 < likely < LONG + 1 else 0.0
    late = fits.bit_count() > turns
    give, spare, play, first, urgent = NEVER, 0, NEVER, 0, 0
    for kind in KINDS_OF[hand]:
        discarded = gift(kind, theirs)
        if kind > highest:
            if play == NEVER or late:
                gap = missing & ~ABOVE[kind]
                play = times * catch * SUMS[gap] + bonus * catch * gap.bit_count()
                first, urgent = kind, times * (kind + 1)
            discarded += times * (kind + 1) + bonus
        elif kind == highest == 0:
            gain = HOPE * (SUMS[fits] + catch * SUMS[missing] - COST + bonus)
            play, first, urgent = -gain, kind, 0
            discarded += max(0.0, gain)
        if discarded < give:
            give, spare = discarded, kind
    return Plan(give, spare, play, first, urgent)


def _setting_out(hand: Some, theirs: Some, turns: int) -> Plan:
    now, held = promise(hand, theirs, turns), KINDS_OF[hand]
    give, spare = NEVER, 0
    for kind in held:
        lost = (
            KEEP * (now - promise(hand - UNIT[kind], theirs, turns))
            + FRESH * (kind + 1)
            + gift(kind, theirs)
        )
        if lost < give:
            give, spare = lost, kind
    return Plan(give, spare, -now if now else NEVER, held[0], 0)


@lru_cache(1 << 15)
def gain(own: Some, kind: Kind, hand: Some, theirs: Some, turns: int) -> float:
    """What it brings to have one more card of this suit."""
    if not own:
        return promise(hand + UNIT[kind], theirs, turns) - promise(hand, theirs, turns)
    return STAKE[own] * (kind + 1.0) if kind > TOP[own] else 0.0
