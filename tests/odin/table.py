"""A table without a site, so that tests of the rules read as play: `table.plays("ann play R7", "ben
pass")`."""

from __future__ import annotations

from games.kernel import replay
from games.kernel.protocol import Setup
from games.odin.actions import Action
from games.odin.engine import ENGINE, HAND
from games.odin.sets import DECK, SETS, as_bits
from games.odin.state import Play, State
from games.odin.view import View
from tests.kit.rules import RulesTable

SEATS: dict[str, int | None] = {
    "ann": 0,
    "ben": 1,
    "eva": 2,
    "flo": 3,
    "gus": 4,
    "hal": 5,
    "cal": None,
}


class Table(RulesTable[State, Action, View]):
    """A table at which Ann and Ben sit, with more seats Eva, Flo, Gus and Hal too; Cal watches.

    Cards that a test does not name are dealt from the low end of the deck, where they disturb
    least.
    """

    engine, seats = ENGINE, SEATS

    def __init__(self, *hands: str, seats: int = 2, target: int = 15, order: str = "") -> None:
        """`hands` by seat."""
        self.state = ENGINE.start(Setup(seats, {"target": str(target)}))
        self.order = tuple(order.split()) or ENGINE.chance(self.state)
        self.state = replay.deal(ENGINE, self.state, self.order)
        self.deal(*hands)

    def deal(self, *hands: str) -> None:
        named = [hand.split() for hand in hands] + [[] for _ in range(len(self.order) - len(hands))]
        rest = [
            card for card in ENGINE.chance(self.state) if not any(card in hand for hand in named)
        ]
        for hand in named:
            while len(hand) < HAND:
                hand.append(rest.pop())
        seated = [card for seat in self.order for card in named[int(seat[1:])]]
        self.state = replay.deal(ENGINE, self.state, (*seated, *rest))

    def goes_on(self, *hands: str, lies: str = "") -> None:
        """Jump to later in the hand: these cards are left, all others are gone. With "ann R8 R7"
        those lie on the table, and the next seat has to follow; otherwise the seat whose turn it is
        leads."""
        held = tuple(as_bits(hand.split()) for hand in hands)
        name, *cards = lies.split() or ["cal"]
        laid, seat, match = as_bits(cards), SEATS[name], self.state.match
        plays = () if seat is None else (Play(seat, SETS[laid], 0),)
        turn = self.state.turn if seat is None else match.after[seat]
        rest = DECK ^ sum(held) ^ laid
        undealt = rest & self.state.undealt
        self.state = State(
            match, turn, False, 0, plays, held, (0,) * match.seats, rest ^ undealt, undealt
        )
