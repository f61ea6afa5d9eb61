"""A game of Exhibition that is played on for one seat.

The halls of others hardly matter to a hall. So a playout fills the own hall with care, and lets the
other seats only take cards.
"""

from __future__ import annotations

from typing import Final

from benchmarks.yardstick.exhibition.appraisal import Sketch, Taste, mid_worth
from games.bots.protocol import Dice
from games.exhibition.deck import CONTINENT_OF, NO_CARD, WHITE, Card, Continent
from games.exhibition.scoring import (
    BEST,
    COMPARED,
    HUNDRED,
    Compared,
    against,
    chain,
    decades,
    focus,
    years,
)
from games.exhibition.showcases import MID
from games.exhibition.state import State
from games.kernel.protocol import Seat

TURNS: Final = 20
"""The cap of a playout. A seat has no more cards to place than its spots and its depot."""
BARREN: Final = (1.0, 0.3, 0.1, 0.0)
"""By the number of cards in a column that fit, how barren the column is."""
EITHER: Final = 0.5
"""The probability that another seat has all six continents before the own seat."""


class Playout:
    """The own hall as a sketch, and the cards that all seats take. It may begin in the middle of a
    turn."""

    def __init__(self, state: State, seat: Seat, taste: Taste) -> None:
        self.state, self.seat, self.round = state, seat, state.round
        self.sketch = Sketch(state, seat, taste)
        self.finished = state.halls[seat].finished
        self.columns = [list(column) for column in state.columns]
        self.stock = list(reversed(state.stock))
        self.vehicles = list(state.vehicles)
        self.others = [
            other for other, hall in enumerate(state.halls) if other != seat and not hall.finished
        ]

    # --- choices of the own seat ---

    def barren(self, card: Card, there: Continent) -> float:
        """Return the cost of a journey to a column where few cards fit. A card that was taken there
        is replaced by one that nobody knows."""
        fits = self.sketch.fits
        fitting = sum(fits >> other & 1 for other in self.columns[there] if other != card)
        return (
            self.sketch.taste.barren * BARREN[min(3, fitting + (there == self.vehicles[self.seat]))]
        )

    def way(self, card: Card) -> tuple[float, Continent]:
        """Return (cost, continent) of the cheapest journey with a card."""
        its = CONTINENT_OF[card]
        return min(
            (self.barren(card, each), each) for each in (range(WHITE) if its == WHITE else (its,))
        )

    def brings(self, card: Card) -> float:
        """Return the worth of taking a card."""
        return self.sketch.best(card)[0] - self.way(card)[0]

    # --- turns ---

    def play_out(self, dice: Dice) -> None:
        """Play the game on until the own seat has finished."""
        state = self.state
        if state.turn == self.seat and not self.finished:
            if state.step == "travel":
                self.travel(
                    state.taken, self.way(state.taken)[1], self.columns[self.vehicles[self.seat]]
                )
            if state.step in ("travel", "place"):
                self.place(state.taken)
            else:
                self.turn()
        for _ in range(TURNS):
            if self.finished:
                return
            self.round += 1
            self.others_take(dice)
            self.turn()

    def turn(self) -> None:
        """Play a turn of the own seat."""
        column = self.column(self.seat)
        if not column:
            self.finished = True
            return
        card = max(column, key=self.brings)
        _, there = self.way(card)
        column.remove(card)
        self.travel(card, there, column)
        self.place(card)

    def column(self, seat: Seat) -> list[Card]:
        """Return the column that the seat takes from: where its vehicle stands, or the first one
        with cards if there are none."""
        return self.columns[self.vehicles[seat]] or next(filter(None, self.columns), [])

    def travel(self, card: Card, there: Continent, column: list[Card]) -> None:
        """Move the own vehicle and refill the column."""
        if self.stock:
            column.append(self.stock.pop())
        self.vehicles[self.seat] = there

    def place(self, card: Card) -> None:
        """Place a card where it is worth most, or finish."""
        sketch = self.sketch
        _, spot = sketch.best(card)
        if spot >= 0:
            sketch.place(card, spot)
            if not sketch.all_six and not sketch.missing:
                sketch.all_six = self.round
            self.finished = NO_CARD not in sketch.cards
        elif sketch.fits >> card & 1 or sketch.hopes():
            sketch.depot += 1
            sketch.alive &= ~(1 << card)
        else:
            self.finished = True

    def others_take(self, dice: Dice) -> None:
        """Let each other seat take any card, wherever its vehicle stands."""
        for seat in self.others:
            column = self.column(seat)
            if column:
                card = column.pop(int(dice.random() * len(column)))
                if self.stock:
                    column.append(self.stock.pop())
                its = CONTINENT_OF[card]
                self.vehicles[seat] = int(dice.random() * WHITE) if its == WHITE else its
                self.sketch.alive &= ~(1 << card)

    # --- what has become of it ---

    def points(self) -> float:
        """Return about as many points as the seat will have. Compared showcases are compared with
        what others showed when the playout began."""
        sketch = self.sketch
        shown = sketch.shown
        total = focus(shown) + decades(shown) + chain(shown) + (shown & sketch.secret).bit_count()
        total -= sketch.cards.count(NO_CARD) + sketch.depot
        compared = sum(
            self.compared(showcase) for showcase in COMPARED if showcase in sketch.showcases
        )
        return total + self.six() + compared + mid_worth(sketch.cards[MID], sketch.solo)

    def six(self) -> float:
        """Return the points for six continents."""
        mine = self.sketch.all_six
        if not mine or self.sketch.solo:
            return float(mine > 0)
        others = [hall for seat, hall in enumerate(self.state.halls) if seat != self.seat]
        behind = [
            float(hall.all_six < mine) if hall.all_six else 0.0 if hall.finished else EITHER
            for hall in others
        ]
        return BEST - sum(behind)

    def compared(self, showcase: Compared) -> float:
        """Return the expected points for a showcase that is compared."""
        sketch = self.sketch
        mine = years(sketch.showcases, showcase, sketch.cards)
        if mine is None:
            return 0.0
        if sketch.solo:
            return float(
                max(
                    0,
                    BEST - len(against(showcase, mine, [tuple(column) for column in self.columns])),
                )
            )
        value, behind = COMPARED[showcase](mine), 0.0
        likely = min(1.0, (-value if value < 0 else HUNDRED - value) / HUNDRED)
        for seat, hall in enumerate(self.state.halls):
            theirs = years(sketch.showcases, showcase, hall.cards)
            if seat != self.seat and theirs is not None:
                behind += COMPARED[showcase](theirs) > value
            elif seat != self.seat and not hall.finished:
                behind += likely
        return BEST - behind
