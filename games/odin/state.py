"""A moment of Odin. Named tuples: frozen dataclasses take four times as long to build, and bots
build many thousands.

A game has several hands (deals), a hand several rounds: from one lead until all the others have
passed (rules 3.2).
"""

from __future__ import annotations

from typing import NamedTuple

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.odin.sets import Bits, CardSet


class Play(NamedTuple):
    """A set that was laid, and the card of the beaten set that came into the hand for it; `took` is
    0 while nothing was taken."""

    seat: Seat
    set: CardSet
    took: Bits


class Finished(NamedTuple):
    """A finished hand: who led first, what went out last, whether as a whole hand, and the points
    by seat."""

    starter: Seat
    out: Seat
    set: CardSet
    whole: bool
    points: tuple[int, ...]


class Match(NamedTuple):
    """What stays the same throughout a hand."""

    seats: int
    target: int
    order: tuple[Seat, ...] = ()
    after: tuple[Seat, ...] = ()
    """By seat, who is next in order of play."""
    past: tuple[Finished, ...] = ()
    starter: Seat = NO_SEAT
    """Who leads the first round of the hand."""

    @property
    def over(self) -> bool:
        return max(self.totals()) >= self.target

    def seated(self, order: tuple[Seat, ...]) -> Match:
        turns = dict(zip(order, (*order[1:], order[0]), strict=True))
        return self._replace(order=order, after=tuple(turns[seat] for seat in range(self.seats)))

    def totals(self) -> tuple[int, ...]:
        """Penalty points of the finished hands, by seat."""
        return tuple(sum(hand.points[seat] for hand in self.past) for seat in range(self.seats))


class State(NamedTuple):
    match: Match
    turn: Seat | None
    """None before a deal and at the end."""
    taking: bool
    """Whether the seat has beaten a set and has to take one of its cards."""
    passes: int
    """In succession, since the last play."""
    plays: tuple[Play, ...]
    """Of this round. The last set is on the table, and so is the one before while `taking`."""
    hands: tuple[Bits, ...]
    taken: tuple[Bits, ...]
    """By seat, the part of the hand that was openly taken from the table."""
    gone: Bits
    """Played and beaten, out until the next deal."""
    undealt: Bits
