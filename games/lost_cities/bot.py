"""The bot of Lost Cities.

A round ends when the stock is empty, so a bot must not draw from discard piles for ever. Every turn
in which it does not draw from the stock either plays a card, or discards one that fits none of its
expeditions and takes one that does. Played cards never come back. And while it neither plays a card
nor draws from the stock, there are at most eight turns of the other kind in a row: each leaves one
more fitting card in a hand of eight. So a bot has at most nine turns for each card that it plays or
draws from the stock, and there are no more than 72 cards: every round ends, against anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final

from games.bots import weights
from games.bots.protocol import Bot, Dice, Level, Line, Result
from games.kernel.protocol import Seat
from games.lost_cities.best_actions import Judge, judge
from games.lost_cities.deals import deals
from games.lost_cities.deck import KINDS, SUIT_OF, SUITS, Card, Suit, cards, deck
from games.lost_cities.engine import DISCARD, DRAW, DRAW_STOCK, ENGINE, HAND, PLAY, STOCK, Action
from games.lost_cities.evaluation import KINDS_OF, LENGTH, TOP, UNIT, Some, fitting
from games.lost_cities.simulation import LIMIT, Player, Simulation, Turn
from games.lost_cities.state import State
from games.lost_cities.view import View
from games.lost_cities.weights import Weights

LEARNED: Final = weights.load(Weights, __file__)
UNHURRIED: Final = LEARNED._replace(tempo=0.0)
CONSIDERED, WORSE = 8, 12.0
"""A search compares so many lines at most, and none that is worse by so many points than the best,
as the policy judges them."""
AHEAD: Final = 14
"""The turns that a review plays on. What may still come is then valued as the policy values it:
that varies much less from one imagined deal to the next than the end of a round does. The search
plays rounds to their end: on 214 positions, a line that was chosen by such playouts was worth 0.6
points more than the policy's own (standard error 0.2), one by short playouts 0.2 more (0.2)."""
LUCK: Final = 52.0
"""The luck in each card that is still to come: it changes a lead by 5.7 points (one standard
deviation, measured in self-play); squared, and times π/2, so that a likelihood comes out."""
FULL, MOST = 44, 4.0
"""The stock from which the search makes just its playouts, and how many times as many it makes at
most. A playout takes 1.5 ms with 44 cards in the stock, 1.0 ms with 30, 0.55 ms with 20 and 0.2 ms
with 10."""
BELIEF: Final = 200
"""The number of playouts as which the policy's judgement counts. Two playouts of one deal differ by
29 points early in a round, the turns that they begin with by four or five: dozens of playouts tell
little. To ask for proof besides won less (docs/building/bots.md)."""
LEAP, FEW, LATE = 5, 2, 10
"""A Beginner skips up to LEAP kinds, begins an expedition with FEW cards, and only while LATE cards
are in the stock."""


class LostCitiesBot:
    """The bot of Lost Cities."""

    engine = ENGINE
    playouts: Mapping[Level, int] = {"expert": 12, "master": 240}
    belief, doubt = BELIEF, 0.0
    weights = LEARNED
    worlds, slip = 1000, 3.0

    def beginner(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Return a sensible choice, with the mistakes that beginners make."""
        simulation = seen(view, seat)
        if view.step == "draw":
            return eager_draw(simulation, seat, bool(view.closed))
        return eager_put(simulation, seat)

    def club(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Return the choice of the policy without the tempo: draws ignore how many turns they
        leave."""
        return lines(view, seat, UNHURRIED)[0][0]

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Line[Action]]:
        """Return the policy's best turns, or draws, the best first. A turn ends with the draw that
        looked best before its card was put down; it is compared again with the others, on other
        deals."""
        return lines(view, seat, LEARNED)

    def gains(self, view: View, seat: Seat) -> Sequence[float]:
        """Return the points that the policy expects of each turn, or of each draw."""
        simulation = seen(view, seat)
        if view.step == "draw":
            return [gain for gain, _ in sources(view, simulation, seat)]
        return [turn.gain for turn in considered(simulation, seat)]

    def often(self, view: View) -> float:
        """Return 1 with a FULL stock, less with a larger one, up to MOST with a smaller one."""
        return min(MOST, FULL / max(1, view.stock))

    def likely(self, view: View, seat: Seat, rng: Dice) -> Iterator[State]:
        """Yield states that agree with the view; cards that a seat would have kept are likelier in
        its hand. For reviews. The search takes all deals as equally likely, and wins rather more by
        it."""
        return deals(view, seat, rng)

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play the round to its end. Return by how many points the seat is ahead in the match."""
        totals = state.match.totals()
        ahead = totals[seat] - totals[1 - seat]
        if state.turn is None:
            return ahead
        simulation = simulated(state, [judge(self.weights)] * 2)
        simulation.below = 1 - seat
        play_on(simulation, state, LIMIT)
        return ahead + simulation.ahead(seat)

    def results(
        self, state: State, seat: Seat, rng: Dice, *, whole: bool = False
    ) -> Sequence[Result]:
        """Play the round on to its end, or for some turns, after which the policy's expectation
        counts. Later rounds are as good for one seat as for the other."""
        match, running = state.match, state.turn is not None
        first, second = match.totals()
        ahead: float = first - second
        to_come = (match.rounds - len(match.past) - running) * (len(deck(match.suits)) - 2 * HAND)
        if running:
            simulation = simulated(state, [judge(self.weights)] * 2)
            simulation.below = 1 - seat
            play_on(simulation, state, LIMIT if whole else AHEAD)
            ahead += simulation.standing(0)
            to_come += len(simulation.stock)
        sure = ahead / sqrt(ahead * ahead + LUCK * to_come) if ahead else 0.0
        return Result(ahead, (1 + sure) / 2), Result(-ahead, (1 - sure) / 2)

    def contest(self, state: State, weights: Sequence[Weights], dice: Dice) -> Sequence[float]:
        """Play the round on the table to its end. Return by how many points each seat is ahead."""
        simulation = simulated(state, [judge(each) for each in weights])
        play_on(simulation, state, LIMIT)
        return simulation.ahead(0), simulation.ahead(1)


def eager_put(simulation: Simulation, seat: Seat) -> Action:
    """Return a Beginner's card: it begins with few cards, skips many kinds, and discards the lowest
    card, whether it helps the other seat or not."""
    me = simulation.players[seat]
    held = [(kind, suit) for suit, hand in enumerate(me.hand) for kind in KINDS_OF[hand]]
    for kind, suit in sorted(held, key=lambda card: card[0] - TOP[me.own[card[1]]]):
        if me.own[suit] and TOP[me.own[suit]] < kind <= TOP[me.own[suit]] + LEAP:
            return PLAY[suit * KINDS + kind]
    for kind, suit in sorted(held):
        if not me.own[suit] and LENGTH[me.hand[suit]] >= FEW and len(simulation.stock) > LATE:
            return PLAY[suit * KINDS + kind]
    kind, suit = min(held)
    return DISCARD[suit * KINDS + kind]


def eager_draw(simulation: Simulation, seat: Seat, closed: bool) -> Action:
    """Return a Beginner's draw: any card that fits an expedition, else, and after a
    discard, from the stock."""
    own = simulation.players[seat].own
    fits = [
        suit
        for suit, pile in enumerate(simulation.piles)
        if pile and own[suit] and TOP[own[suit]] < pile[-1]
    ]
    return DRAW[fits[0]] if fits and not closed else DRAW_STOCK


def lines(view: View, seat: Seat, weights: Weights) -> list[Line[Action]]:
    """Return a policy's best turns, or draws, the best first."""
    simulation = seen(view, seat, weights)
    if view.step == "draw":
        return [(drawing(pile),) for _, pile in sources(view, simulation, seat)]
    return [
        ((PLAY if turn.play else DISCARD)[turn.suit * KINDS + turn.kind], drawing(turn.source))
        for turn in considered(simulation, seat)
    ]


