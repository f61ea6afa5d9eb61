"""The policy of Odin: it looks at the cards that would be left in the hand, how few sets they make
(plans), and how many they are. It never passes when it can beat; the search finds out when a pass
is better."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from functools import lru_cache

from games.kernel.protocol import Seat
from games.odin.actions import better
from games.odin.plans import WEIGHTS, Weights, all_costs, planner
from games.odin.sets import SETS, Bits, single

LOOKS = 2
"""The number of beats that are examined with the card that is taken, in playouts."""
ROUNDING = 1e-9
PLIES = 200


class Policy:
    """The policy with one choice of weights, and what it has computed before."""

    def __init__(self, weights: Weights) -> None:
        self.card = weights.card
        self.costs = all_costs(weights)
        self.plan = planner(self.costs)
        self.answer = lru_cache(maxsize=1 << 16)(self._answer)
        self.lead = lru_cache(maxsize=1 << 16)(self._lead)
        self.rough = lru_cache(maxsize=1 << 16)(self._rough)

    def beats(self, hand: Bits, on_table: Bits, looks: int) -> list[tuple[Bits, Bits]]:
        """Return the sets of the hand that beat the set on the table, each with the card that is
        taken or 0, the best first.

        Only the `looks` sets that are best before anything is taken are among them.
        """
        found = []
        for _, cards in self.rough(hand, on_table, looks):
            rest = hand ^ cards
            cost, card = self.take(rest, on_table) if rest else (0.0, 0)
            found.append((cost - self.card * cards.bit_count(), cards, card))
        return [(cards, card) for _, cards, card in sorted(found)]

    def take(self, hand: Bits, beaten: Bits) -> tuple[float, Bits]:
        """Return the least cost of a hand with a card of a beaten set, and this card."""
        return min([(self.plan(hand | card), card) for card in single(beaten)])

    def _rough(self, hand: Bits, on_table: Bits, looks: int) -> list[tuple[float, Bits]]:
        """Return so many sets that beat the set on the table, or that can be led where it is 0,
        each with the cost of what is left before a card is taken; the best first."""
        plan, card, costs = self.plan, self.card, self.costs
        sets = better(hand, SETS[on_table]) if on_table else [SETS[each] for each in single(hand)]
        # a hand costs at most what a set of it and the rest cost
        spared = sorted([(costs[cards] + card * size, size, cards) for _, size, cards, _ in sets])
        found: list[tuple[float, Bits]] = []
        whole, last = plan(hand), looks - 1
        for most, size, cards in reversed(spared):
            if len(found) > last and whole - most > found[last][0] + ROUNDING:
                break
            insort(found, (plan(hand ^ cards) - card * size, cards))
        return found[:looks]

    def _answer(self, hand: Bits, on_table: Bits) -> tuple[Bits, Bits]:
        """Return the best set to beat with and the card to take, or zeros."""
        found = self.beats(hand, on_table, LOOKS)
        return found[0] if found else (0, 0)

    def _lead(self, hand: Bits) -> Bits:
        """Return the best lead: the whole hand where it is a set, else a card."""
        return hand if hand in SETS else self.rough(hand, 0, 1)[0][1]


POLICY = Policy(WEIGHTS)


def play_out(
    hands: list[Bits],
    turn: Seat,
    on_table: Bits,
    passes: int,
    after: Sequence[Seat],
    policies: Sequence[Policy],
) -> None:
    """Play a hand to its end in place: every seat plays the best sets by its policy."""
    last = len(hands) - 1
    for _ in range(PLIES):
        hand = hands[turn]
        if on_table:
            played, taken = policies[turn].answer(hand, on_table)
        else:
            played, taken = policies[turn].lead(hand), 0
        if hand == played:
            hands[turn] = 0
            return
        if played:
            hands[turn] = hand ^ played | taken
            on_table, passes = played, 0
        else:
            passes += 1
            if passes == last:
                on_table = passes = 0
        turn = after[turn]
