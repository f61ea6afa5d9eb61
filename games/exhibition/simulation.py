"""A game of Exhibition for playouts. It changes in place, where the engine's states are values;
tests prove it equal to the engine."""

from __future__ import annotations

from collections.abc import Sequence

from games.exhibition.deck import (
    CONTINENT_OF,
    EINSTEIN,
    NO_CARD,
    OF_DECADE,
    WHITE,
    Card,
    Continent,
)
from games.exhibition.evaluation import IN_DEPOT, Weights, alive, mid_worth, outlook
from games.exhibition.scoring import BEST, COMPARED, Compared, Points, against, ranked
from games.exhibition.simulated_hall import Hall
from games.exhibition.state import State
from games.kernel.protocol import Seat

Way = tuple[float, Card, Continent, int, int]
"""A turn: its worth, the card, the end of the journey, the number of the showcase (IN_DEPOT or
GONE) and the spot there."""


class Simulation:
    """A game that is played out by the weights of its seats."""

    def __init__(self, state: State, all_weights: Sequence[Weights]) -> None:
        match = state.match
        self.match, self.solo = match, match.seats == 1
        living = alive(state)
        self.halls = [
            Hall(
                hall,
                outlook(match.showcases, match.seats, living, weights),
                OF_DECADE[match.decades[seat]] if match.secret else 0,
            )
            for seat, (hall, weights) in enumerate(zip(state.halls, all_weights, strict=True))
        ]
        self.columns = [list(column) for column in state.columns]
        self.stock = list(reversed(state.stock))
        self.vehicles = list(state.vehicles)
        self.round, self.turn, self.step, self.taken = (
            state.round,
            state.turn,
            state.step,
            state.taken,
        )
        self.claims = [
            number for number, each in enumerate(match.showcases) if each in ("one", "unique")
        ]

    # --- a turn ---

    def play_out(self, look_again: int = 0) -> None:
        """Play the game to its end. After so many rounds the seats update the cards that may still
        come; never if 0, since playouts gain nothing by it."""
        if self.turn is None:
            return
        order, halls, looked = self.match.order, self.halls, self.round
        at = order.index(self.turn) + 1
        self.finish_turn(self.turn)
        while not all([hall.finished for hall in halls]):
            if at == len(order):
                at = 0
                self.round += 1
                if self.round == looked + look_again:
                    self.look()
                    looked = self.round
            if not halls[order[at]].finished:
                self.whole_turn(order[at])
            at += 1

    def look(self) -> None:
        """Update the cards that may still come."""
        living = sum([1 << card for cards in (*self.columns, self.stock) for card in cards])
        for hall in self.halls:
            if not hall.finished:
                weights = hall.outlook.weights
                hall.look(outlook(self.match.showcases, self.match.seats, living, weights))

    def finish_turn(self, seat: Seat) -> None:
        """Play on from the step that a turn has reached."""
        if self.step in ("take", "seek"):
            self.whole_turn(seat)
            return
        hall, here = self.halls[seat], self.vehicles[seat]
        way = max(self.ways(seat, [self.taken]))
        if self.step == "travel":
            if self.stock:
                self.columns[here].append(self.stock.pop())
            self.vehicles[seat] = way[2]
        self.put(seat, hall, way)

    def whole_turn(self, seat: Seat) -> None:
        """Play a turn of a seat."""
        columns, here = self.columns, self.vehicles[seat]
        column = columns[here]
        if not column:
            here = self.vehicles[seat] = self.sought(seat)
            column = columns[here]
        way = max(self.ways(seat, column))
        column.remove(way[1])
        if self.stock:
            column.append(self.stock.pop())
        self.vehicles[seat] = way[2]
        self.put(seat, self.halls[seat], way)

    def put(self, seat: Seat, hall: Hall, way: Way) -> None:
        """Place the card of a way, or finish."""
        _, card, _, number, at = way
        if number >= 0:
            hall.place(card, number, at, self.round)
            if number in self.claims and CONTINENT_OF[card] != WHITE:
                for other in self.halls:
                    if other is not hall:
                        other.parts[number] = other.outlook.bar(other.parts[number], card)
        elif number == IN_DEPOT:
            hall.depot += 1
        else:
            hall.finished = True

    def sought(self, seat: Seat) -> Continent:
        """Return the continent to go to if there are no cards below the vehicle."""
        hall = self.begin(seat)
        there = [each for each in range(WHITE) if self.columns[each]]
        return max(there, key=lambda each: (self.prospect(hall, each), -each))

    # --- its worth ---

    def begin(self, seat: Seat) -> Hall:
        """Return the hall of a seat, ready for a turn."""
        hall = self.halls[seat]
        six = sum([each.all_six > 0 for each in self.halls])
        hall.begin(1.0 if self.solo else float(BEST - six))
        return hall

    def ways(self, seat: Seat, cards: Sequence[Card]) -> list[Way]:
        """Return the best way for each card."""
        hall, known = self.begin(seat), self.halls[seat].known
        ahead, found = hall.outlook.weights.ahead, []
        for card in cards:
            worth, number, at = known.get(card) or hall.best(card)
            end = CONTINENT_OF[card]
            if end == WHITE:
                gain, end = max([(self.prospect(hall, each, card), each) for each in range(WHITE)])
            else:
                gain = self.prospect(hall, end, card)
            found.append((worth + ahead * gain, card, end, number, at))
        return found

    def prospect(self, hall: Hall, there: Continent, taken: Card = NO_CARD) -> float:
        """Return the worth of the best card of a column at the next turn, as far as is known. One
        that is taken there is replaced by one that nobody knows."""
        best, known, fresh = hall.spare[0], hall.known, hall.outlook.weights.fresh
        for card in self.columns[there]:
            worth = (known.get(card) or hall.best(card))[0] if card != taken else fresh
            if worth > best:
                best = worth
        return best

    # --- the end ---

    def scores(self) -> list[float]:
        """Return the points of each seat as the engine counts them, and a part of a point for the
        middle of the century."""
        halls = self.halls
        six = [-hall.all_six or None for hall in halls]
        found = [ranked(six)] if not self.solo else [(int(halls[0].all_six > 0),)]
        found += [self.compared(each) for each in COMPARED if each in self.match.showcases]
        return [
            mid_worth(hall.parts[-1].cards[0], self.solo)
            + hall.points()
            + sum(points[seat] for points in found)
            for seat, hall in enumerate(halls)
        ]

    def compared(self, showcase: Compared) -> Points:
        """Return the points of each seat for a showcase that is compared."""
        number = self.match.showcases.index(showcase)
        cards = [hall.parts[number].cards for hall in self.halls]
        full = [None if NO_CARD in each or EINSTEIN in each else each for each in cards]
        if not self.solo:
            value = COMPARED[showcase]
            return ranked([None if each is None else value(each) for each in full])
        if full[0] is None:
            return (0,)
        columns = [tuple(column) for column in self.columns]
        return (max(0, BEST - len(against(showcase, full[0], columns))),)
