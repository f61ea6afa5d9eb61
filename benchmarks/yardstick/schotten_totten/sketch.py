"""A round of Schotten Totten that can be played on quickly. It changes in place, where the engine's
states are values.

Both seats lay clan cards where they add most to their own sides. A stone goes to the better side
once both are complete. Tactics cards count where they lie; those in hands are left out.
"""

from __future__ import annotations

from functools import lru_cache

from benchmarks.yardstick.schotten_totten.prospects import Likely, prospect
from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.deck import CLAN, EVERY, Bits, Card, as_bits, members
from games.schotten_totten.endings import ending
from games.schotten_totten.formations import NOTHING, Formation, strongest
from games.schotten_totten.state import STONES, State

STONE = 0.2
"""The worth of a stone, beside the round."""
KEPT = 1 << 15
"""The number of sides whose results are cached: there are 26,290 with up to three clan cards."""
ANY = Likely((0.35,) * CLAN)


class Fits(dict[Bits, float]):
    """Side → about how often it wins its stone, whatever else is on the table."""

    def __init__(self, size: int, blind: bool) -> None:
        self.kind = size, blind

    def __missing__(self, side: Bits) -> float:
        if len(self) >= KEPT:
            self.clear()
        found = self[side] = prospect(side, *self.kind, ANY)
        return found


@lru_cache(KEPT)
def made_or_best(side: Bits, size: int, blind: bool) -> Formation:
    """Return the formation of a complete side, or the best that an incomplete side could become
    with any cards."""
    found = strongest(members(side), size, blind, EVERY & ~side)
    return found.formation if found else NOTHING


FITS = {(size, blind): Fits(size, blind) for size in (3, 4) for blind in (False, True)}


class Player:
    """A seat of a sketch."""

    def __init__(self, state: State, seat: Seat, fits: list[Fits]) -> None:
        self.fits = fits
        self.hand = [card for card in state.hands[seat] if card < CLAN]
        self.sides = [as_bits(stone.sides[seat]) for stone in state.stones]
        self.left = [
            stone.size - len(stone.sides[seat]) if stone.owner == NO_SEAT else 0
            for stone in state.stones
        ]
        self.gains = [self.row(stone) for stone in range(STONES)]
        """By stone, what each card of the hand would bring there."""

    def row(self, stone: int) -> list[float]:
        """Return what each card of the hand would add at this stone."""
        if not self.left[stone]:
            return []
        table, side = self.fits[stone], self.sides[stone]
        now = table[side]
        return [table[side | 1 << card] - now for card in self.hand]

    def draw(self, deck: list[Card], at: int | None = None) -> None:
        """Draw a card from the deck, if it has one, into place `at` of the hand, or behind all."""
        if at is None:
            self.hand += [deck.pop()] if deck else []
            self.gains = [self.row(stone) for stone in range(STONES)]
        elif deck:
            card = self.hand[at] = deck.pop()
            for row, table, side in zip(self.gains, self.fits, self.sides, strict=True):
                if row:
                    row[at] = table[side | 1 << card] - table[side]
        else:
            del self.hand[at]
            for row in self.gains:
                if row:
                    del row[at]

    def lay(self) -> tuple[int, int] | None:
        """Lay the best card. Return (stone, place in the hand); None if no card can be laid."""
        best = -9.0
        for stone, row in enumerate(self.gains):
            if row:
                most = max(row)
                if most > best:
                    best, where = most, stone
        if best == -9.0:
            return None
        at = self.gains[where].index(best)
        self.sides[where] |= 1 << self.hand[at]
        self.left[where] -= 1
        self.gains[where] = self.row(where)
        return where, at


class Sketch:
    """A round that is played on."""

    def __init__(self, state: State) -> None:
        self.kinds = [(stone.size, stone.blind) for stone in state.stones]
        fits = [FITS[kind] for kind in self.kinds]
        self.players = Player(state, 0, fits), Player(state, 1, fits)
        self.owners = [stone.owner for stone in state.stones]
        self.first = [stone.first for stone in state.stones]
        self.deck = list(reversed(state.decks[0]))
        self.winner = NO_SEAT

    def play_out(self, state: State) -> None:
        """Play the round on to its end."""
        for stone in range(STONES):
            self.settle(stone)
        seat, idle = state.turn.seat, 0
        if seat is None:
            self.winner = state.match.past[-1].winner
            return
        if state.turn.step != "play":
            self.players[seat].draw(self.deck)
            seat = 1 - seat
        while idle < 2 and self.winner == NO_SEAT:
            idle = 0 if self.turn(seat) else idle + 1
            seat = 1 - seat

    def turn(self, seat: Seat) -> bool:
        """Play a turn: lay a card and draw one. Tell whether there was room for a card."""
        player = self.players[seat]
        laid = player.lay()
        if not laid:
            return False
        where, at = laid
        player.draw(self.deck, at)
        if not player.left[where] and self.first[where] == NO_SEAT:
            self.first[where] = seat
        self.settle(where)
        return True

    def settle(self, stone: int) -> None:
        """Give a stone to the side that is complete and cannot be beaten, whatever cards come to
        the other."""
        first = self.first[stone]
        if self.owners[stone] != NO_SEAT or first == NO_SEAT:
            return
        kind = self.kinds[stone]
        mine, theirs = [
            made_or_best(self.players[seat].sides[stone], *kind) for seat in (first, 1 - first)
        ]
        if theirs > mine:
            if self.players[1 - first].left[stone]:
                return
            first = 1 - first
        self.owners[stone] = first
        for player in self.players:
            player.left[stone] = 0
            player.gains[stone] = []
        if ending(tuple(self.owners), first):
            self.winner = first

    def value(self, seat: Seat) -> float:
        """Return the worth of the round to the seat: 1 for winning it, and a little for each stone
        ahead."""
        ahead = self.owners.count(seat) - self.owners.count(1 - seat)
        if self.winner == NO_SEAT:
            return 0.5 + 0.5 * ((ahead > 0) - (ahead < 0)) + STONE * ahead
        return float(self.winner == seat) + STONE * ahead
