"""How a program plays Schotten Totten, with all its variants. Whatever can be proved is claimed at once."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import exp
from typing import Any

from games.bots.protocol import Bot, Dice
from games.kernel.protocol import Seat
from games.schotten_totten.actions import DRAW, Action
from games.schotten_totten.deck import CLAN, MODES, Bits, as_bits, strength
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.prospects import Likely, prospect
from games.schotten_totten.prover import leader
from games.schotten_totten.sketch import FITS, Sketch
from games.schotten_totten.state import NO_SEAT, STONES, State, Stone
from games.schotten_totten.view import View

HELD = 0.75
"""How likely a card of the hand is to be there when a side wants it: other sides want it too."""
DRAWN = 0.4
"""And one that nobody has seen, while the deck is full."""
STEEP = 2.0
THREE = 0.6
"""What three stones in a row count beside each of them."""
TACTIC = 0.08
"""What a tactics card must bring before it is played."""
PLACES = 12
"""So many candidates."""


class Outlook:
    """A moment as one seat sees it: how likely it is to win each stone."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.seat = seat
        deck = len(state.decks[0])
        drawn = DRAWN * (deck + 4) / (deck + 12)
        theirs = [drawn if state.unseen >> card & 1 else 0.0 for card in range(CLAN)]
        mine = list(theirs)
        for card in state.hands[seat]:
            if card < CLAN:
                mine[card], theirs[card] = HELD, 0.0
        self.likely = (Likely(theirs), Likely(mine)) if seat else (Likely(mine), Likely(theirs))
        self.known: dict[tuple[Bits, int, bool, Seat], float] = {}
        self.state = state
        self.hopes = [self.hope(stone) for stone in state.stones]

    def side(self, stone: Stone, seat: Seat) -> float:
        key = as_bits(stone.sides[seat]), stone.size, stone.blind, seat
        if key not in self.known:
            self.known[key] = prospect(*key[:3], self.likely[seat])
        return self.known[key]

    def hope(self, stone: Stone) -> float:
        seat = self.seat
        if stone.owner != NO_SEAT:
            return float(stone.owner == seat)
        if stone.complete(0) and stone.complete(1):
            return float(leader(stone) == seat)
        return 1.0 / (1.0 + exp(STEEP * (self.side(stone, 1 - seat) - self.side(stone, seat))))

    def after(self, action: Action) -> float:
        """What the stones are worth behind an action."""
        then = ENGINE.apply(self.state, self.seat, action).stones
        hopes = [
            before if stone is same else self.hope(stone) for before, stone, same in zip(self.hopes, then, self.state.stones, strict=True)
        ]
        rows = sum([hopes[at] * hopes[at + 1] * hopes[at + 2] for at in range(STONES - 2)])
        theirs = sum([(1 - hopes[at]) * (1 - hopes[at + 1]) * (1 - hopes[at + 2]) for at in range(STONES - 2)])
        return sum(hopes) + THREE * (rows - theirs) - (TACTIC if action.card >= CLAN or action.verb not in ("play", "pass") else 0.0)


class SchottenTottenBot:
    engine = ENGINE
    playouts = 400

    def beginner(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        """Builds up its own sides, whatever lies on the other and whatever is gone."""
        action = forced(view, seat, legal)
        if action:
            return action
        stones, laying = seen(view).stones, [action for action in legal if action.verb == "play" and action.card not in MODES]
        if not laying:
            return legal[rng.randrange(len(legal))]

        def gain(action: Action) -> tuple[float, float]:
            stone = stones[action.stone]
            side = as_bits(stone.sides[seat])
            return FITS[stone.size, stone.blind][side | 1 << action.card] - FITS[stone.size, stone.blind][side], rng.random()

        return max(laying, key=gain)

    def club(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        return forced(view, seat, legal) or ranked(seen(view), seat, legal)[0]

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
        action = forced(view, seat, legal)
        return [action] if action else ranked(seen(view), seat, legal)[:PLACES]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        sketch = Sketch(state)
        sketch.play_out(state)
        return sketch.value(seat)


def forced(view: View, seat: Seat, legal: Sequence[Action]) -> Action | None:
    """What needs no thought: every step but the first."""
    if legal[0].verb == "claim":
        return legal[0]
    if view.step == "return":
        return min(legal, key=lambda action: (action.card >= CLAN, strength(action.card)))
    if view.step == "play":
        return None
    return DRAW[1] if DRAW[1] in legal and not view.tactics_counts[seat] else legal[0]


class Still:
    """Dice that leave everything as it lies, for what does not depend on hidden cards."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        pass

    def randrange(self, start: int, /) -> int:
        return 0


def seen(view: View) -> State:
    return ENGINE.imagine(view, Still())


def ranked(state: State, seat: Seat, legal: Sequence[Action]) -> list[Action]:
    outlook = Outlook(state, seat)
    return sorted(legal, key=lambda action: (-outlook.after(action), action.code))


BOT: Bot[State, Action, View] = SchottenTottenBot()
