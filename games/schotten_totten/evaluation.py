"""The evaluation of a position by one seat: the probability to win each stone, and its weight."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.chances import STEPS, Beats, beaten, table, win
from games.schotten_totten.deck import EVERY, Bits
from games.schotten_totten.needs import needs
from games.schotten_totten.simulation import Simulation
from games.schotten_totten.state import STONES

HAND = 6
LAID = 27
"""The cards that a seat lays when all stones are played out."""


class Front(NamedTuple):
    """A side of the other seat. `number` is its own, `kind` that of the stone (needs)."""

    number: int
    kind: int
    beats: Beats


NUMBERS = count()
FRONTS: dict[tuple[float, ...], Front] = {}
WINS: dict[tuple[float, ...], float] = {}
"""Results of `Outlook.front` and `Outlook.chance`, by all that they depend on."""
KEPT_FRONTS, KEPT_WINS = 1 << 12, 1 << 15
"""The numbers of cached results: playouts from one position repeat their questions."""
ROUND = 1.2
"""The factor of the log-odds to win the round over those of independent stones: by logistic
regression over 5000 rounds of self-play."""
NEIGHBOURS = tuple(
    tuple(
        tuple(stone for stone in range(first, first + 3) if stone != at)
        for first in range(max(0, at - 2), min(STONES - 3, at) + 1)
    )
    for at in range(STONES)
)
"""By stone, the pairs of stones that make three adjacent ones with it."""


class Weights(NamedTuple):
    """The weights of the policy. Gains are probabilities to win a stone, times its worth. A stone
    that makes no row of three with others is worth 1."""

    held: float
    """The probability that a card in the hand can be spent where a side needs it."""
    comes: float
    """The part of the cards still to be drawn that can be spent where a side needs them."""
    theirs: float
    """The same for the other seat, of all cards that it may hold or draw."""
    fresh: float
    """The exponent of the cards left by which a side without clan cards loses its prospects."""
    price: float
    """The part of a card's use at other stones that is charged for laying it."""
    row: float
    """The worth of a stone that decides a row of three for sure, beside 1."""
    joker: float
    """The gain from which the Joker is played with a full deck."""
    troop: float
    """The same for the Spy and the Shield-Bearer."""
    mode: float
    """The same for Blind-Man's-Bluff and Mud Fight."""
    ruse: float
    """The same for Strategist, Banshee and Traitor."""
    recruit: float
    """The gain of playing the Recruiter."""
    tactics: float
    """The part of the clan deck that is left when the first tactics card is drawn."""


