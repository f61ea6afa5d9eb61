"""The policy: the moves of a turn, their gains, and the deck to draw from, by the knowledge of the
seat to act."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from games.kernel.protocol import Seat
from games.schotten_totten.actions import NONE, OUT
from games.schotten_totten.deck import (
    BANSHEE,
    BLIND,
    CLAN,
    EVERY,
    JOKERS,
    MODES,
    RECRUITER,
    STRATEGIST,
    TRAITOR,
    Bits,
    Card,
    members,
)
from games.schotten_totten.evaluation import Front, Outlook, Weights
from games.schotten_totten.needs import Needs, needs
from games.schotten_totten.simulation import PASS, Move, Simulation
from games.schotten_totten.state import STONES

MUCH = 99.0
"""The use of a tactics card: the Recruiter does not return one."""
FULL = 40.0
"""The number of clan cards in the deck when a round with tactics cards begins."""

Rated: TypeAlias = tuple[float, Move]
"""(Gain, move)."""


class Look(NamedTuple):
    """Stones with room for a card that look the same to the seat: both sides, and the probability
    to win."""

    mine: Bits
    front: Front
    need: Needs
    now: float
    stones: list[int]
    worth: float
    """The worth of the stones together."""


class Policy(Outlook):
    """The policy of the seat to act."""

    def __init__(self, simulation: Simulation, seat: Seat, weights: Weights) -> None:
        super().__init__(simulation, seat, weights)
        alike: dict[tuple[Bits, int], list[int]] = {}
        for stone, left in enumerate(simulation.left[seat]):
            if left:
                front = self.fronts[stone]
                assert front
                alike.setdefault((self.own[stone], front.number), []).append(stone)
        self.looks = [self.look(mine, stones) for (mine, _), stones in alike.items()]

    def look(self, mine: Bits, stones: list[int]) -> Look:
        """Return stones that look the same."""
        front, worth = self.fronts[stones[0]], 0.0
        assert front
        for stone in stones:
            worth += self.worths[stone]
        return Look(mine, front, needs(mine, front.kind), self.wins[stones[0]], stones, worth)

    def best(self) -> Move:
        """Return the best move."""
        return max(self.moves())[1]

    def moves(self) -> list[Rated]:
        """Return the moves with their gains."""
        simulation, seat = self.simulation, self.seat
        found = self.clan_moves() or [(0.0, PASS)]
        if simulation.may_play_tactics(seat):
            for card in simulation.hands[seat]:
                if card >= CLAN and not (card in JOKERS and simulation.jokers[seat]):
                    found += self.tactics_moves(card)
        return found

    def clan_moves(self) -> list[Rated]:
        """Return the moves with clan cards: the gain at the stone, less the price of the card's use
        at others."""
        found: list[Rated] = []
        price, worths = self.weights.price, self.worths
        for card in self.simulation.hands[self.seat] if self.looks else ():
            if card >= CLAN:
                continue
            bit = 1 << card
            losses = self.losses(bit)
            total = 0.0
            for look, loss in zip(self.looks, losses, strict=True):
                total += loss * look.worth
            hand, total = self.hand & ~bit, price * total
            for look, loss in zip(self.looks, losses, strict=True):
                gain = self.chance(look.mine | bit, look.front, hand) - look.now + price * loss
                for stone in look.stones:
                    found.append((worths[stone] * gain - total, (card, NONE, stone)))
        return found

    def losses(self, bit: Bits) -> list[float]:
        """Return by look the loss of probability there when a card leaves the hand."""
        hand = self.hand & ~bit
        return [
            look.now - self.chance(look.mine, look.front, hand) if look.need.cards & bit else 0.0
            for look in self.looks
        ]

    def gains(self, bit: Bits, hand: Bits) -> list[tuple[int, float]]:
        """Return (stone, gain) for one more card on each side with room."""
        return [
            (stone, self.worths[stone] * gain)
            for look in self.looks
            for gain in (self.chance(look.mine | bit, look.front, hand) - look.now,)
            for stone in look.stones
        ]

    def tactics_moves(self, card: Card) -> list[Rated]:
        """Return the ways to play a tactics card: the gain at the stones, less its threshold."""
        weights, simulation = self.weights, self.simulation
        keep = len(simulation.decks[0]) / FULL
        if card == RECRUITER:
            return [(weights.recruit, (card, NONE, NONE))]
        if card in MODES:
            return [
                (gain - keep * weights.mode, (card, NONE, stone))
                for stone, gain in self.fights(card)
            ]
        if card < BLIND:
            price = keep * (weights.joker if card in JOKERS else weights.troop)
            return [
                (gain - price, (card, NONE, stone))
                for stone, gain in self.gains(1 << card, self.hand)
                if self.own[stone] & EVERY
            ]
        price = keep * weights.ruse
        return [(gain - price, move) for gain, move in self.ruses(card)]

    def fights(self, card: Card) -> list[tuple[int, float]]:
        """Return (stone, gain) for each unclaimed stone with cards where a combat mode can lie."""
        found, seat = [], self.seat
        for stone, kind in enumerate(self.simulation.kinds):
            if self.worths[stone] and self.own[stone] and self.there[stone]:
                blind = card == BLIND
                then = kind | 1 if blind else 8 | kind & 1
                if then != kind:
                    first = blind and self.simulation.first[stone] == seat
                    front = self.front(self.there[stone], then, first)
                    after = self.chance(self.own[stone], front, self.hand)
                    found.append((stone, self.worths[stone] * (after - self.wins[stone])))
        return found

    def ruses(self, card: Card) -> list[Rated]:
        """Return the ways to play Strategist, Banshee or Traitor, with the gain at both stones."""
        mine = card == STRATEGIST
        found = []
        for stone in range(STONES):
            if not self.worths[stone]:
                continue
            for target in members(self.own[stone] if mine else self.there[stone]):
                gain = self.lifted(stone, 1 << target, mine)
                lone = mine and self.own[stone] == 1 << target
                # A bare side is not better than its first card: a card was spent for nothing.
                gain = min(gain, 0.0) if lone else gain
                if card != TRAITOR and not lone:
                    found.append((gain, (card, target, OUT if mine else NONE)))
                if card != BANSHEE and (mine or target < CLAN):
                    found += [
                        (gain + more, (card, target, to))
                        for to, more in self.gains(1 << target, self.hand)
                        if to != stone
                    ]
        return found

    def lifted(self, stone: int, bit: Bits, mine: bool) -> float:
        """Return the gain when a card leaves a side of a stone."""
        own, there = self.own[stone], self.there[stone]
        own, there = (own & ~bit, there) if mine else (own, there & ~bit)
        front = self.front(there, self.simulation.kinds[stone], not mine)
        return self.worths[stone] * (self.chance(own, front, self.hand) - self.wins[stone])

    def returned(self) -> Card:
        """Return the card that the Recruiter takes back: the one of the least use."""
        found = []
        for card in self.simulation.hands[self.seat]:
            use, bit = MUCH, 1 << card
            if card < CLAN:
                use = max((gain for _, gain in self.gains(bit, self.hand & ~bit)), default=0.0)
                for look, loss in zip(self.looks, self.losses(bit), strict=True):
                    use += loss * look.worth
            found.append((use, card))
        return min(found)[1]


def turn(simulation: Simulation, weights: Weights) -> None:
    """Play the rest of a turn by the policy."""
    seat = simulation.seat
    if not simulation.midway:
        simulation.begin()
        if simulation.over:
            return
        simulation.move(Policy(simulation, seat, weights).best())
    while simulation.due and simulation.hands[seat]:
        simulation.give_back(Policy(simulation, seat, weights).returned())
    simulation.finish(draws_tactics(simulation, seat, weights))


def draws_tactics(simulation: Simulation, seat: Seat, weights: Weights) -> bool:
    """Tell whether the seat draws a tactics card now: it holds none, could play one, and the clan
    deck has shrunk enough."""
    return (
        bool(simulation.decks[1])
        and simulation.may_play_tactics(seat)
        and max(simulation.hands[seat], default=0) < CLAN
        and len(simulation.decks[0]) <= weights.tactics * FULL
    )
