"""The policy: the moves of a turn, what each gains, and the deck to draw from. It judges by what
the seat to act knows."""

from __future__ import annotations

from typing import NamedTuple

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
from games.schotten_totten.needs import needs
from games.schotten_totten.outlook import Outlook, Weights
from games.schotten_totten.sketch import PASS, Move, Sketch
from games.schotten_totten.state import STONES

MUCH = 99.0
"""The use of a tactics card: the Recruiter does not return one."""
DECK = 40.0
"""The number of clan cards in the deck when a round with tactics cards begins."""


class Rated(NamedTuple):
    """A move and its gain."""

    gain: float
    move: Move


class Policy(Outlook):
    """The judgement of the seat to act."""

    def best(self) -> Move:
        """Return the best move."""
        return max(self.moves()).move

    def moves(self) -> list[Rated]:
        """Return the moves with their gains."""
        sketch, seat = self.sketch, self.seat
        found = self.clan_moves() or [Rated(0.0, PASS)]
        if sketch.may_play_tactics(seat):
            for card in sketch.hands[seat]:
                if card >= CLAN and not (card in JOKERS and sketch.jokers[seat]):
                    found += self.tactics_moves(card)
        return found

    def clan_moves(self) -> list[Rated]:
        """Return the moves with clan cards: the gain at the stone, less the price of what the card
        would have done at others."""
        found, weights, free = [], self.weights, self.free()
        for card in self.sketch.hands[self.seat] if free else ():
            if card >= CLAN:
                continue
            bit = 1 << card
            losses = self.losses(bit)
            total = sum(losses)
            for stone, gain in self.gains(bit, free, self.hand & ~bit):
                gain -= weights.price * (total - losses[stone])
                if not self.own[stone]:
                    gain -= weights.start * self.worths[stone]
                found.append(Rated(gain, (card, NONE, stone)))
        return found

    def free(self) -> list[int]:
        """Return the stones where the seat can lay a card."""
        return [stone for stone, left in enumerate(self.sketch.left[self.seat]) if left]

    def gains(self, bit: Bits, stones: list[int], hand: Bits) -> list[tuple[int, float]]:
        """Return (stone, gain) for one more card at each of these stones. Stones that look the same
        are counted once."""
        found = []
        known: dict[tuple[Bits, int], float] = {}
        for stone in stones:
            mine, front = self.own[stone], self.fronts[stone]
            assert front
            look = mine, front.number
            after = known.get(look)
            if after is None:
                after = known[look] = self.chance(mine | bit, front, hand)
            found.append((stone, self.worths[stone] * (after - self.wins[stone])))
        return found

    def losses(self, bit: Bits) -> list[float]:
        """Return by stone what the seat loses when a card leaves its hand."""
        found, hand = [0.0] * STONES, self.hand & ~bit
        for stone, left in enumerate(self.sketch.left[self.seat]):
            front = self.fronts[stone]
            if left and front and needs(self.own[stone], front.kind).cards & bit:
                after = self.chance(self.own[stone], front, hand)
                found[stone] = (self.wins[stone] - after) * self.worths[stone]
        return found

    def tactics_moves(self, card: Card) -> list[Rated]:
        """Return the ways to play a tactics card: the gain at the stones, less what the card has to
        bring."""
        weights, sketch = self.weights, self.sketch
        keep = len(sketch.decks[0]) / DECK
        if card == RECRUITER:
            return [Rated(weights.recruit, (card, NONE, NONE))]
        if card in MODES:
            return [
                Rated(gain - keep * weights.mode, (card, NONE, stone))
                for stone, gain in self.fights(card)
            ]
        if card < BLIND:
            price = keep * (weights.joker if card in JOKERS else weights.troop)
            return [
                Rated(gain - price, (card, NONE, stone))
                for stone, gain in self.gains(1 << card, self.free(), self.hand)
                if self.own[stone] & EVERY
            ]
        price = keep * weights.ruse
        return [Rated(gain - price, move) for gain, move in self.ruses(card)]

    def fights(self, card: Card) -> list[tuple[int, float]]:
        """Return (stone, gain) for each unclaimed stone with cards where a combat mode can lie."""
        found, seat = [], self.seat
        for stone, kind in enumerate(self.sketch.kinds):
            if self.worths[stone] and self.own[stone] and self.there[stone]:
                blind = card == BLIND
                then = kind | 1 if blind else 8 | kind & 1
                if then != kind:
                    first = blind and self.sketch.first[stone] == seat
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
                if card != TRAITOR:
                    found.append(Rated(gain, (card, target, OUT if mine else NONE)))
                if card != BANSHEE and (mine or target < CLAN):
                    found += [
                        Rated(gain + more, (card, target, to))
                        for to, more in self.landings(1 << target, stone)
                    ]
        return found

    def lifted(self, stone: int, bit: Bits, mine: bool) -> float:
        """Return the gain when a card leaves a side of a stone."""
        own, there = self.own[stone], self.there[stone]
        own, there = (own & ~bit, there) if mine else (own, there & ~bit)
        front = self.front(there, self.sketch.kinds[stone], not mine)
        return self.worths[stone] * (self.chance(own, front, self.hand) - self.wins[stone])

    def landings(self, bit: Bits, origin: int) -> list[tuple[int, float]]:
        """Return (stone, gain) for a card from the table on each other side with room."""
        stones = [stone for stone in self.free() if stone != origin]
        return self.gains(bit, stones, self.hand)

    def returned(self) -> Card:
        """Return the card that the Recruiter takes back: the one of the least use."""
        found, free = [], self.free()
        for card in self.sketch.hands[self.seat]:
            use, bit = MUCH, 1 << card
            if card < CLAN:
                gains = [gain for _, gain in self.gains(bit, free, self.hand & ~bit)]
                use = max(gains, default=0.0) + sum(self.losses(bit))
            found.append((use, card))
        return min(found)[1]


def turn(sketch: Sketch, weights: Weights) -> None:
    """Play the rest of a turn by the policy."""
    seat = sketch.seat
    if not sketch.midway:
        sketch.begin()
        if sketch.over:
            return
        sketch.move(Policy(sketch, seat, weights).best())
    while sketch.due and sketch.hands[seat]:
        sketch.give_back(Policy(sketch, seat, weights).returned())
    sketch.finish(draws_tactics(sketch, seat, weights))


def draws_tactics(sketch: Sketch, seat: Seat, weights: Weights) -> bool:
    """Tell whether the seat draws a tactics card now: it holds none, could play one, and the clan
    deck has shrunk enough."""
    return (
        bool(sketch.decks[1])
        and sketch.may_play_tactics(seat)
        and max(sketch.hands[seat], default=0) < CLAN
        and len(sketch.decks[0]) <= weights.tactics * DECK
    )
