"""A moment of Schotten Totten. Named tuples: frozen dataclasses take four times as long to build,
and bots build many thousands."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.deck import EVERY, Bits, Card, Cards
from games.schotten_totten.formations import Formation, formation

STONES = 9
WINNER = 5
"""Match points for a round (2.6)."""

Step: TypeAlias = Literal["deal", "deal tactics", "play", "recruit", "return", "claim", "draw"]
"""What the seat to act does: step 1, the Recruiter's draws and returns, claims and the first draw,
further draws. Before the first deal and between rounds "deal"."""
End: TypeAlias = Literal["adjacent", "five", "more", "level"]
"""What ended a round: three adjacent stones, five, or, after both have passed, more stones than the
other or as many."""


def put(both: tuple[Cards, Cards], which: int, cards: Cards) -> tuple[Cards, Cards]:
    """Both seats' or decks' cards, one of them exchanged."""
    return (both[0], cards) if which else (cards, both[1])


def without(cards: Cards, card: Card) -> Cards:
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


class Stone(NamedTuple):
    """A stone and what lies there; `sides` by seat, in the order of laying.

    `room` and `forms` follow from the rest, and are kept because every list of moves asks all nine
    stones: make one by `of`.
    """

    owner: Seat = NO_SEAT
    first: Seat = NO_SEAT
    """Of the sides that are complete, whose was so first. This is all of time that the rules ask
    for."""
    blind: bool = False
    mud: bool = False
    sides: tuple[Cards, Cards] = ((), ())
    room: tuple[bool, bool] = (True, True)
    """Whether each seat can lay a card here."""
    forms: tuple[Formation | None, Formation | None] = (None, None)
    """What each side is worth if it is complete, while nobody has claimed the stone."""

    @classmethod
    def of(
        cls, owner: Seat, first: Seat, blind: bool, mud: bool, sides: tuple[Cards, Cards]
    ) -> Stone:
        if owner != NO_SEAT:
            return cls(owner, first, blind, mud, sides, (False, False), (None, None))
        size = 4 if mud else 3
        one, other = [formation(side, size, blind) if len(side) == size else None for side in sides]
        return cls(owner, first, blind, mud, sides, (one is None, other is None), (one, other))

    @property
    def size(self) -> int:
        """How many cards a side needs (2.8)."""
        return 4 if self.mud else 3

    def complete(self, seat: Seat) -> bool:
        return len(self.sides[seat]) == self.size

    def laid(self, seat: Seat, card: Card) -> Stone:
        owner, first, blind, mud, sides, room, forms = self
        side = sides[seat] + (card,)
        sides = (sides[0], side) if seat else (side, sides[1])
        if len(side) == (4 if mud else 3):
            return Stone.of(owner, seat if first == NO_SEAT else first, blind, mud, sides)
        return Stone(owner, first, blind, mud, sides, room, forms)

    def lifted(self, seat: Seat, card: Card) -> Stone:
        """Without a card; a side that is completed again later is completed then (T-t)."""
        first = 1 - seat if self.complete(1 - seat) else NO_SEAT
        return Stone.of(
            self.owner,
            first,
            self.blind,
            self.mud,
            put(self.sides, seat, without(self.sides[seat], card)),
        )

    def blinded(self) -> Stone:
        return Stone.of(self.owner, self.first, True, self.mud, self.sides)

    def muddied(self) -> Stone:
        """No side is complete any more: its time will be that of the fourth card (T-p)."""
        return Stone.of(self.owner, NO_SEAT, self.blind, True, self.sides)

    def claimed(self, seat: Seat) -> Stone:
        return Stone.of(seat, *self[1:5])


Stones: TypeAlias = tuple[Stone, ...]
BARE: Stones = (Stone(),) * STONES


class Round(NamedTuple):
    """A finished round: who began it, who won it (or NO_SEAT), how, and whose stone was which."""

    starter: Seat
    winner: Seat
    by: End
    owners: tuple[Seat, ...]

    @property
    def points(self) -> tuple[int, int]:
        """By seat: five and the loser's stones; in a drawn round everybody's stones."""
        held = [self.owners.count(seat) for seat in (0, 1)]
        if self.winner != NO_SEAT:
            held[self.winner] = WINNER
        return held[0], held[1]


class Match(NamedTuple):
    """What stays the same throughout a round."""

    rounds: int
    tactics: bool
    expert: bool
    order: tuple[Seat, ...] = ()
    past: tuple[Round, ...] = ()
    starter: Seat = NO_SEAT

    @property
    def over(self) -> bool:
        return len(self.past) == self.rounds

    @property
    def hand(self) -> int:
        return 7 if self.tactics else 6

    def totals(self) -> tuple[int, ...]:
        """Match points by seat."""
        return tuple(sum(played.points[seat] for played in self.past) for seat in (0, 1))


class Turn(NamedTuple):
    """Whose turn it is, and how far it has come."""

    seat: Seat | None = None
    """None before a deal and at the end."""
    step: Step = "deal"
    due: int = 0
    """Cards that the Recruiter has still to draw, or to return."""
    passed: bool = False
    claimed: bool = False
    """What the seat has done this turn."""
    idle: int = 0
    """Turns in direct succession, up to the last one, in which a seat passed and claimed nothing
    (T-e)."""


class Record(NamedTuple):
    """What became of the tactics cards of this round; in the basic game nothing."""

    discards: Cards = ()
    """Public, in the order of discarding (T-c)."""
    played: tuple[int, int] = (0, 0)
    """Tactics cards that each seat has played (T-n)."""
    jokers: tuple[bool, bool] = (False, False)
    """Who has played a Joker (T-j)."""
    returned: tuple[Cards, Cards] = ((), ())
    """Cards that a seat has put under their decks, and that it still knows: there, or in the
    other's hand."""


class State(NamedTuple):
    match: Match
    turn: Turn = Turn()
    stones: Stones = BARE
    hands: tuple[Cards, Cards] = ((), ())
    """Sorted."""
    decks: tuple[Cards, Cards] = ((), ())
    """Clan and tactics, next card first."""
    unseen: Bits = EVERY
    """The clan cards that nobody has seen on the table in this round. Once seen, a card never hides
    again."""
    record: Record = Record()
