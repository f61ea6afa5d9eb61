"""The bot of Odin. Club plays by the policy (policy.py); the search compares its best lines and a
pass, on deals that explain what the others did (deals.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp, sqrt

from games.bots.protocol import Bot, Dice, Level, Line, Result
from games.kernel.protocol import Seat
from games.odin.actions import PASS, PLAY, Action
from games.odin.deals import deals
from games.odin.engine import ENGINE
from games.odin.partition import WEIGHTS, Weights
from games.odin.policy import POLICY, Policy, counted, play_out
from games.odin.sets import SETS, as_bits
from games.odin.state import State
from games.odin.view import View

WIDTH = 4
"""The number of candidates that are searched."""
HAND, MORE, LUCK = 3.5, 1.0, 0.28
"""The points of a usual hand, the hands still to come when a seat is about to reach the target, and
the weight of a point for the chance to win a match of one hand, times the root of the seats: fitted
to 1,500 matches of the policy with two to six seats."""


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
        hand, others = as_bits(view.hand), counted(view.hand_counts, seat)
        if view.step == "lead":
            leads = [hand] if hand in SETS else [way.cards for way in POLICY.leads(hand, others)]
            return [(PLAY[cards],) for cards in leads[:WIDTH]]
        if view.step == "take":
            return [(action,) for action in _fitting(view, legal)[:WIDTH]]
        if hand in PLAY and PLAY[hand] in legal:
            return [(PLAY[hand],)]
        beats = POLICY.beats(hand, as_bits(view.plays[-1].cards), others, len(legal))
        return [*[(PLAY[way.cards],) for way in beats[: WIDTH - 1]], (PASS,)]

    def deals(self, view: View, seat: Seat, rng: Dice) -> Iterator[State]:
        """Yield states that agree with the view, weighted by what the others did."""
        return deals(view, seat, rng)

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play the hand to its end. Return the seat's probability to win the match."""
        return _chances(_totals(state), state.match.target)[seat]

    def results(
        self, state: State, seat: Seat, rng: Dice, *, whole: bool = False
    ) -> Sequence[Result]:
        """Play the hand to its end. Later hands are as good for one seat as for another."""
        totals = _totals(state)
        chances = _chances(totals, state.match.target)
        return [Result(_ahead(totals, each), chances[each]) for each in range(len(totals))]

    def contest(self, state: State, weights: Sequence[Weights], dice: Dice) -> Sequence[float]:
        """Play a hand to its end. Return by seat how many points it is ahead."""
        counts = _ended(state, [_policy(each) for each in weights])
        return [_ahead(counts, seat) for seat in range(len(counts))]


@lru_cache(maxsize=4)
def _policy(weights: Weights) -> Policy:
    return Policy(weights)


def _ahead(counts: Sequence[int], seat: Seat) -> float:
    return (sum(counts) - counts[seat]) / (len(counts) - 1) - counts[seat]


def _totals(state: State) -> tuple[int, ...]:
    """Return the points of the match after the hand, which is played to its end."""
    totals = state.match.totals()
    if state.turn is None:
        return totals
    counts = _ended(state, [POLICY] * len(totals))
    return tuple([total + count for total, count in zip(totals, counts, strict=True)])


@lru_cache(maxsize=1 << 12)
def _chances(totals: tuple[int, ...], target: int) -> list[float]:
    """Return each seat's probability to win a match with these points: an estimate until a seat has
    reached the target."""
    least, most = min(totals), max(totals)
    if most >= target:
        return [(each == least) / totals.count(least) for each in totals]
    by = LUCK * sqrt(len(totals) / ((target - most) / HAND + MORE))
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
    """Return the takes, best first: those that leave the hand with the fewest turns."""
    hand = as_bits(view.hand)
    return sorted(legal, key=lambda action: POLICY.plan(hand | action.cards))


BOT: Bot[State, Action, View] = OdinBot()
