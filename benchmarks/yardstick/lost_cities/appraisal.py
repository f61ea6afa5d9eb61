"""Rules of thumb for Lost Cities: the worth of a card to the seat that holds it, in points, from
what the seat can see.

Everything is computed suit by suit. The suits are alike, so results are cached, and nearly every
playout finds them again. The cards of one suit in a hand or an expedition are one small number: a
bit for each of 2 to 10, and from WAGER upwards the number of investments.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.lost_cities.deck import INVESTMENTS, KINDS
from games.lost_cities.scoring import BONUS, COST, LONG

Some: TypeAlias = int
"""Cards of one suit, as one number."""
Kind: TypeAlias = int

WAGER = 1 << KINDS
UNIT = (WAGER, *[1 << kind for kind in range(1, KINDS)])
"""By kind, a single card of it."""
NUMBERS = WAGER - 1

# Found by letting bots with different ones play each other.
EAGER = 6.0
"""The points that an expedition must promise before it is begun."""
KEEP = 0.35
"""The part of a promise that is lost with a card that is given up."""
FRESH = 0.15
"""The cost of each point of a card that is given up before its expedition has begun."""
GIFT = 0.9
LOOSE = 0.3
"""The cost of a point that the other seat can play (GIFT), and of one that it may want later
(LOOSE)."""
HOPE = 0.6
"""The likelihood that an expedition reaches its expected score, when an investment is put on it."""
CATCH = 0.7
"""The part of the cards still to be drawn that comes in time."""
TAIL = 0.5
"""The part of the bonus that the seventh card is worth, and the eighth."""
PRESS = 0.7
"""The hurry when every remaining turn is needed for a card that waits to be played."""
STOCK_WORTH = 3.0
"""The worth of a card drawn from the stock."""
NEVER = 1e9

ABOVE = tuple(WAGER - (2 << kind) for kind in range(KINDS))
SUMS = tuple(sum(kind + 1 for kind in range(1, KINDS) if bits >> kind & 1) for bits in range(WAGER))
SPANS = (0, 1, 2, 3, 4, 5, 5, 7, 7, 7, 10, 10, 10, 13, 13, 13, *[17] * 5, *[23] * 60)
"""By the number of turns left, the step that stands for it: similar numbers share cached
results."""


class Plan(NamedTuple):
    """The cheapest discard and the cheapest play of one suit."""

    give: float
    """The cost of discarding the kind `spare`."""
    spare: Kind
    play: float
    """The cost of playing the kind `next`; NEVER if none can be played."""
    next: Kind
    urgent: int
    """The points of the card to play, which would be lost if no turn were left for it."""


def _kinds(cards: Some) -> tuple[Kind, ...]:
    return tuple(
        kind for kind, unit in enumerate(UNIT) if (cards >= WAGER if not kind else cards & unit)
    )


EVERY = range((INVESTMENTS + 1) * WAGER)
KINDS_OF = tuple(map(_kinds, EVERY))
TOP = tuple(max((0, *kinds)) for kinds in KINDS_OF)
"""The highest number; 0 for investments only, or no cards."""
STAKE = tuple(1 + (cards >> KINDS) for cards in EVERY)
LENGTH = tuple((cards & NUMBERS).bit_count() + (cards >> KINDS) for cards in EVERY)


def score(cards: Some) -> int:
    """Return the score of an expedition, as games.lost_cities.scoring does."""
    if not cards:
        return 0
    return (SUMS[cards & NUMBERS] - COST) * STAKE[cards] + (BONUS if LENGTH[cards] >= LONG else 0)


def chance(turns: int) -> float:
    """Return the probability that a card out of sight comes to this seat in time: half of the stock
    does."""
    return CATCH * turns / (2 * turns + 10)


@lru_cache(1 << 15)
def promise(hand: Some, theirs: Some, turns: int) -> float:
    """Return the points that an expedition begun with these cards would reach; 0 if it should not
    be begun."""
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
    """Return the points that a discarded card may bring to the other seat."""
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
    """Return how many cards of the hand fit the expedition."""
    return (hand & ABOVE[TOP[own]]).bit_count() if own else 0


@lru_cache(1 << 15)
def plan(own: Some, hand: Some, theirs: Some, turns: int) -> Plan:
    """Return the best ways to part with a card of one suit: from the own expedition, the own cards
    in hand, the expedition of the other seat, and the turns left (a value of SPANS)."""
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
    """Return the points that one more card of this suit brings."""
    if not own:
        return promise(hand + UNIT[kind], theirs, turns) - promise(hand, theirs, turns)
    return STAKE[own] * (kind + 1.0) if kind > TOP[own] else 0.0
