"""The deals that a bot imagines, weighted by what the others did in this round."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from typing import NamedTuple

from games.bots.protocol import Dice, Still
from games.kernel.protocol import Seat
from games.odin.actions import better
from games.odin.engine import HAND
from games.odin.policy import POLICY
from games.odin.sets import CARDS, SETS, Bits, as_bits, single
from games.odin.state import State
from games.odin.view import View, imagine

TRIES = 8
"""The number of hands drawn, of which one is chosen by likelihood, shared among the other seats
with at least two for each."""
KEEPS, SOON = 0.25, 11
"""How much likelier a hand is whose partition costs less, as an exponent for each card that it has
less than SOON: a seat keeps what belongs together, and parts with the rest. With these, hands of
the policy cost about what those cost that are imagined for them."""
MARGIN = 0.3
"""The cost by which a play may be worse than the best one before it is called unlikely."""
UNLIKELY = 0.02
"""The likelihood of a play that the policy would never make."""
PASSED = 0.3
"""The likelihood of a pass by a seat that could beat."""


class Did(NamedTuple):
    """The set that another seat laid in this round, the card it took or 0, and the set that it
    beat or 0."""

    seat: Seat
    cards: Bits
    took: Bits
    beaten: Bits


@dataclass(frozen=True, slots=True)
class Guess:
    """The knowledge of another seat: the cards that it took, the number of the others, its plays in
    this round, and the set on which it passed or 0."""

    seat: Seat
    known: Bits
    missing: int
    did: Sequence[Did]
    passed: Bits
    tries: int

    def hand(self, cards: list[Bits], rng: Dice) -> Bits:
        """Return a hand with some of the cards. It changes the order of the cards."""
        if not self.missing:
            return self.known
        hands = [self.known | sum(drawn(cards, self.missing, rng)) for _ in range(self.tries)]
        sums = list(accumulate([self.chance(hand) for hand in hands]))
        return hands[min(bisect(sums, rng.random() * sums[-1]), self.tries - 1)]

    def chance(self, hand: Bits) -> float:
        """Return the relative likelihood of a hand among those of as many cards."""
        count = hand.bit_count()
        kept = exp(KEEPS * (count - SOON) * POLICY.plan(hand)) if count < HAND else 1.0
        hands, passed = {self.seat: hand}, [self.seat] if self.passed else []
        return kept * likelihood(hands, self.did, passed, self.passed)


def deals(view: View, seat: Seat, rng: Dice) -> Iterator[State]:
    """Yield states that agree with the view of a seat, without end."""
    base, did = imagine(view, Still()), _did(view, seat)
    known = [base.hands[seat] if each == seat else taken for each, taken in enumerate(base.taken)]
    hidden = sum(base.hands) ^ sum(known) | base.undealt
    guesses = [
        Guess(
            each,
            known[each],
            count - known[each].bit_count(),
            [one for one in did if one.seat == each],
            base.plays[-1].set.cards if view.passed[each] else 0,
            max(2, TRIES // (len(known) - 1)),
        )
        for each, count in enumerate(view.hand_counts)
        if each != seat
    ]
    while True:
        hands, cards = list(known), single(hidden)
        for guess in guesses:
            hands[guess.seat] = hand = guess.hand(cards, rng)
            cards = [card for card in cards if not card & hand]
        yield base._replace(hands=tuple(hands), undealt=sum(cards))


def likelihood(
    hands: Mapping[Seat, Bits], did: Sequence[Did], passed: Sequence[Seat], on_table: Bits
) -> float:
    """Return the likelihood of the others' plays with these hands: 1 where they were best by the
    policy. `did` begins with the newest."""
    chance = 1.0
    for seat in passed:
        if better(hands[seat], SETS[on_table]):
            chance *= PASSED
    then = dict(hands)
    for seat, cards, took, beaten in did:
        rest = then[seat] ^ took
        then[seat] = before = rest | cards
        if not beaten and before in SETS:
            return chance * UNLIKELY  # it would have been led whole
        cost = POLICY.plan(rest) - POLICY.card * cards.bit_count()
        best, _ = POLICY.rough(before, beaten, 1)[0]
        chance *= max(UNLIKELY, 1 - (cost - best) / MARGIN)
    return chance


def _did(view: View, seat: Seat) -> list[Did]:
    """Return the plays of the others in this round, the newest first."""
    laid = [as_bits(play.cards) for play in view.plays]
    return [
        Did(play.seat, cards, CARDS[play.took] if play.took else 0, beaten)
        for play, cards, beaten in zip(view.plays, laid, [0, *laid], strict=False)
        if play.seat != seat
    ][::-1]


def drawn(cards: list[Bits], number: int, rng: Dice) -> list[Bits]:
    """Return so many of the cards, drawn at random. It changes the order of the cards."""
    for begun in range(number):
        at = begun + int(rng.random() * (len(cards) - begun))
        cards[begun], cards[at] = cards[at], cards[begun]
    return cards[:number]
