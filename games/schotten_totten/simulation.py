"""A round of Schotten Totten for playouts. It changes in place, where the engine's states are
values. A property test plays the same rounds with both."""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.actions import NONE
from games.schotten_totten.deck import (
    BLIND,
    CLAN,
    ELITE,
    JOKERS,
    MUD,
    Card,
    as_bits,
    members,
)
from games.schotten_totten.endings import ending
from games.schotten_totten.formations import Formation, formation, search
from games.schotten_totten.state import STONES, State

Move: TypeAlias = tuple[Card, Card, int]
"""(Card of the hand, target of a ruse or NONE, stone where a card goes, OUT or NONE)."""
PASS: Move = (NONE, NONE, NONE)


class Simulation:
    """A round that is played on. Sides are sets of bits, lists are by stone; `left` are the places
    that a side has free, none at a claimed stone."""

    def __init__(self, state: State) -> None:
        stones, turn = state.stones, state.turn
        self.kinds = [stone.size << 1 | stone.blind for stone in stones]
        """Twice the cards that a side needs, and 1 with Blind-Man's-Bluff."""
        self.sides = [[as_bits(stone.sides[seat]) for stone in stones] for seat in (0, 1)]
        self.left = [
            [
                stone.size - len(stone.sides[seat]) if stone.owner == NO_SEAT else 0
                for stone in stones
            ]
            for seat in (0, 1)
        ]
        self.owners = [stone.owner for stone in stones]
        self.first = [stone.first for stone in stones]
        self.hands = [list(hand) for hand in state.hands]
        self.decks = [list(reversed(deck)) for deck in state.decks]
        self.unseen = state.unseen
        self.tactics, self.expert = state.match.tactics, state.match.expert
        self.played, self.jokers = list(state.record.played), list(state.record.jokers)
        self.idle = turn.idle
        self.over, self.winner, self.seat = False, NO_SEAT, turn.seat or 0
        self.midway = turn.step != "play"
        """Whether the seat to act has begun its turn: it has still to return cards for the
        Recruiter, to claim, or to draw."""
        self.due = turn.due if turn.step == "return" else 2 if turn.step == "recruit" else 0
        if turn.step == "recruit":
            self.draw_clan(self.seat, turn.due)
        self.passed, self.claimed = turn.passed, turn.claimed
        if turn.seat is None and state.match.past:
            self.over, self.winner = True, state.match.past[-1].winner

    def may_play_tactics(self, seat: Seat) -> bool:
        """Tell whether the seat may play a tactics card (2.8)."""
        return self.tactics and self.played[seat] <= self.played[1 - seat]

    def begin(self) -> None:
        """Begin a turn: where claims come first, claim (2.9)."""
        self.claimed = False
        if self.expert:
            self.claim()

    def move(self, move: Move) -> None:
        """Make a move, or pass."""
        seat, self.passed = self.seat, move == PASS
        if self.passed:
            return
        card, target, stone = move
        self.hands[seat].remove(card)
        if card >= CLAN:
            self.played[seat] += 1
            self.jokers[seat] = self.jokers[seat] or card in JOKERS
        if card < CLAN or card in ELITE:
            self.lay(seat, card, stone)
        elif card in (BLIND, MUD):
            self.fight(card, stone)
        elif target == NONE:
            self.draw_clan(seat, 3)
            self.due = 2
        else:
            self.lift(target)
            if stone >= 0:
                self.lay(seat, target, stone)

    def lay(self, seat: Seat, card: Card, stone: int) -> None:
        """Lay a card on a side."""
        self.unseen &= ~(1 << card)
        self.sides[seat][stone] |= 1 << card
        self.left[seat][stone] -= 1
        if not self.left[seat][stone] and self.first[stone] == NO_SEAT:
            self.first[stone] = seat

    def lift(self, card: Card) -> None:
        """Take a card from the side where it lies."""
        seat, stone = next(
            (seat, stone)
            for seat in (0, 1)
            for stone in range(STONES)
            if self.sides[seat][stone] >> card & 1
        )
        self.sides[seat][stone] ^= 1 << card
        self.left[seat][stone] += 1
        self.first[stone] = NO_SEAT if self.left[1 - seat][stone] else 1 - seat

    def fight(self, card: Card, stone: int) -> None:
        """Put a combat mode on a stone."""
        if card == BLIND:
            self.kinds[stone] |= 1
        else:
            self.kinds[stone] = 8 | self.kinds[stone] & 1
            self.first[stone] = NO_SEAT
            for left in self.left:
                left[stone] += 1

    def finish(self, tactics: bool) -> None:
        """Claim what can be claimed, draw, and pass the turn. `tactics` is whether the first card
        comes from the tactics deck."""
        if self.over:
            return
        seat = self.seat
        if not self.expert:
            self.claim()
            if self.over:
                return
        self.draw(seat, tactics)
        self.idle = self.idle + 1 if self.passed and not self.claimed else 0
        self.seat, self.midway = 1 - seat, False
        if self.idle == 2:
            self.award()

    def draw(self, seat: Seat, tactics: bool) -> None:
        """Draw as the rules want it: one card, or up to seven."""
        if not self.tactics:
            self.draw_clan(seat, 1)
            return
        hand, (clan, other) = self.hands[seat], self.decks
        while len(hand) < 7 and (clan or other):
            hand.append((other if other and (tactics or not clan) else clan).pop())
            tactics = False

    def draw_clan(self, seat: Seat, number: int) -> None:
        """Draw so many clan cards, while there are any."""
        deck = self.decks[0]
        for _ in range(min(number, len(deck))):
            self.hands[seat].append(deck.pop())

    def give_back(self, card: Card) -> None:
        """Put a card of the seat to act under its deck, for the Recruiter."""
        self.hands[self.seat].remove(card)
        self.decks[card >= CLAN].insert(0, card)
        self.due -= 1

    def claim(self) -> None:
        """Claim every stone that the seat to act can prove, in order."""
        seat = self.seat
        for stone in range(STONES):
            if (
                self.owners[stone] == NO_SEAT
                and self.first[stone] != NO_SEAT
                and not self.left[seat][stone]
                and self.provable(stone)
            ):
                self.claimed = True
                self.take(stone, seat)
                if self.over:
                    return

    def take(self, stone: int, seat: Seat) -> None:
        """Give a stone to a seat."""
        self.owners[stone] = seat
        self.left[0][stone] = self.left[1][stone] = 0
        if ending(tuple(self.owners), seat):
            self.over, self.winner = True, seat

    def leads(self, stone: int) -> Seat:
        """Return the seat that wins a stone which is complete on both sides."""
        one, other = [self.made(stone, seat) for seat in (0, 1)]
        return self.first[stone] if one == other else int(other > one)

    def made(self, stone: int, seat: Seat) -> Formation:
        """Return the formation of a complete side."""
        kind = self.kinds[stone]
        return formation(members(self.sides[seat][stone]), kind >> 1, bool(kind & 1))

    def provable(self, stone: int) -> bool:
        """Tell whether the seat to act can prove a claim to a stone where its side is complete."""
        seat, kind = self.seat, self.kinds[stone]
        if not self.left[1 - seat][stone]:
            return self.leads(stone) == seat
        theirs, mine = members(self.sides[1 - seat][stone]), self.made(stone, seat)
        return search(theirs, kind >> 1, bool(kind & 1), self.unseen, mine) is None

    def award(self) -> None:
        """End the round after both seats passed (T-e)."""
        for stone, owner in enumerate(self.owners):
            if owner == NO_SEAT and not self.left[0][stone] and not self.left[1][stone]:
                self.take(stone, self.leads(stone))
                if self.over:
                    return
        self.over, ahead = True, self.owners.count(0) - self.owners.count(1)
        if ahead:
            self.winner = int(ahead < 0)
