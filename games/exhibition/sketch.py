"""A game of Exhibition that is played on quickly. It changes in place, where the engine's states
are values; tests prove it equal to the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.exhibition.appraisal import NEVER, Taste, alive, mid_worth, outlook
from games.exhibition.deck import (
    CONTINENT_OF,
    EINSTEIN,
    NO_CARD,
    OF_DECADE,
    WHITE,
    Card,
    Continent,
)
from games.exhibition.filling import Hall, sum_of
from games.exhibition.scoring import BEST, COMPARED, Compared, Points, against, ranked
from games.exhibition.showcases import DEPOT
from games.exhibition.state import State
from games.kernel.protocol import Seat

Way = tuple[float, Card, Continent, int, int]
"""A turn: its worth, the card, the end of the journey, the number of the showcase (IN_DEPOT or
GONE) and the spot there."""
IN_DEPOT: Final = -1
GONE: Final = -2


class Sketch:
    """A game that is played on by the tastes of its seats."""

    def __init__(self, state: State, tastes: Sequence[Taste]) -> None:
        match = state.match
        self.match, self.solo = match, match.seats == 1
        living = alive(state)
        self.halls = [
            Hall(
                hall,
                outlook(match.showcases, match.seats, living, taste),
                OF_DECADE[match.decades[seat]] if match.secret else 0,
            )
            for seat, (hall, taste) in enumerate(zip(state.halls, tastes, strict=True))
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

    def play_out(self, refresh: int = 99) -> None:
        """Play the game on to its end."""
        last = self.round
        if self.turn is None:
            return
        order = self.match.order
        at = order.index(self.turn)
        halls = self.halls
        self.finish_turn(self.turn)
        at += 1
        while not all([hall.finished for hall in halls]):
            if at == len(order):
                at = 0
                self.round += 1
                if self.round - last >= refresh:
                    self.refresh()
                    last = self.round
            seat = order[at]
            at += 1
            if not halls[seat].finished:
                self.whole_turn(seat)

    def refresh(self) -> None:
        """Look at the cards that may still come."""
        living = 0
        for column in (*self.columns, self.stock):
            for card in column:
                living |= 1 << card
        for hall in self.halls:
            if not hall.finished:
                hall.outlook = look = outlook(
                    self.match.showcases, self.match.seats, living, hall.outlook.taste
                )
                hall.parts = [
                    look.start(number, part.cards, part.fits)
                    for number, part in enumerate(hall.parts)
                ]

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
        """Return where to go if there are no cards below the vehicle."""
        hall, columns = self.halls[seat], self.columns
        return max(
            (self.prospect(hall, there, NO_CARD, {}), -there, there)
            for there in range(WHITE)
            if columns[there]
        )[2]

    # --- its worth ---

    def ways(self, seat: Seat, cards: Sequence[Card]) -> list[Way]:
        """Return the best way for each card."""
        hall, here = self.halls[seat], self.vehicles[seat]
        outlook, left = hall.outlook, hall.open
        taste, parts = outlook.taste, hall.parts
        six, era, one, gap, mid = [part.union for part in parts]
        rest = (
            era | one | gap | mid,
            six | one | gap | mid,
            six | era | gap | mid,
            six | era | one | mid,
            six | era | one | gap,
        )
        fits = six | rest[0]
        missing = outlook.missing[left - 1]
        now = outlook.missing[left][fits.bit_count()]
        worths: dict[Card, float] = {}
        ahead: dict[Continent, float] = {}
        first = self.first()
        found: list[Way] = []
        for card in cards:
            best, where, spot = self.unplaced(hall, fits >> card & 1)
            if fits >> card & 1:
                shows = hall.shows(card, first) + now
                for number, part in enumerate(parts):
                    if part.union >> card & 1:
                        entry = part.best.get(card) or outlook.best(part, card)
                        worth = shows + entry[0] - missing[(rest[number] | entry[2]).bit_count()]
                        if worth > best:
                            best, where, spot = worth, number, entry[1]
            its = CONTINENT_OF[card]
            best_there, end = NEVER, its
            for there in range(WHITE) if its == WHITE else (its,):
                if there == here:
                    next_turn = self.prospect(hall, there, card, worths)
                elif there in ahead:
                    next_turn = ahead[there]
                else:
                    next_turn = ahead[there] = self.prospect(hall, there, card, worths)
                if next_turn > best_there:
                    best_there, end = next_turn, there
            found.append((best + taste.ahead * best_there, card, end, where, spot))
        return found

    def places(self, seat: Seat, card: Card) -> list[tuple[float, int, int]]:
        """Return (worth, showcase, spot) of every place for a card."""
        hall = self.halls[seat]
        outlook, left, parts = hall.outlook, hall.open, hall.parts
        fits = sum_of(part.union for part in parts)
        found = [self.unplaced(hall, fits >> card & 1)]
        if not fits >> card & 1:
            return [*found, *([(-1 - self.promise(hall), GONE, 0)] if found[0][1] != GONE else [])]
        shows = hall.shows(card, self.first()) + outlook.missing[left][fits.bit_count()]
        for number, part in enumerate(parts):
            rest = sum_of(each.union for each in parts if each is not part)
            for worth, at, union in outlook.spots(part, card):
                missing = outlook.missing[left - 1][(rest | union).bit_count()]
                found.append((shows + worth - missing, number, at))
        return [each for each in found if each[0] > NEVER] or found

    def unplaced(self, hall: Hall, fits: int) -> tuple[float, int, int]:
        """Return the worth of a card that is not placed in the hall."""
        taste = hall.outlook.taste
        if hall.depot < DEPOT and (fits or self.promise(hall) > taste.stop):
            return -1 - taste.depot, IN_DEPOT, 0
        return (NEVER, GONE, 0) if fits else (-1 - self.promise(hall), GONE, 0)

    def promise(self, hall: Hall) -> float:
        """Return the worth of the open spots."""
        return sum([part.value for part in hall.parts])

    def first(self) -> float:
        """Return the points of the next seat with all six continents."""
        if self.solo:
            return 1.0
        return float(BEST - sum([hall.all_six > 0 for hall in self.halls]))

    def prospect(self, hall: Hall, there: Continent, but: Card, worths: dict[Card, float]) -> float:
        """Return the worth of the best card of a column, as far as is known."""
        taste = hall.outlook.taste
        best = -1 - taste.depot
        outlook, parts, first = hall.outlook, hall.parts, self.first()
        for card in self.columns[there]:
            if card == but:
                if taste.fresh > best:
                    best = taste.fresh
                continue
            worth = worths.get(card)
            if worth is None:
                worth = -1 - taste.depot
                shows = hall.shows(card, first)
                for part in parts:
                    if part.union >> card & 1:
                        entry = part.best.get(card) or outlook.best(part, card)
                        if shows + entry[0] > worth:
                            worth = shows + entry[0]
                worths[card] = worth
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
