"""The best actions in one suit by the weights of a policy. Results are cached by suit: the suits
are alike, and playouts meet the same ones again."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.lost_cities.engine import HAND
from games.lost_cities.evaluation import (
    ABOVE,
    COUNTS,
    KINDS_OF,
    NONE,
    NUMBERS,
    PRICES,
    STEP,
    TOP,
    TURNS,
    UNIT,
    Kind,
    Moment,
    dear,
    gift,
    moment,
    prospect,
)
from games.lost_cities.weights import Weights

NEVER = -1e9
BEHIND = 2
"""The numbers that a seat holds of a suit before it invests in it. A policy without this rule wins
0.3 points a round more against itself (standard error 0.2): too little to be caught with three
investments and an 8."""
TOP_AT, THEIRS_AT, HAND_AT, OWN_AT = 9, 13, 25, 37
"""The lowest bits of the parts of a key: the top of the pile, the other seat's expedition, the own
hand, the own expedition. The lowest part is the number of the moment."""
CARDS = (1 << HAND_AT - THEIRS_AT) - 1
ROOM = 1 << 16
"""The number of cached results; then all are forgotten."""


class Ways(NamedTuple):
    """The best actions in one suit, each with the points that it gains or costs; NEVER if there is
    none."""

    give: float
    """A discard, of the kind `spare`."""
    spare: Kind
    waste: float
    """A discard of a card that fits no expedition that has begun, of the kind `idle`."""
    idle: Kind
    play: float
    """A play, of the kind `next`."""
    next: Kind
    swap: float
    """A play, of the kind `leap`, and then a draw from the same suit's pile."""
    leap: Kind
    take: float
    """A draw from the pile."""
    fits: bool
    """True if the top of the pile fits the own expedition, which has begun."""


class Suit:
    """One suit, as the seat sees it that is to move."""

    __slots__ = ("fitting", "gift", "hand", "here", "now", "own", "theirs", "top", "unseen", "w")

    def __init__(self, weights: Weights, now: Moment, key: int) -> None:
        self.w, self.now = weights, now
        self.own = own = key >> OWN_AT
        self.hand = hand = key >> HAND_AT & CARDS
        self.theirs = theirs = key >> THEIRS_AT & CARDS
        self.top = top = (key >> TOP_AT & 15) - 1
        self.unseen = NUMBERS & ~(own | hand | theirs | (1 << top if top > 0 else 0))
        self.fitting = ABOVE[TOP[own]] if own else 0
        self.here = prospect(weights, now, own, hand, self.unseen)
        self.gift = gift(weights, now, theirs, self.unseen, top)

    def give(self, kind: Kind) -> float:
        """Return the gain of a discard. The top of the pile is covered, for both seats."""
        unit, own = UNIT[kind], self.own
        covered = 1 << self.top if self.top > 0 else 0
        unseen, after = self.unseen | covered, self.here
        if not own & NUMBERS or (unit | covered) & self.fitting:
            after = prospect(self.w, self.now, own, self.hand - unit, unseen)
        return after - self.here + self.gift - gift(self.w, self.now, self.theirs, unseen, kind)

    def play(self, kind: Kind) -> float:
        """Return the gain of a play, or NEVER."""
        if not kind and COUNTS[self.hand & NUMBERS] < BEHIND:
            return NEVER
        unit = UNIT[kind]
        after = prospect(self.w, self.now, self.own + unit, self.hand - unit, self.unseen)
        return after - self.here

    def swap(self, kind: Kind, gain: float) -> float:
        """Return the gain of a play, which alone gains so much, and a draw from the pile."""
        if self.top == NONE or gain == NEVER:
            return NEVER
        if kind >= self.top and kind:
            return gain + self._taken()
        hand = self.hand - UNIT[kind] + UNIT[self.top]
        after = prospect(self.w, self.now, self.own + UNIT[kind], hand, self.unseen)
        return after - self.here + self._taken()

    def take(self) -> float:
        """Return the gain of a draw from the pile."""
        if self.top == NONE:
            return NEVER
        if self.own & NUMBERS and not UNIT[self.top] & self.fitting:
            return self._taken()
        hand = self.hand + UNIT[self.top]
        after = prospect(self.w, self.now, self.own, hand, self.unseen)
        return after - self.here + self._taken()

    def _taken(self) -> float:
        return self.w.deny * self.gift + self.now.tempo


class Judge:
    """A policy's evaluation of one suit at a time."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.known: dict[int, Ways] = {}
        """By key, the best actions found before."""
        self._moments = [
            moment(weights, step, price) for step in range(len(TURNS)) for price in PRICES
        ]
        self._dear = [
            [dear(weights, waiting, turns) for waiting in range(HAND + 1)] for turns in TURNS
        ]

    def number(self, stock: int, waiting: int) -> int:
        """Return the number of the moment with so many cards in the stock, and so many in hand that
        fit begun expeditions."""
        step = STEP[stock]
        return step * len(PRICES) + self._dear[step][waiting]

    def moment(self, number: int) -> Moment:
        """Return the moment with this number."""
        return self._moments[number]

    def suit(self, key: int) -> Suit:
        """Return the suit of a key."""
        return Suit(self.weights, self._moments[key & (1 << TOP_AT) - 1], key)

    def ways(self, key: int) -> Ways:
        """Return the best actions for a key."""
        return self.known.get(key) or self.find(key)

    def find(self, key: int) -> Ways:
        """Find the best actions for a new key."""
        if len(self.known) >= ROOM:
            self.known.clear()
        found = self.known[key] = best(self.suit(key))
        return found


def best(suit: Suit) -> Ways:
    """Return the best actions in a suit."""
    give = waste = play = swap = NEVER
    spare = idle = following = leap = 0
    highest, fitting, top = TOP[suit.own], suit.fitting, suit.top
    for kind in KINDS_OF[suit.hand]:
        gain = suit.give(kind)
        if gain > give:
            give, spare = gain, kind
        if gain > waste and not UNIT[kind] & fitting:
            waste, idle = gain, kind
        if kind > highest or not highest:
            gain = suit.play(kind)
            if gain > play:
                play, following = gain, kind
            gain = suit.swap(kind, gain)
            if gain > swap:
                swap, leap = gain, kind
    fits = top > 0 and bool(UNIT[top] & fitting)
    return Ways(give, spare, waste, idle, play, following, swap, leap, suit.take(), fits)


@lru_cache(64)
def judge(weights: Weights) -> Judge:
    """Return the judge with these weights."""
    return Judge(weights)
