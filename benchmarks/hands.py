"""Measure which cards a seat of Lost Cities keeps, and what that tells about its hand.

    python -m benchmarks.hands
    python -m benchmarks.hands --rounds 300 --player expert

A player plays against itself. Before every turn each card that the seat to move cannot place is
counted: by its kind, by what it is to the other seat and to this one, and by whether the other seat
really holds it. The tables are those of `games/lost_cities/deals.py`: odds, as a multiple of those
by the number of cards. Last come the bits that the tables of that file tell about one hand; a table
that misleads tells less than none.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log2
from random import Random
from typing import TypeAlias

from benchmarks.bots import SEED
from benchmarks.duels import Player, states
from games.kernel.protocol import Setup
from games.lost_cities.deals import DEAD, FITS, LOW, OPEN, odds, use
from games.lost_cities.deck import KINDS, SUIT_OF, Card
from games.lost_cities.engine import ENGINE
from games.lost_cities.state import State
from games.lost_cities.view import out_of_sight

USES = (FITS, OPEN, DEAD)
Cell: TypeAlias = tuple[str, int, int]
"""A kind of card, what it is to the seat that may hold it, and what it is to the other one."""


def kind_of(card: Card) -> str:
    """Return the name of the table of a card."""
    kind = card % KINDS
    return "WAGERS_KEPT" if kind == 0 else "LOW_KEPT" if kind < LOW else "HIGH_KEPT"


@dataclass
class Counted:
    """Sums over positions: `held` and `asked` of cards, and of their likelihood by number."""

    held: Counter[Cell] = field(default_factory=Counter)
    asked: Counter[Cell] = field(default_factory=Counter)
    evenly: dict[Cell, float] = field(default_factory=dict)
    bits: float = 0.0
    positions: int = 0

    def add(self, state: State) -> None:
        """Add a position, as the seat to move sees it."""
        seat = state.turn
        assert seat is not None
        mine, other = state.sides[seat], state.sides[1 - seat]
        hidden = out_of_sight(ENGINE.view(state, seat))
        unknown = list(other.hand)
        for card in other.taken:
            unknown.remove(card)
        even = len(unknown) / len(hidden)
        self.positions += 1
        for card in hidden:
            if held := card in unknown:
                unknown.remove(card)
            suit, kind = SUIT_OF[card], card % KINDS
            theirs, ours = other.expeditions, mine.expeditions
            cell = kind_of(card), use(kind, theirs[suit]), use(kind, ours[suit])
            self.held[cell] += held
            self.asked[cell] += 1
            self.evenly[cell] = self.evenly.get(cell, 0.0) + even
            likely = odds(card, theirs, ours) * even / (1 - even)
            told = likely / (1 + likely)
            self.bits += log2(told / even if held else (1 - told) / (1 - even))

    def table(self, name: str) -> str:
        """Return a table in the form of the file."""
        rows = [
            ", ".join(f"{self._odds((name, theirs, ours)):.2f}" for ours in USES) for theirs in USES
        ]
        return f"(({'), ('.join(rows)}))"

    def _odds(self, cell: Cell) -> float:
        if not self.asked[cell]:
            return 1.0
        held, even = self.held[cell] / self.asked[cell], self.evenly[cell] / self.asked[cell]
        return held / (1 - held) * (1 - even) / even


def positions(name: str, rounds: int, seed: int) -> Iterator[State]:
    """Yield the states before each turn of so many rounds of a player against itself."""
    setup = Setup(2, {"rounds": "1"}, ENGINE.ruleset)
    for number in range(rounds):
        players = [Player.named(name, ENGINE.slug)] * 2
        dice = Random(f"{seed} {number}")
        for state in states(ENGINE, setup, players, dice, dice):
            if state.turn is not None and not state.drawing:
                yield state


def main() -> None:
    """Print the tables, and the bits."""
    parser = argparse.ArgumentParser(description="Which cards a seat of Lost Cities keeps.")
    parser.add_argument("--player", default="club", help="a level, or policy")
    parser.add_argument("--rounds", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    counted = Counted()
    for state in positions(asked.player, asked.rounds, asked.seed):
        counted.add(state)
    print(f"{asked.rounds} rounds of {asked.player}, {counted.positions} positions")
    for name in ("HIGH_KEPT", "LOW_KEPT", "WAGERS_KEPT"):
        print(name, "=", counted.table(name))
    print(f"The tables of deals.py tell {counted.bits / counted.positions:.2f} bits about a hand.")


if __name__ == "__main__":
    main()
