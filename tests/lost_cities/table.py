"""A table without a site, so that tests of the rules read as play: `table.plays("ann play R7", "ann
draw stock")`."""

from __future__ import annotations

from collections import Counter

from games.kernel import replay
from games.kernel.protocol import Setup
from games.lost_cities.engine import ENGINE, Action
from games.lost_cities.state import State
from games.lost_cities.view import View
from tests.kit.rules import RulesTable

SEATS: dict[str, int | None] = {"ann": 0, "ben": 1, "cal": None}


class Table(RulesTable[State, Action, View]):
    """A table at which Ann and Ben sit; Cal watches. Cards that a test does not name are dealt from
    the last suit down."""

    engine, seats = ENGINE, SEATS

    def __init__(
        self,
        ann: str = "",
        ben: str = "",
        stock: str = "",
        *,
        suits: int = 5,
        rounds: int = 1,
        order: str = "S0 S1",
    ) -> None:
        self.state = ENGINE.start(Setup(2, {"suits": str(suits), "rounds": str(rounds)}))
        self.order = [int(seat[1:]) for seat in order.split()]
        self.state = replay.deal(ENGINE, self.state, tuple(order.split()))
        self.deal(ann, ben, stock)

    def deal(self, ann: str = "", ben: str = "", stock: str = "") -> None:
        named = [hand.split() for hand in (ann, ben)]
        rest = list(
            (
                Counter(ENGINE.chance(self.state)) - Counter([*named[0], *named[1], *stock.split()])
            ).elements()
        )
        for hand in named:
            while len(hand) < 8:
                hand.append(rest.pop())
        first, second = self.order
        cards = (*named[first], *named[second], *stock.split(), *reversed(rest))
        self.state = replay.deal(ENGINE, self.state, cards)

    def goes_on(self, until: int = 0) -> None:
        """Let each seat discard a lowest card and draw from the stock, until so many cards are
        left."""
        while self.state.turn is not None and len(self.state.stock) > until:
            name = "ann" if self.state.turn == 0 else "ben"
            discard = next(code for code in self.codes(name) if code.startswith("discard"))
            self.plays(f"{name} {discard}", f"{name} draw stock")
