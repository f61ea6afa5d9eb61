"""The bot of Odin. Club plays by the policy (policy.py); the search compares the policy's best
ideas and a pass, on deals in which what the others did makes sense (deals.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp, sqrt

from games.bots.protocol import Bot, Dice, Level, Line, Result
from games.kernel.protocol import Seat
from games.odin.actions import PASS, PLAY, Action
from games.odin.deals import deals
from games.odin.engine import ENGINE
from games.odin.plans import WEIGHTS, Weights
from games.odin.policy import POLICY, Policy, play_out
from games.odin.sets import SETS, as_bits
from games.odin.state import State
from games.odin.view import View

WIDTH = 4
"""The number of candidates that are searched."""
HAND, LUCK = 3.5, 0.4
"""The points of a usual hand, and how much a point less counts for the chance to win, where one
such hand is still to come."""


class OdinBot:
    """The bot of Odin."""

    engine = ENGINE
    playouts: Mapping[Level, int] = {"expert": 40, "master": 600}
    weights = WEIGHTS
    worlds, slip = 1000, 0.5

    def beginner(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Return a Beginner's choice: it plays whenever it can, half of the time the lowest set,
        leads low, and takes the highest card, whether it fits or not."""
        if view.step == "lead" and as_bits(view.hand) in SETS:
            return legal[-1]
        return _most(legal) if view.step == "follow" and rng.random() < 0.5 else legal[0]

    def club(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Return the choice of the policy."""
        return self.candidates(view, seat, legal)[0][0]

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Line[Action]]:
        """Return the best choices, best first. A pass is among them where the set could be
        beaten."""
        hand = as_bits(view.hand)
        if view.step == "lead" and hand in SETS:
            return [(PLAY[hand],)]
        if view.step != "follow":
            return [(action,) for action in _fitting(view, legal)[:WIDTH]]
        found = POLICY.beats(hand, as_bits(view.plays[-1].cards), len(legal))
        best = [(PLAY[cards],) for cards, _ in found]
        return best[:1] if found[0][0] == hand else [*best[: WIDTH - 1], (PASS,)]

    def deals(self, view: View, seat: Seat, rng: Dice) -> Iterator[State]:
        """Yield states that agree with the view; what the others did makes some likelier."""
        return deals(view, seat, rng)

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play the hand to its end. Return the average points of the other seats minus the seat's
        own points."""
        return _ahead(_ended(state, [POLICY] * state.match.seats), seat)

    def results(
        self, state: State, seat: Seat, rng: Dice, *, whole: bool = False
    ) -> Sequence[Result]:
        """Play the hand to its end. Later hands are as good for one seat as for another."""
        match = state.match
        counts: Sequence[int] = [0] * match.seats
        if state.turn is not None:
            counts = _ended(state, [POLICY] * match.seats)
        totals = [sum(points) for points in zip(match.totals(), counts, strict=True)]
        chances = _chances(totals, match.target)
        return [Result(_ahead(totals, each), chances[each]) for each in range(match.seats)]

    def contest(self, state: State, weights: Sequence[Weights], dice: Dice) -> Sequence[float]:
        """Play a hand to its end. Return by seat how many points it is ahead."""
        counts = _ended(state, [_policy(each) for each in weights])
        return [_ahead(counts, seat) for seat in range(len(counts))]


@lru_cache(maxsize=4)
def _policy(weights: Weights) -> Policy:
    return Policy(weights)


def _ahead(counts: Sequence[int], seat: Seat) -> float:
    return (sum(counts) - counts[seat]) / (len(counts) - 1) - counts[seat]


def _chances(totals: Sequence[int], target: int) -> list[float]:
    """Return how likely each seat wins a match with these points: an estimate, until one has
    reached the target."""
    least, most = min(totals), max(totals)
    if most >= target:
        return [(each == least) / totals.count(least) for each in totals]
    by = LUCK / sqrt((target - most) / HAND)
    likely = [exp((least - each) * by) for each in totals]
    return [each / sum(likely) for each in likely]


def _ended(state: State, policies: Sequence[Policy]) -> list[int]:
    """Return the numbers of cards at the end of the hand, after every seat has played by its
    policy."""
    match, turn, taking, passes, plays, hands_now, *_ = state
    hands = list(hands_now)
    if turn is not None:
        if taking:
            hands[turn] |= policies[turn].take(hands[turn], plays[-2].set.cards)[1]
            turn = match.after[turn]
        on_table = plays[-1].set.cards if plays else 0
        play_out(hands, turn, on_table, passes, match.after, policies)
    return [hand.bit_count() for hand in hands]


def _most(legal: Sequence[Action]) -> Action:
    """Return the set of most cards; among those the lowest, which comes first."""
    return max(legal, key=lambda action: action.cards.bit_count())


def _fitting(view: View, legal: Sequence[Action]) -> list[Action]:
    """Return the leads, or the takes, best first: the hand that is left needs the fewest turns."""
    hand = as_bits(view.hand)
    # a card of the hand goes, a card that is taken comes
    return sorted(legal, key=lambda action: POLICY.plan(hand ^ action.cards))


BOT: Bot[State, Action, View] = OdinBot()