class Outlook:
    """A position as one seat sees it. `shown` tells that it also sees the hand of the other seat,
    for the worth of an imagined position."""

    def __init__(
        self, simulation: Simulation, seat: Seat, weights: Weights, shown: bool = False
    ) -> None:
        if len(FRONTS) > KEPT_FRONTS:
            FRONTS.clear()
        if len(WINS) > KEPT_WINS:
            WINS.clear()
        self.simulation, self.seat, self.weights = simulation, seat, weights
        self.hand = clan(simulation.hands[seat])
        self.known = clan(simulation.hands[1 - seat]) if shown else 0
        self.out = simulation.unseen & ~self.hand & ~self.known
        deck, out = len(simulation.decks[0]), max(1, self.out.bit_count())
        draws = (deck + (seat == simulation.seat)) // 2
        theirs = weights.comes if shown else weights.theirs
        by = round(weights.comes * draws / out * STEPS)
        their = round(theirs * (out - draws) / out * STEPS)
        fresh, their_fresh = [
            round(min(1.0, (HAND + cards) / LAID) ** weights.fresh * STEPS)
            for cards in (draws, deck - draws)
        ]
        self.by, self.their = table(weights.held, by), table(weights.held, their)
        self.fresh, self.their_fresh = fresh / STEPS, their_fresh / STEPS
        self.steps, self.their_steps = (by, fresh), (their, their_fresh)
        """The parameters of results: the first for sides with clan cards, the second for others."""
        self.own, self.there = simulation.sides[seat], simulation.sides[1 - seat]
        self.fronts = [
            None if owner != NO_SEAT else self.front(self.there[stone], kind, first == seat)
            for stone, (owner, kind, first) in enumerate(
                zip(simulation.owners, simulation.kinds, simulation.first, strict=True)
            )
        ]
        """By stone, the other side; None at claimed stones."""
        self.wins = [
            self.chance(self.own[stone], front, self.hand)
            if front
            else float(simulation.owners[stone] == seat)
            for stone, front in enumerate(self.fronts)
        ]
        self.worths = [
            self.worth(stone) if front else 0.0 for stone, front in enumerate(self.fronts)
        ]

    def front(self, theirs: Bits, kind: int, first: bool) -> Front:
        """Return a side of the other seat, as the own side meets it. `first` tells that the own
        side is complete before it."""
        need = needs(theirs, kind)
        key = (
            theirs,
            kind,
            first,
            self.their_steps[need.bare],
            self.out & need.cards,
            self.known & need.cards,
            self.weights.held,
        )
        found = FRONTS.get(key)
        if found is None:
            beats = beaten(need, first, self.their, self.known, self.out, self.their_fresh)
            found = FRONTS[key] = Front(next(NUMBERS), kind, beats)
        return found

    def chance(self, mine: Bits, front: Front, hand: Bits) -> float:
        """Return the probability to win a stone with a side, with a hand."""
        number, kind, beats = front
        need = needs(mine, kind)
        if need.level >= 0:
            return beats[need.level]
        if not (need.ways or need.bare):
            return win(need, beats, self.by, hand, self.out, self.fresh)
        cards = need.cards
        steps = self.steps[need.bare]
        key = mine, number, steps, hand & cards, self.out & cards, self.weights.held
        found = WINS.get(key)
        if found is None:
            found = WINS[key] = win(need, beats, self.by, hand, self.out, self.fresh)
        return found

    def worth(self, stone: int) -> float:
        """Return the weight of an unclaimed stone: the greater, the likelier it decides a row of
        three for either seat."""
        wins, most = self.wins, 0.0
        for one, two in NEIGHBOURS[stone]:
            most += wins[one] * wins[two] + (1.0 - wins[one]) * (1.0 - wins[two])
        return 1.0 + self.weights.row * most


def clan(cards: list[int]) -> Bits:
    """Return the set of the clan cards among these cards."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found & EVERY


def prize(number: int) -> float:
    """Return the worth of a round to a seat that wins the stones with a bit in the number: 1 for
    three adjacent ones, or else for five. Half of it if both seats have three adjacent ones, as
    nobody knows who is first."""
    other = ~number & (1 << STONES) - 1
    rows = [bool(stones & stones >> 1 & stones >> 2) for stones in (number, other)]
    if rows[0] != rows[1]:
        return float(rows[0])
    return 0.5 if rows[0] else float(number.bit_count() > STONES // 2)


PRIZES = [prize(number) for number in range(1 << STONES)]


def ended(wins: Sequence[float]) -> float:
    """Return the probability to win the round, from those to win each stone, were the stones
    independent."""
    left = PRIZES
    for chance in wins:
        half = len(left) // 2
        left = [
            other + chance * (one - other)
            for one, other in zip(left[half:], left[:half], strict=True)
        ]
    return left[0]


def value(simulation: Simulation, seat: Seat, weights: Weights) -> float:
    """Return the estimated probability that the seat wins the round, with both hands open. Chances
    flatter the seat that sees them, so each stone counts as both seats see it."""
    mine, theirs = [
        Outlook(simulation, each, weights, shown=True).wins for each in (seat, 1 - seat)
    ]
    won = ended([(one + 1.0 - other) / 2.0 for one, other in zip(mine, theirs, strict=True)])
    return 1.0 / (1.0 + ((1.0 - won) / won) ** ROUND) if 0.0 < won < 1.0 else won
