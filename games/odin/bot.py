"""How a program plays Odin. It looks at what it leaves in its hand: into how few sets that parts
(plans), and how many cards it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.bots.protocol import Bot, Dice
from games.kernel.protocol import Seat
from games.odin.actions import PASS, PLAY, Action, better
from games.odin.engine import ENGINE
from games.odin.plans import plan
from games.odin.sets import SETS, Bits, as_bits, single
from games.odin.state import State
from games.odin.view import View

CARD = 0.4
"""What a card less is worth, beside the plan for the others."""
LOOKS = 2
"""So many beats are looked at closely in playouts."""
WIDTH = 4
"""So many candidates are searched."""
PLIES = 200


def beats(hand: Bits, on_table: Bits, looks: int) -> list[Bits]:
    """What beats a set, best first, and nothing if nothing does.

    Only so many are looked at with the card that is taken for them: those that are best without it.
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
    """The best beat, or nothing. To pass when one can beat does not pay, as a rule; the search
    finds out when it does."""
    found = beats(hand, on_table, LOOKS)
    return found[0] if found else 0


def take(hand: Bits, beaten: Bits) -> Bits:
    """The card that fits best."""
    return min(single(beaten), key=lambda card: plan(hand | card))


@lru_cache(maxsize=1 << 16)
def lead(hand: Bits) -> Bits:
    return hand if hand in SETS else min(single(hand), key=lambda card: plan(hand ^ card))


class OdinBot:
    engine = ENGINE
    playouts = 150

    def beginner(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Plays whenever it can, every other time as little as it can, leads low, and takes the
        highest card, whether it fits or not."""
        if view.step == "lead" and as_bits(view.hand) in SETS:
            return legal[-1]
        return _most(legal) if view.step == "follow" and rng.random() < 0.5 else legal[0]

    def club(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Gets rid of as many cards as it can, of the lowest that do; leads and takes what fits its
        plan."""
        if view.step != "follow":
            return _fitting(view, legal)[0]
        return _most(legal)

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
        hand = as_bits(view.hand)
        if view.step == "lead" and hand in SETS:
            return [PLAY[hand]]
        if view.step != "follow":
            return _fitting(view, legal)[:WIDTH]
        found = [PLAY[cards] for cards in beats(hand, as_bits(view.plays[-1].cards), len(legal))]
        return found[:1] if found[0].cards == hand else [*found[: WIDTH - 1], PASS]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """To the end of the hand; its points, against the others' on average."""
        hands = _play_out(state) if state.turn is not None else state.hands
        counts = [hand.bit_count() for hand in hands]
        return (sum(counts) - counts[seat]) / (len(counts) - 1) - counts[seat]


def _most(legal: Sequence[Action]) -> Action:
    """As many cards as can be, and of the sets that have so many the lowest, which comes first."""
    return max(legal, key=lambda action: action.cards.bit_count())


def _fitting(view: View, legal: Sequence[Action]) -> list[Action]:
    """What to lead, or to take, best first: the hand that it leaves needs the fewest turns."""
    hand = as_bits(view.hand)
    # a card of the hand goes, a card that is taken comes
    return sorted(legal, key=lambda action: plan(hand ^ action.cards))


def _play_out(state: State) -> Sequence[Bits]:
    """Everybody does what seems best: the hands at the end."""
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


BOT: Bot[State, Action, View] = OdinBot()
