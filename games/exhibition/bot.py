"""The bot of Exhibition. Only the order of the stock and the decades of other seats are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import tanh
from typing import Final

from games.bots import weights
from games.bots.protocol import Bot, Dice, Level, Line, Result
from games.exhibition import view as views
from games.exhibition.actions import DEPOT, FINISH, MOVE, TAKE, Action, placing
from games.exhibition.deck import CONTINENT_OF, WHITE, Card, Continent
from games.exhibition.engine import ENGINE
from games.exhibition.evaluation import IN_DEPOT, Weights
from games.exhibition.showcases import FIRST
from games.exhibition.simulation import Simulation, Way
from games.exhibition.state import State
from games.exhibition.view import View
from games.kernel.protocol import Seat

ENDS: Final = 2
"""The considered journeys with a white card, of six."""


def lines(simulation: Simulation, seat: Seat) -> list[Line[Action]]:
    """Return the lines from the step that a turn has reached, best first."""
    if simulation.step == "seek":
        return seeking(simulation, seat)
    cards = (
        simulation.columns[simulation.vehicles[seat]]
        if simulation.step == "take"
        else [simulation.taken]
    )
    found = sorted(turns(simulation, seat, cards), key=lambda way: -way[0])
    return list(dict.fromkeys(steps(simulation, way) for way in found))


def seeking(simulation: Simulation, seat: Seat) -> list[Line[Action]]:
    """Return a line for each continent that has cards, best first."""
    hall = simulation.begin(seat)
    there = [each for each in range(WHITE) if simulation.columns[each]]
    there.sort(key=lambda each: -simulation.prospect(hall, each))
    return [(MOVE[each],) for each in there]


def turns(simulation: Simulation, seat: Seat, cards: Sequence[Card]) -> list[Way]:
    """Return the ways to play these cards, with every place."""
    hall = simulation.begin(seat)
    return [
        (worth + gain, card, there, number, at)
        for card in cards
        for gain, there in journeys(simulation, seat, card)
        for worth, number, at in hall.places(card)
    ]


def journeys(simulation: Simulation, seat: Seat, card: Card) -> list[tuple[float, Continent]]:
    """Return (worth, continent) of the best journeys with a card."""
    if simulation.step == "place":
        return [(0.0, simulation.vehicles[seat])]
    hall, its = simulation.halls[seat], CONTINENT_OF[card]
    ahead = hall.outlook.weights.ahead
    found = [
        (ahead * simulation.prospect(hall, there, card), there)
        for there in (range(WHITE) if its == WHITE else (its,))
    ]
    return sorted(found, key=lambda each: -each[0])[:ENDS]


def steps(simulation: Simulation, way: Way) -> Line[Action]:
    """Return the remaining actions of a way."""
    _, card, there, number, at = way
    if number >= 0:
        last = placing(simulation.match.showcases)[FIRST[number] + at]
    else:
        last = DEPOT if number == IN_DEPOT else FINISH
    done = {"take": 0, "travel": 1, "place": 2}[simulation.step]
    return (TAKE[card], MOVE[there], last)[done:]


CLUB: Final = weights.load(Weights, __file__)
BEGINNER: Final = Weights(
    fill=0.5,
    era=0.0,
    one=0.0,
    gap=0.0,
    mid=0.0,
    reach=0.1,
    crowd=0.0,
    focus=0.0,
    six=0.0,
    wide=0.0,
    depot=1.8,
    stop=6.0,
    ahead=0.0,
    fresh=0.0,
)
"""Points at once count for a Beginner; the other spots count little, and later points nothing."""
CONSIDERED: Final = 8
"""The number of lines that a search compares."""
CLEAR: Final = 5.0
"""The lead in points that is nearly as good as any greater one."""
AGAIN: Final = 3
"""The rounds of a contest after which its seats look again at the cards that may still come."""


class ExhibitionBot:
    """The bot of Exhibition."""

    engine = ENGINE
    playouts: Mapping[Level, int] = {"expert": 40, "master": 400}
    weights = CLUB
    worlds, slip = 1000, 0.5

    def beginner(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Return the best choice by a Beginner's weights."""
        return ranked(view, seat, BEGINNER)[0][0]

    def club(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Return the best choice by the learned weights."""
        return ranked(view, seat, CLUB)[0][0]

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Line[Action]]:
        """Return the best turns by the learned weights, best first."""
        return ranked(view, seat, CLUB)[:CONSIDERED]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play the game on, and return the seat's lead, between -1 and 1; its points in a solo
        game."""
        game = Simulation(state, [CLUB] * state.match.seats)
        game.play_out()
        return leads(game.scores())[seat]

    def results(
        self, state: State, seat: Seat, rng: Dice, *, whole: bool = False
    ) -> Sequence[Result]:
        """Play the game to its end, and return each seat's lead over the best other; alone, its
        points."""
        game = Simulation(state, [CLUB] * state.match.seats)
        game.play_out(look_again=AGAIN)
        scores = game.scores()
        if len(scores) == 1:
            return [Result(scores[0], 1.0)]
        most = max(scores)
        return [
            Result(
                own - max(scores[:at] + scores[at + 1 :]),
                (own == most) / scores.count(most),
            )
            for at, own in enumerate(scores)
        ]

    def contest(self, state: State, weights: Sequence[Weights], dice: Dice) -> Sequence[float]:
        """Play a whole game by the weights of the seats, and return their leads."""
        game = Simulation(state, weights)
        game.play_out(look_again=AGAIN)
        return leads(game.scores())


def leads(scores: list[float]) -> list[float]:
    """Return the lead of each seat, between -1 and 1; in a solo game its points."""
    if len(scores) == 1:
        return [*scores]
    best = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(len(scores))]
    return [tanh((own - other) / CLEAR) for own, other in zip(scores, best, strict=True)]


def ranked(view: View, seat: Seat, weights: Weights) -> list[Line[Action]]:
    """Return the lines of a seat by these weights, best first."""
    return lines(Simulation(views.known(view), [weights] * view.seats), seat)


BOT: Bot[State, Action, View] = ExhibitionBot()
