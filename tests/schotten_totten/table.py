"""A table without a site, so that tests of the rules read as play: `table.plays("ann play R7>3",
"ann draw clan")`."""

from __future__ import annotations

from itertools import zip_longest

from games.kernel import replay
from games.kernel.protocol import Setup
from games.schotten_totten.actions import Action
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.state import State
from games.schotten_totten.view import Proof, View, why
from tests.kit.rules import RulesTable

SEATS: dict[str, int | None] = {"ann": 0, "ben": 1, "cal": None}


class Table(RulesTable[State, Action, View]):
    """A table at which Ann and Ben sit; Cal watches.

    `ann` and `ben` are the clan cards that each is dealt and then draws, one a turn; `tactics` is
    the top of that deck. Cards that a test does not name are dealt from the last colour down.
    """

    engine, seats = ENGINE, SEATS

    def __init__(
        self,
        ann: str = "",
        ben: str = "",
        tactics: str | None = None,
        *,
        expert: bool = False,
        rounds: int = 1,
        order: str = "S0 S1",
    ) -> None:
        options = {
            "rounds": str(rounds),
            "tactics": "off" if tactics is None else "on",
            "expert": "on" if expert else "off",
        }
        self.state = ENGINE.start(Setup(2, options))
        self.order = [int(seat[1:]) for seat in order.split()]
        self.state = replay.deal(ENGINE, self.state, tuple(order.split()))
        self.deal(ann, ben, tactics or "")

    def deal(self, ann: str = "", ben: str = "", tactics: str = "") -> None:
        size = self.state.match.hand
        named = [ann.split(), ben.split()]
        self.named = {*named[0], *named[1], *tactics.split()}
        rest = [card for card in ENGINE.chance(self.state) if card not in (*named[0], *named[1])]
        for cards in named:
            while len(cards) < size:
                cards.append(rest.pop())
        turning = self.order[:: -1 if len(self.state.match.past) % 2 else 1]  # starters alternate
        turns = zip_longest(*[named[seat][size:] for seat in turning])
        stock = [card or rest.pop() for turn in turns for card in turn]
        first, second = self.order
        dealt = (*named[first][:size], *named[second][:size], *stock, *reversed(rest))
        self.state = replay.deal(ENGINE, self.state, dealt)
        if self.state.match.tactics:
            top = tuple(tactics.split())
            self.state = replay.deal(
                ENGINE,
                self.state,
                (*top, *[card for card in ENGINE.chance(self.state) if card not in top]),
            )

    def lays(self, *lines: str, draw: str = "clan") -> None:
        """Play whole turns without a claim: "ann R7>3" plays the card and draws, "ann x>3" plays
        one that the test has not named."""
        for line in lines:
            name, what = line.split(" ", 1)
            if what[0] == "x":
                what = (
                    next(card for card in self.sees(name).hand if card not in self.named) + what[1:]
                )
            self.plays(f"{name} play {what}")
            if self.state.turn.seat == SEATS[name]:
                self.plays(
                    f"{name} draw {draw}" if f"draw {draw}" in self.codes(name) else f"{name} end"
                )

    def why(self, name: str, stone: int) -> Proof | None:
        """Return the proof, or its lack, for the stone with this number."""
        seat = self.seat(name)
        return why(self.sees("cal"), stone - 1, seat)
