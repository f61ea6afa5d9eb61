"""The evaluation of a position in Lost Cities for the seat to move, in points, by weights learned
in self-play.

A position is worth the sum over its suits, so an action is worth what it changes in one suit. The
cards of a suit in a hand or an expedition are one small number: a bit for each of 2 to 10, and from
WAGER upwards the number of investments.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple, TypeAlias

from games.lost_cities.deck import INVESTMENTS, KINDS
from games.lost_cities.scoring import BONUS, COST, LONG
from games.lost_cities.weights import Weights

Some: TypeAlias = int
"""Cards of one suit, as one number."""
Kind: TypeAlias = int

WAGER = 1 << KINDS
UNIT = (WAGER, *[1 << kind for kind in range(1, KINDS)])
"""By kind, a single card of it."""
NUMBERS = WAGER - 1
NONE = -1
"""The top of an empty pile."""

ABOVE = tuple(WAGER - (2 << kind) for kind in range(KINDS))
COUNTS = tuple(bits.bit_count() for bits in range(WAGER))
SUMS = tuple(sum(kind + 1 for kind in range(1, KINDS) if bits >> kind & 1) for bits in range(WAGER))


def _kinds(cards: Some) -> tuple[Kind, ...]:
    return tuple(
        kind for kind, unit in enumerate(UNIT) if (cards >= WAGER if not kind else cards & unit)
    )


EVERY = range((INVESTMENTS + 1) * WAGER)
KINDS_OF = tuple(map(_kinds, EVERY))
TOP = tuple(max((0, *kinds)) for kinds in KINDS_OF)
"""The highest number; 0 for investments only, or no cards."""
LENGTH = tuple((cards & NUMBERS).bit_count() + (cards >> KINDS) for cards in EVERY)

TURNS = (0, 0, 1, 2, 3, 5, 8, 12, 18)
"""By step, about how many turns a seat still has after this one. Similar numbers share a step, so
that they share cached results; in the first step the other seat cannot use a gift any more."""
STEP = (*(0, 0, 1, 2, 2, 3, 3, 4, 4), *[5] * 6, *[6] * 6, *[7] * 10, *[8] * 30)
"""By the cards in the stock, the step."""
PRICES = (0, 1, 3, 6, 12, 20)
"""The prices of a turn that are told apart, in points."""


def score(cards: Some) -> int:
    """Return the score of an expedition, as games.lost_cities.scoring does."""
    if not cards:
        return 0
    bonus = BONUS if LENGTH[cards] >= LONG else 0
    return (SUMS[cards & NUMBERS] - COST) * (1 + (cards >> KINDS)) + bonus


def fitting(own: Some, hand: Some) -> int:
    """Return how many numbers of the hand fit an expedition that has begun."""
    return (hand & ABOVE[TOP[own]]).bit_count() if own else 0


def soft(worth: float, width: float) -> float:
    """Return a smooth maximum of the value and 0: half the width where the value is 0."""
    return (worth + sqrt(worth * worth + width * width)) / 2


class Moment(NamedTuple):
    """The values common to all suits: the turns left, `price`, the points that a turn is worth, and
    their consequences."""

    most: int
    """The most cards of a suit that can still be played later."""
    price: int
    gifts: bool
    """Whether the other seat can still use a discard."""
    catch: float
    theirs: float
    """The likelihoods that a card out of sight comes to this seat, and to the other."""
    tempo: float
    stock: float
    """The worth of a card from the stock, and what a draw from a pile adds."""


def moment(weights: Weights, step: int, price: int) -> Moment:
    """Return the moment for a step of TURNS and a price."""
    turns = TURNS[step]
    return Moment(
        turns + 1 if step else 0,
        price,
        step > 0,
        weights.catch * turns / (2 * turns + 10),
        weights.their_catch * (turns + 8) / (2 * turns + 10),
        weights.tempo * price,
        weights.stock + weights.stock_early * turns / 22,
    )


def dear(weights: Weights, waiting: int, turns: int) -> int:
    """Return the index in PRICES of a turn while so many cards wait to be played."""
    price = weights.haste * (waiting / (turns + 1) - weights.slack)
    return min(range(len(PRICES)), key=lambda at: abs(PRICES[at] - price))


def gift(weights: Weights, now: Moment, theirs: Some, unseen: Some, top: Kind) -> float:
    """Return the points that the top of a pile is worth to the other seat; `unseen` are the numbers
    that may still reach it."""
    if not now.gifts or top == NONE:
        return 0.0
    if theirs:
        highest = TOP[theirs]
        if top > highest:
            each = weights.gift * (top + 1) + weights.gift_stake
            return max(0.0, (1 + (theirs >> KINDS)) * each - weights.gift_free)
        return 0.0 if highest else weights.gift_wager
    hope, wide = now.theirs * SUMS[unseen] - weights.loose_need, weights.loose_width
    more = hope + (top + 1 if top else weights.gift_wager)
    return weights.loose * (soft(more, wide) - soft(hope, wide))


def prospect(weights: Weights, now: Moment, own: Some, hand: Some, unseen: Some) -> float:
    """Return the points that a suit will bring: those of its expedition, of the cards in hand that
    fit, and of those that may still come, each less the price of its turn."""
    above, catch, length = ABOVE[TOP[own]], now.catch, LENGTH[own]
    fits, missing = hand & above, unseen & above
    gap = missing & (fits & -fits) - 1 if fits else 0
    wagers, most = 0 if own & NUMBERS else hand >> KINDS, now.most
    while wagers and wagers + COUNTS[fits] > most:
        wagers -= 1
    stake = 1 + (own >> KINDS) + weights.promise * wagers
    # neither cards that come too late count, nor those worth less than their turn
    while COUNTS[fits] > most or (fits and stake * SUMS[fits & -fits] < now.price):
        fits &= fits - 1
    missed = 1 - weights.gap_catch
    cards = COUNTS[fits] + wagers + catch * (COUNTS[missing] - missed * COUNTS[gap])
    come = catch * (SUMS[missing] - missed * SUMS[gap])
    worth = stake * (SUMS[own & NUMBERS] - COST + SUMS[fits] + come) - now.price * cards
    long = (length + cards - weights.bonus_from) * weights.bonus_step
    if length >= LONG or long > 1:
        worth += BONUS
    elif long > 0:
        worth += BONUS * long
    if own:
        return worth - weights.risk * (own >> KINDS)
    wide = weights.width * (1 + weights.stake_width * (stake - 1))
    return soft(worth - weights.reserve, wide)