def sources(view: View, simulation: Simulation, seat: Seat) -> list[tuple[float, Suit]]:
    """Return the draws that a search compares as (worth, suit or STOCK), the best by the policy
    first."""
    closed = SUITS.index(view.closed) if view.closed else None
    draws = simulation.draws(seat, closed)
    return [draw for draw in draws if draw[0] >= draws[0][0] - WORSE]


def considered(simulation: Simulation, seat: Seat) -> list[Turn]:
    """Return the turns that a search compares, the best by the policy first."""
    turns = frugal(simulation.players[1 - seat], simulation.turns(seat))[:CONSIDERED]
    return [turn for turn in turns if turn.gain >= turns[0].gain - WORSE]


def frugal(other: Player, turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns, best first, without discards that fit an expedition of the other seat, but
    for one that the policy likes best of all. Playouts that prefer them do so by luck."""
    best = turns[0]
    liked = None if best.play else (best.suit, best.kind)
    return [
        turn
        for turn in turns
        if turn.play
        or (turn.suit, turn.kind) == liked
        or not fitting(other.own[turn.suit], UNIT[turn.kind])
    ]


def drawing(source: int) -> Action:
    """Return the action of drawing from the pile of a suit, or from STOCK."""
    return DRAW_STOCK if source == STOCK else DRAW[source]


def held(suits: int, hand: Sequence[Card]) -> list[Some]:
    """Return the cards by suit."""
    found = [0] * suits
    for card in hand:
        found[SUIT_OF[card]] += UNIT[card % KINDS]
    return found


def simulated(state: State, judges: Sequence[Judge]) -> Simulation:
    """Return a simulation of a state, for policies by seat."""
    first, second = [
        Player(
            judges[seat],
            [sum(UNIT[card % KINDS] for card in expedition) for expedition in side.expeditions],
            held(state.match.suits, side.hand),
        )
        for seat, side in enumerate(state.sides)
    ]
    return Simulation((first, second), state.stock, state.piles)


def play_on(simulation: Simulation, state: State, turns: int) -> None:
    """Play the simulation of a state on, to the end of the round or for so many turns."""
    seat = state.turn
    assert seat is not None
    if state.drawing:
        closed = state.closed.bit_length() - 1 if state.closed else None
        simulation.take(seat, simulation.draws(seat, closed)[0][1])
        seat = 1 - seat
    simulation.play_on(seat, turns)


def seen(view: View, seat: Seat, weights: Weights = LEARNED) -> Simulation:
    """Return a simulation of a seat's view: the other hand is empty, and the stock consists of
    dummies."""
    players = [
        Player(
            judge(weights),
            [sum(UNIT[card % KINDS] for card in cards(each.cards)) for each in own],
            held(len(view.suits), cards(view.hand) if at == seat else ()),
        )
        for at, own in enumerate(view.expeditions)
    ]
    tops = [cards([pile.top]) if pile.top else () for pile in view.piles]
    return Simulation((players[0], players[1]), [0] * view.stock, tops)


BOT: Bot[State, Action, View] = LostCitiesBot()
