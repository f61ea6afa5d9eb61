"""A state of Lost Cities. Its parts are named tuples: frozen dataclasses take four times as long to
build, and bots build many thousands."""

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
    """The cards of a seat."""

    hand: Hand
    taken: Hand
    """The cards of the hand that were openly drawn from discard piles."""
    expeditions: Piles
    drawn: Hand = ()
    """The cards that came from the stock in this round, in order, wherever they are now."""


class Round(NamedTuple):
    """A finished round: the seat that began it, and the expeditions by seat."""

    starter: Seat
    expeditions: tuple[Piles, ...]


class Match(NamedTuple):
    """The part of a state that does not change during a round. `order` is the order of play, empty
    before the seats are dealt; `starter` began the last round that was dealt."""

    suits: int
    rounds: int
    order: tuple[Seat, ...] = ()
    past: tuple[Round, ...] = ()
    starter: Seat = NO_SEAT

    @property
    def over(self) -> bool:
        """Tell whether all rounds are finished."""
        return len(self.past) == self.rounds

    def totals(self) -> tuple[int, ...]:
        """Return the scores of the finished rounds together, by seat."""
        return tuple(
            [sum([total(played.expeditions[seat]) for played in self.past]) for seat in (0, 1)]
        )


class State(NamedTuple):
    """A state of Lost Cities."""

    match: Match
    turn: Seat | None
    """None before a deal and at the end."""
    drawing: bool
    """True in the second step of a turn, when a card has to be drawn."""
    closed: int
    """A bit for the suit that was discarded this turn: its pile may not be drawn from."""
    filled: int
    """A bit for each suit whose discard pile has cards."""
    sides: tuple[Side, Side]
    piles: Piles
    stock: tuple[Card, ...]
    """Next card first."""
