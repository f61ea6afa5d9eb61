"""The deals that a bot imagines: those in which what the others did in this round makes sense are
likelier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.bots.protocol import Dice, Still
from games.kernel.protocol import Seat
from games.odin.actions import better
from games.odin.policy import POLICY
from games.odin.sets import CARDS, SETS, Bits, as_bits, single
from games.odin.state import State
from games.odin.view import View, imagine

TRIES = 5
"""The number of deals that are drawn before one is taken whether it is likely or not."""
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


def deals(view: View, seat: Seat, rng: Dice) -> Iterator[State]:
    """Yield states that agree with the view of a seat, without end."""
    base, did = imagine(view, Still()), _did(view, seat)
    counts = [
        0 if each == seat else count - len(view.taken[each])
        for each, count in enumerate(view.hand_counts)
    ]
    known = [base.hands[seat] if each == seat else taken for each, taken in enumerate(base.taken)]
    hidden = sum(base.hands) ^ sum(known) | base.undealt
    cards, passed = single(hidden), [each for each, gone in enumerate(view.passed) if gone]
    on_table = base.plays[-1].set.cards if base.plays else 0
    while True:
        for _ in range(TRIES):
            hands = _drawn(known, counts, cards, rng)
            chance = likelihood(hands, did, passed, on_table)
            if chance == 1 or rng.random() < chance:
                break
        yield base._replace(hands=tuple(hands), undealt=hidden ^ sum(hands) ^ sum(known))


def likelihood(
    hands: Sequence[Bits], did: Sequence[Did], passed: Sequence[Seat], on_table: Bits
) -> float:
    """Return how likely the others would have done what they did with these hands: 1 where it was
    best by the policy. `did` begins with the newest."""
    chance = 1.0
    for seat in passed:
        if better(hands[seat], SETS[on_table]):
            chance *= PASSED
    then = list(hands)
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
    """Return what the others laid in this round, the newest first."""
    laid = [as_bits(play.cards) for play in view.plays]
    return [
        Did(play.seat, cards, CARDS[play.took] if play.took else 0, beaten)
        for play, cards, beaten in zip(view.plays, laid, [0, *laid], strict=False)
        if play.seat != seat
    ][::-1]


def _drawn(
    known: Sequence[Bits], counts: Sequence[int], cards: list[Bits], rng: Dice
) -> list[Bits]:
    """Return the hands with so many of the cards, drawn at random. It changes the order of the
    cards."""
    hands, begun, number = list(known), 0, len(cards)
    for seat, count in enumerate(counts):
        for _ in range(count):
            drawn = begun + int(rng.random() * (number - begun))
            cards[begun], cards[drawn] = cards[drawn], cards[begun]
            hands[seat] |= cards[begun]
            begun += 1
    return hands
