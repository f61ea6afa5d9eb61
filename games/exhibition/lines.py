"""The turns that a seat can play, as lines of actions: a card, a journey and a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.bots.protocol import Line
from games.exhibition.actions import DEPOT, FINISH, MOVE, TAKE, Action, placing
from games.exhibition.appraisal import IN_DEPOT
from games.exhibition.deck import CONTINENT_OF, WHITE, Card, Continent
from games.exhibition.showcases import FIRST
from games.exhibition.sketch import Sketch, Way
from games.kernel.protocol import Seat

ENDS: Final = 2
"""The journeys that are considered with a white card, of six."""


def lines(sketch: Sketch, seat: Seat) -> list[Line[Action]]:
    """Return the lines from the step that a turn has reached, best first."""
    if sketch.step == "seek":
        return seeking(sketch, seat)
    cards = sketch.columns[sketch.vehicles[seat]] if sketch.step == "take" else [sketch.taken]
    found = sorted(turns(sketch, seat, cards), key=lambda way: -way[0])
    return list(dict.fromkeys(steps(sketch, way) for way in found))


def seeking(sketch: Sketch, seat: Seat) -> list[Line[Action]]:
    """Return a line for each continent that has cards, best first."""
    hall = sketch.begin(seat)
    there = [each for each in range(WHITE) if sketch.columns[each]]
    there.sort(key=lambda each: -sketch.prospect(hall, each))
    return [(MOVE[each],) for each in there]


def turns(sketch: Sketch, seat: Seat, cards: Sequence[Card]) -> list[Way]:
    """Return the ways to play these cards, with every place."""
    hall = sketch.begin(seat)
    return [
        (worth + gain, card, there, number, at)
        for card in cards
        for gain, there in journeys(sketch, seat, card)
        for worth, number, at in hall.places(card)
    ]


def journeys(sketch: Sketch, seat: Seat, card: Card) -> list[tuple[float, Continent]]:
    """Return (worth, continent) of the best journeys with a card."""
    if sketch.step == "place":
        return [(0.0, sketch.vehicles[seat])]
    hall, its = sketch.halls[seat], CONTINENT_OF[card]
    ahead = hall.outlook.taste.ahead
    found = [
        (ahead * sketch.prospect(hall, there, card), there)
        for there in (range(WHITE) if its == WHITE else (its,))
    ]
    return sorted(found, key=lambda each: -each[0])[:ENDS]


def steps(sketch: Sketch, way: Way) -> Line[Action]:
    """Return the actions of a way that are still to be done."""
    _, card, there, number, at = way
    if number >= 0:
        last = placing(sketch.match.showcases)[FIRST[number] + at]
    else:
        last = DEPOT if number == IN_DEPOT else FINISH
    done = {"take": 0, "travel": 1, "place": 2}[sketch.step]
    return (TAKE[card], MOVE[there], last)[done:]
