"""The bot of Schotten Totten, for all variants. It claims each stone as soon as a claim is
proved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod, sqrt

from games.bots.protocol import Bot, Dice, Level, Line, Result, Still
from games.bots.weights import load
from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.actions import DRAW, NONE, RECRUITER, Action, of, on
from games.schotten_totten.actions import PASS as PASSES
from games.schotten_totten.deck import (
    BANSHEE,
    CLAN,
    MODES,
    STRATEGIST,
    TRAITOR,
    Bits,
    as_bits,
    strength,
)
from games.schotten_totten.deck import RECRUITER as RECRUITING
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.evaluation import Weights, value
from games.schotten_totten.needs import LEVELS, needs
from games.schotten_totten.policy import Policy, draws_tactics, turn
from games.schotten_totten.simulation import PASS, Move, Simulation
from games.schotten_totten.state import Round, State, Stone
from games.schotten_totten.view import View

LOOKS = 24
"""The number of actions that a Beginner looks at."""
COMES, BARE = 0.35, 0.4
"""A Beginner's expectation: the probability of each needed card, wherever it is, and the value of a
side without clan cards."""
PLACES, EACH = 10, 3
"""The number of candidates, and how many of them may be of one card."""
TURNS = 4
"""The turns of a playout. Then the position is valued, with both hands open."""
STONE = 0.03
"""The worth of a stone in a contest, beside the round."""
ROUND = 400
"""An upper bound for the turns of a round of the policy."""
AHEAD = 2.4
"""The match points that the winner of a round is usually ahead."""
LUCK = 16.0
"""The luck in a round that is still to come: it changes a lead by 3.2 match points (one standard
deviation); squared, and times π/2, so that a likelihood comes out."""


class SchottenTottenBot:
    """The bot of Schotten Totten."""

    engine = ENGINE
    playouts: Mapping[Level, int] = {"expert": 12, "master": 800}
    weights = load(Weights, __file__)
    worlds, slip = 1000, 0.5

    def beginner(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Return a Beginner's choice: it builds its own sides, overlooks many actions, and ignores
        which cards are gone."""
        if view.step != "play" or legal[0].verb == "claim":
            return habit(view, seat, legal)
        stones = seen(view).stones
        found = [legal[rng.randrange(len(legal))] for _ in range(LOOKS)]
        return max(found, key=lambda action: gain(stones[action.stone], seat, action))

    def club(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Return the choice of the policy, here without the value of a card at other stones."""
        return self.ranked(view, seat, legal, self.weights._replace(price=0.0))[0]

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Line[Action]]:
        """Return the best moves of the policy, best first, few with one card. Of stones that look
        alike, it takes the one where the card is worth most."""
        found: list[Line[Action]] = []
        cards: list[tuple[str, int]] = []
        places = set()
        stones = seen(view).stones
        for action in self.ranked(view, seat, legal, self.weights):
            # A ruse is one card, whatever it takes.
            card = action.verb, action.card if action.verb == "play" else NONE
            place = card, looks(stones[action.stone]) if action.verb == "play" else action
            if cards.count(card) < EACH and place not in places:
                cards.append(card)
                places.add(place)
                found.append((action,))
        return found[:PLACES]

    def ranked(
        self, view: View, seat: Seat, legal: Sequence[Action], weights: Weights
    ) -> list[Action]:
        """Return the actions that the policy considers, best first. Only step 1 needs thought."""
        if legal[0].verb == "claim":
            return [legal[0]]
        simulation = Simulation(seen(view))
        policy = Policy(simulation, seat, weights)
        if view.step == "play":
            return [coded(move) for _, move in sorted(policy.moves(), reverse=True)]
        if view.step == "return":
            return [of("return", policy.returned())]
        tactics = view.step != "recruit" and draws_tactics(simulation, seat, weights)
        return [DRAW[tactics] if DRAW[tactics] in legal else legal[0]]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play a simulation of the state on for some turns, and return its worth to the seat."""
        simulation = Simulation(state)
        for _ in range(TURNS + simulation.midway):
            if not simulation.over:
                turn(simulation, self.weights)
        if simulation.over:
            return 0.5 if simulation.winner == NO_SEAT else float(simulation.winner == seat)
        return value(simulation, seat, self.weights)

    def results(
        self, state: State, seat: Seat, rng: Dice, *, whole: bool = False
    ) -> Sequence[Result]:
        """Play the round on, to its end or for some turns. Points are match points: five for the
        winner, and for the other seat its stones. Later rounds are as good for one seat as for the
        other."""
        match, running = state.match, state.turn.seat is not None
        first, second = match.totals()
        ahead: float = first - second
        later = match.rounds - len(match.past) - running
        if running:
            won, more = self._round(state, whole)
            if not later and not ahead:
                return Result(more, won), Result(-more, 1 - won)
            ahead += more
        sure = ahead / sqrt(ahead * ahead + LUCK * later) if ahead else 0.0
        return Result(ahead, (1 + sure) / 2), Result(-ahead, (1 - sure) / 2)

    def _round(self, state: State, whole: bool) -> tuple[float, float]:
        """Return the first seat's probability to win the round, and its lead in points."""
        simulation = Simulation(state)
        for _ in range(ROUND if whole else TURNS + simulation.midway):
            if simulation.over:
                held = Round(NO_SEAT, simulation.winner, "more", tuple(simulation.owners)).points
                won = 0.5 if simulation.winner == NO_SEAT else float(simulation.winner == 0)
                return won, held[0] - held[1]
            turn(simulation, self.weights)
        won = value(simulation, 0, self.weights)
        return won, (2 * won - 1) * AHEAD

    def contest(self, state: State, weights: Sequence[Weights], dice: Dice) -> Sequence[float]:
        """Play a dealt round to its end by the policies. Return for each seat 1 for winning it, and
        a little for each stone ahead."""
        simulation = Simulation(state)
        while not simulation.over:
            turn(simulation, weights[simulation.seat])
        won = 0.5 if simulation.winner == NO_SEAT else float(simulation.winner == 0)
        ahead = STONE * (simulation.owners.count(0) - simulation.owners.count(1))
        return won + ahead, 1.0 - won - ahead


def looks(stone: Stone) -> tuple[bool, bool, int, int]:
    """Return the key that equal-looking stones share."""
    one, other = stone.sides
    return stone.blind, stone.mud, as_bits(one), as_bits(other)


def coded(move: Move) -> Action:
    """Return a move as an action."""
    card, target, stone = move
    if move == PASS:
        return PASSES
    if card == RECRUITING:
        return RECRUITER
    if card == BANSHEE:
        return of("banshee", target)
    if card in (STRATEGIST, TRAITOR):
        return on("strategist" if card == STRATEGIST else "traitor", target, stone)
    return on("play", card, stone)


def habit(view: View, seat: Seat, legal: Sequence[Action]) -> Action:
    """Return a Beginner's fixed action in the steps without a choice of its own."""
    if view.step == "return":
        return min(legal, key=lambda action: (action.card >= CLAN, strength(action.card)))
    if legal[0].verb != "claim" and DRAW[1] in legal and not view.tactics_counts[seat]:
        return DRAW[1]
    return legal[0]


def gain(stone: Stone, seat: Seat, action: Action) -> float:
    """Return the gain of a clan card or an elite troop on the own side of a stone."""
    if action.verb != "play" or action.card in MODES:
        return 0.0
    side, kind = as_bits(stone.sides[seat]), 2 * stone.size + stone.blind
    return fit(side | 1 << action.card, kind) - fit(side, kind)


@lru_cache(1 << 15)
def fit(side: Bits, kind: int) -> float:
    """Return a Beginner's estimate of a side's final strength, from 0 to 1, whatever else is on the
    table; `kind` as in `needs`."""
    need = needs(side, kind)
    if need.level >= 0 or need.bare:
        return BARE if need.bare else need.level / LEVELS
    left, found = 1.0, 0.0
    for level, parts in (*need.ways, *[(level, ((some, 1),)) for level, some in need.ones]):
        comes = prod((1 - (1 - COMES) ** some.bit_count()) ** count for some, count in parts)
        found, left = found + left * comes * level, left * (1 - comes)
    return (found + left * sum(level * chance for level, chance in need.rest)) / LEVELS


def seen(view: View) -> State:
    """Return a state that agrees with the view, without chance."""
    return ENGINE.imagine(view, Still())


BOT: Bot[State, Action, View] = SchottenTottenBot()
