"""A moment of Lost Cities. Named tuples: frozen dataclasses take four times as long to build, and
bots build many thousands."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.lost_cities.deck import Card
from games.lost_cities.scoring import total

Hand: TypeAlias = tuple[Card, ...]
Pile: TypeAlias = tuple[Card, ...]
"""An expedition or a discard pile, top card last."""
Piles: TypeAlias = tuple[Pile, ...]
"""By suit."""


class Side(NamedTuple):
    """A seat's cards."""

    hand: Hand
    taken: Hand
    """The part of the hand that was openly drawn from discard piles."""
    expeditions: Piles


class Round(NamedTuple):
    """A finished round: who began it, and the expeditions by seat."""

    starter: Seat
    expeditions: tuple[Piles, ...]


class Match(NamedTuple):
    """What stays the same throughout a round."""

    suits: int
    rounds: int
    order: tuple[Seat, ...] = ()
    past: tuple[Round, ...] = ()
    starter: Seat = NO_SEAT

    @property
    def over(self) -> bool:
        return len(self.past) == self.rounds

    def totals(self) -> tuple[int, ...]:
        """Scores of the finished rounds."""
        return tuple(
            sum(total(played.expeditions[seat]) for played in self.past) for seat in (0, 1)
        )


class State(NamedTuple):
    match: Match
    turn: Seat | None
    """None before a deal and at the end."""
    drawing: bool
    """Whether this is the second step of the turn."""
    closed: int
    """A bit for the suit discarded this turn."""
    filled: int
    """A bit for each suit whose discard pile has cards."""
    sides: tuple[Side, Side]
    piles: Piles
    stock: tuple[Card, ...]
    """Next card first."""
