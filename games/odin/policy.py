"""The policy of Odin: it counts the cards left in the hand, the sets that they make (plans), and
the likely answers. It never passes when it can beat; the search finds when a pass is better."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple, TypeAlias

from games.kernel.protocol import Seat
from games.odin.actions import better
from games.odin.partition import WEIGHTS, Weights, all_costs, planner
from games.odin.sets import SETS, Bits, single

MOST = 9
"""The most cards in a hand: no beat leaves more than there were."""
HELD = (
    (
        (0, 0, 1, 3, 7, 17, 35, 62, 90),
        (0, 1, 1, 3, 5, 9, 18, 29, 41),
        (0, 0, 0, 0, 0, 1, 3, 5, 9),
        (0, 0, 0, 0, 0, 0, 0, 1, 1),
    ),
    (
        (23, 27, 32, 38, 45, 55, 68, 82, 92),
        (3, 4, 7, 10, 13, 18, 30, 46, 59),
        (0, 1, 1, 2, 3, 5, 11, 21, 31),
        (0, 0, 0, 1, 1, 2, 5, 12, 18),
        (0, 0, 0, 0, 0, 0, 1, 4, 9),
        (0, 0, 0, 0, 0, 0, 1, 2, 4),
    ),
    (
        (70, 81, 83, 84, 86, 90, 92, 95, 98),
        (40, 40, 40, 40, 43, 46, 55, 74, 87),
        (35, 35, 36, 37, 38, 42, 50, 65, 77),
        (20, 20, 21, 22, 26, 31, 41, 52, 64),
        (5, 6, 7, 8, 11, 15, 22, 34, 49),
    ),
    (
        (96, 97, 97, 98, 98, 98, 98, 99, 99),
        (84, 86, 88, 90, 91, 92, 93, 94, 95),
        (77, 78, 79, 80, 80, 81, 84, 87, 93),
        (40, 41, 42, 43, 44, 46, 52, 60, 70),
    ),
)
"""By the size of a set, by how many cards more the other seat has, by the highest number of the set
from 1 to 9: how often in a hundred it is not beaten. The last row also stands for more cards."""
BEYOND = ((98,) * 9,)
"""The same for larger sets."""
LEAVES = (0.4, 0.33, 0.05, 0.0)
"""By the size of a set: the frequency with which a seat with a card more goes out on it."""

Odds: TypeAlias = tuple[float, float]
"""The probabilities that another seat does not beat a set, and that it goes out on it."""


def _odds(size: int, highest: int, count: int) -> Odds:
    """Return the odds of a set against a seat that has so many cards."""
    if count < size:
        return 1.0, 0.0
    rows = HELD[size - 1] if size <= len(HELD) else BEYOND
    held = rows[min(count - size, len(rows) - 1)][highest - 1] / 100
    if count == size:
        return held, 1.0 - held
    return held, LEAVES[size - 1] if count == size + 1 and size <= len(LEAVES) else 0.0


def _rows() -> dict[Bits, tuple[Odds, ...]]:
    alike = {
        (size, highest): tuple([_odds(size, highest, count) for count in range(MOST + 1)])
        for size in range(1, MOST + 1)
        for highest in range(1, 10)
    }
    return {
        cards: alike[some.size, some.value // 10 ** (some.size - 1)] for cards, some in SETS.items()
    }


ODDS = _rows()
"""By the cards of a set, by the number of cards of another seat."""


def odds(cards: Bits, others: Sequence[int]) -> Odds:
    """Return the odds of a set against seats that have so many cards each."""
    row = ODDS[cards]
    if len(others) == 1:
        return row[others[0]]
    held = prod([row[count][0] for count in others])
    return held, min(1.0 - held, sum([row[count][1] for count in others]))


LOOKS = 3
"""The number of beats that are examined with the card that is taken, in playouts."""
FEW = 3
"""While no other seat has more cards, all beats are examined."""
ROUNDING = 1e-9
PLIES = 200

Counts: TypeAlias = tuple[int, ...]
"""The numbers of cards of the other seats, the smallest first."""


class Way(NamedTuple):
    """A set to lay, with the card that is taken for it or 0. Less cost is better."""

    cost: float
    cards: Bits
    card: Bits


class Policy:
    """The policy with one choice of weights, and its cached results."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.card = weights, weights.card
        self.costs = all_costs(weights)
        self.plan = planner(self.costs)
        self.answer = lru_cache(maxsize=1 << 16)(self._answer)
        self.lead = lru_cache(maxsize=1 << 16)(self._lead)
        self.rough = lru_cache(maxsize=1 << 16)(self._rough)

    def beats(self, hand: Bits, on_table: Bits, others: Counts, looks: int) -> list[Way]:
        """Return the sets of the hand that beat the set on the table, the best first.

        Only the `looks` sets that are best before anything is taken are among them.
        """
        found = []
        for _, cards in self.rough(hand, on_table, looks):
            rest = hand ^ cards
            cost, card = self.take(rest, on_table) if rest else (0.0, 0)
            cost -= self.card * cards.bit_count() + self.hope(cards, rest | card, others)
            found.append(Way(cost, cards, card))
        return sorted(found)

    def leads(self, hand: Bits, others: Counts) -> list[Way]:
        """Return the cards of the hand to lead, the best first."""
        return sorted(
            [
                Way(self.plan(hand ^ card) - self.hope(card, hand ^ card, others), card, 0)
                for card in single(hand)
            ]
        )

    def hope(self, cards: Bits, rest: Bits, others: Counts) -> float:
        """Return the value of a set after the answers of the others, with the cards left."""
        weights, (held, lost) = self.weights, odds(cards, others)
        lead = weights.lead + weights.last if rest in SETS else weights.lead
        # whoever goes out gains on each of the others
        return lead * held - weights.danger * lost / len(others)

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

    def _answer(self, hand: Bits, on_table: Bits, others: Counts) -> tuple[Bits, Bits]:
        """Return the best set to beat with and the card to take, or zeros."""
        if hand in SETS and SETS[hand] in better(hand, SETS[on_table]):
            return hand, 0
        found = self.beats(hand, on_table, others, len(SETS) if others[-1] <= FEW else LOOKS)
        return found[0][1:] if found else (0, 0)

    def _lead(self, hand: Bits, others: Counts) -> Bits:
        """Return the best lead: the whole hand where it is a set, else a card."""
        return hand if hand in SETS else self.leads(hand, others)[0].cards


POLICY = Policy(WEIGHTS)


def counted(counts: Sequence[int], seat: Seat) -> Counts:
    """Return the numbers of cards of the other seats."""
    if len(counts) == 2:
        return (counts[1 - seat],)
    return tuple(sorted([count for other, count in enumerate(counts) if other != seat]))


def play_out(
    hands: list[Bits],
    turn: Seat,
    on_table: Bits,
    passes: int,
    after: Sequence[Seat],
    policies: Sequence[Policy],
) -> None:
    """Play a hand to its end in place: every seat plays the best sets by its policy."""
    last, counts = len(hands) - 1, [hand.bit_count() for hand in hands]
    for _ in range(PLIES):
        hand, others = hands[turn], counted(counts, turn)
        if on_table:
            played, taken = policies[turn].answer(hand, on_table, others)
        else:
            played, taken = policies[turn].lead(hand, others), 0
        if hand == played:
            hands[turn] = 0
            return
        if played:
            hands[turn] = hand = hand ^ played | taken
            counts[turn] = hand.bit_count()
            on_table, passes = played, 0
        else:
            passes += 1
            if passes == last:
                on_table = passes = 0
        turn = after[turn]
