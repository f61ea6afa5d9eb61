"""The bot of Schotten Totten, for all variants. It claims each stone as soon as a claim is
proved."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.yardstick.schotten_totten.prospects import Likely, prospect
from benchmarks.yardstick.schotten_totten.sketch import Sketch
from games.bots.protocol import Dice, Still
from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.actions import DRAW, Action
from games.schotten_totten.deck import CLAN, Bits, as_bits, strength
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.state import State, Stone
from games.schotten_totten.view import View

HELD = 0.75
"""The probability that a card of the hand is there when a side needs it: other sides need it
too."""
DRAWN = 0.5
"""The probability that an unseen card comes when a side needs it."""
TACTIC = 0.08
"""The gain that a tactics card must bring before it is played."""
PLACES = 6
"""The number of candidates."""


class Outlook:
    """A position as one seat sees it: how good each of its sides is, against the other side."""

    def __init__(self, state: State, seat: Seat) -> None:
        theirs = [DRAWN if state.unseen >> card & 1 else 0.0 for card in range(CLAN)]
        mine = list(theirs)
        for card in state.hands[seat]:
            if card < CLAN:
                mine[card], theirs[card] = HELD, 0.0
        self.state, self.seat = state, seat
        self.likely = (Likely(theirs), Likely(mine)) if seat else (Likely(mine), Likely(theirs))
        self.known: dict[tuple[Bits, int, bool, Seat], float] = {}
        self.hopes = [self.hope(stone) for stone in state.stones]

    def hope(self, stone: Stone) -> float:
        """Return the worth of a stone to the seat, from -1 to 1."""
        if stone.owner != NO_SEAT:
            return 1.0 if stone.owner == self.seat else -1.0
        mine, theirs = [
            self.side(as_bits(stone.sides[seat]), stone, seat)
            for seat in (self.seat, 1 - self.seat)
        ]
        return mine - theirs

    def side(self, cards: Bits, stone: Stone, seat: Seat) -> float:
        """Return about how often this side wins the stone."""
        key = cards, stone.size, stone.blind, seat
        if key not in self.known:
            self.known[key] = prospect(cards, stone.size, stone.blind, self.likely[seat])
        return self.known[key]

    def after(self, action: Action) -> float:
        """Return the gain of an action."""
        stones = self.state.stones
        if action.verb == "play" and action.card < CLAN:
            stone = stones[action.stone]
            cards = as_bits(stone.sides[self.seat])
            return self.side(cards | 1 << action.card, stone, self.seat) - self.side(
                cards, stone, self.seat
            )
        then = ENGINE.apply(self.state, self.seat, action).stones
        return (
            sum(
                self.hope(stone) - self.hopes[at]
                for at, stone in enumerate(then)
                if stone is not stones[at]
            )
            - TACTIC
        )


class SchottenTottenBot:
    """The bot of Schotten Totten."""

    engine = ENGINE
    playouts = 250

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the best choices by estimates, best first."""
        action = forced(view, seat, legal)
        return [action] if action else ranked(seen(view), seat, legal)[:PLACES]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play a sketch of the state on, and return its worth to the seat."""
        sketch = Sketch(state)
        sketch.play_out(state)
        return sketch.value(seat)


def forced(view: View, seat: Seat, legal: Sequence[Action]) -> Action | None:
    """Return the action of every step that needs no thought, which is every step but the first;
    None in the first."""
    if legal[0].verb == "claim":
        return legal[0]
    if view.step == "return":
        return min(legal, key=lambda action: (action.card >= CLAN, strength(action.card)))
    if view.step == "play":
        return None
    return DRAW[1] if DRAW[1] in legal and not view.tactics_counts[seat] else legal[0]


def seen(view: View) -> State:
    """Return a state that agrees with the view, without chance."""
    return ENGINE.imagine(view, Still())


def ranked(state: State, seat: Seat, legal: Sequence[Action]) -> list[Action]:
    """Return the legal actions by their gain, best first."""
    outlook = Outlook(state, seat)
    return sorted(legal, key=lambda action: (-outlook.after(action), action.code))


EXPERT = SchottenTottenBot()
