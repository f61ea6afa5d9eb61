"""The bot of Odin. It looks at the cards that would be left in its hand: how few sets they make
(plans), and how many they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from benchmarks.yardstick.odin.plans import plan
from games.bots.protocol import Dice
from games.kernel.protocol import Seat
from games.odin.actions import PASS, PLAY, Action, better
from games.odin.engine import ENGINE
from games.odin.sets import SETS, Bits, as_bits, single
from games.odin.state import State
from games.odin.view import View

CARD = 0.4
"""The worth of one card less, beside the plan for the others."""
LOOKS = 2
"""The number of beats that playouts examine with the card that is taken."""
WIDTH = 4
"""The number of candidates that are searched."""
PLIES = 200


def beats(hand: Bits, on_table: Bits, looks: int) -> list[Bits]:
    """Return the sets of the hand that beat the set on the table, the best first.

    Only the best `looks` of them are examined with the card that would be taken; the others are
    left out.
    """
    beaten = single(on_table)
    rough = sorted(
        (plan(hand ^ cards) - CARD * size, cards)
        for _, size, cards, _ in better(hand, SETS[on_table])
    )
    close = []
    for _, cards in rough[:looks]:
        rest = hand ^ cards
        left = min(plan(rest | card) for card in beaten) if rest else 0.0
        close.append((left - CARD * cards.bit_count(), cards))
    return [cards for _, cards in sorted(close)]


@lru_cache(maxsize=1 << 16)
def answer(hand: Bits, on_table: Bits) -> Bits:
    """Return the best set to beat with, or 0. The policy never passes when it can beat; the search
    finds out when a pass is better."""
    found = beats(hand, on_table, LOOKS)
    return found[0] if found else 0


def take(hand: Bits, beaten: Bits) -> Bits:
    """Return the card of a beaten set that fits the hand best."""
    return min(single(beaten), key=lambda card: plan(hand | card))


@lru_cache(maxsize=1 << 16)
def lead(hand: Bits) -> Bits:
    """Return the best lead: the whole hand where it is a set, else the card that leaves the best
    hand."""
    return hand if hand in SETS else min(single(hand), key=lambda card: plan(hand ^ card))


class OdinBot:
    """The bot of Odin."""

    engine = ENGINE
    playouts = 150

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the best choices, best first. A pass is among them where the set could be
        beaten."""
        hand = as_bits(view.hand)
        if view.step == "lead" and hand in SETS:
            return [PLAY[hand]]
        if view.step != "follow":
            return _fitting(view, legal)[:WIDTH]
        found = [PLAY[cards] for cards in beats(hand, as_bits(view.plays[-1].cards), len(legal))]
        return found[:1] if found[0].cards == hand else [*found[: WIDTH - 1], PASS]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play the hand to its end. Return the average points of the other seats minus the seat's
        own points."""
        hands = _play_out(state) if state.turn is not None else state.hands
        counts = [hand.bit_count() for hand in hands]
        return (sum(counts) - counts[seat]) / (len(counts) - 1) - counts[seat]


def _fitting(view: View, legal: Sequence[Action]) -> list[Action]:
    """Return the leads, or the takes, best first: the hand that is left needs the fewest turns."""
    hand = as_bits(view.hand)
    # a card of the hand goes, a card that is taken comes
    return sorted(legal, key=lambda action: plan(hand ^ action.cards))


def _play_out(state: State) -> Sequence[Bits]:
    """Return the hands after every seat has played the best sets by its plans, up to the end of the
    hand."""
    match, turn, taking, passes, plays, hands_now, *_ = state
    hands = list(hands_now)
    on_table = plays[-1].set.cards if plays else 0
    assert turn is not None
    if taking:
        hands[turn] |= take(hands[turn], plays[-2].set.cards)
        turn = match.after[turn]
    for _ in range(PLIES):
        hand = hands[turn]
        played = answer(hand, on_table) if on_table else lead(hand)
        if hand == played:
            hands[turn] = 0
            break
        if played:
            hands[turn] = hand ^ played | (take(hand ^ played, on_table) if on_table else 0)
            on_table, passes = played, 0
        else:
            passes += 1
            if passes == match.seats - 1:
                on_table = passes = 0
        turn = match.after[turn]
    return hands


EXPERT = OdinBot()
