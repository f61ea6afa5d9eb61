"""A state of Odin. Its parts are named tuples: frozen dataclasses take four times as long to build,
and bots build many thousands.

A game has several hands (deals). A hand has several rounds: from one lead until all other seats
have passed (3.2).
"""

from __future__ import annotations

from typing import NamedTuple

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.odin.sets import Bits, CardSet


class Play(NamedTuple):
    """A set that was laid. `took` is the card of the beaten set that went into the hand; 0 until a
    card is taken."""

    seat: Seat
    set: CardSet
    took: Bits


class Finished(NamedTuple):
    """A finished hand: the seat that led first, the seat that went out, its last set, whether this
    was a whole hand, and the points by seat."""

    starter: Seat
    out: Seat
    set: CardSet
    whole: bool
    points: tuple[int, ...]


class Match(NamedTuple):
    """The part of a state that does not change during a hand."""

    seats: int
    target: int
    order: tuple[Seat, ...] = ()
    after: tuple[Seat, ...] = ()
    """By seat, the next seat in order of play."""
    past: tuple[Finished, ...] = ()
    starter: Seat = NO_SEAT
    """The seat that leads the first round of the hand."""

    @property
    def over(self) -> bool:
        """Tell whether a seat has reached the target."""
        return max(self.totals()) >= self.target

    def seated(self, order: tuple[Seat, ...]) -> Match:
        """Return the match with this order of play."""
        turns = dict(zip(order, (*order[1:], order[0]), strict=True))
        return self._replace(order=order, after=tuple([turns[seat] for seat in range(self.seats)]))

    def totals(self) -> tuple[int, ...]:
        """Return the penalty points of the finished hands together, by seat."""
        return tuple([sum([hand.points[seat] for hand in self.past]) for seat in range(self.seats)])


class State(NamedTuple):
    """A state of Odin."""

    match: Match
    turn: Seat | None
    """None before a deal and at the end."""
    taking: bool
    """True when the seat has beaten a set and has to take one of its cards."""
    passes: int
    """Passes in succession since the last play."""
    plays: tuple[Play, ...]
    """The plays of this round. The last set lies on the table; the one before it as well, while
    `taking`."""
    hands: tuple[Bits, ...]
    taken: tuple[Bits, ...]
    """By seat, the cards of its hand that it openly took from the table."""
    gone: Bits
    """Cards that were played and beaten: out of play until the next deal."""
    undealt: Bits
