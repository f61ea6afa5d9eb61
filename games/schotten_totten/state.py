"""A state of Schotten Totten. Its parts are named tuples: frozen dataclasses take four times as
long to build, and bots build many thousands."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.deck import EVERY, Bits, Card, Cards
from games.schotten_totten.formations import Formation, formation

STONES = 9
WINNER = 5
"""Match points for winning a round (2.6)."""

Step: TypeAlias = Literal["deal", "deal tactics", "play", "recruit", "return", "claim", "draw"]
"""The step of the seat to act: step 1; the Recruiter's draws and its returns; claims and the first
draw; further draws. "deal" before the first deal and between rounds."""
End: TypeAlias = Literal["adjacent", "five", "more", "level"]
"""The reason why a round ended: three adjacent stones; five stones; or, after both seats passed,
more stones than the other seat, or as many."""


def put(both: tuple[Cards, Cards], which: int, cards: Cards) -> tuple[Cards, Cards]:
    """Return the pair with the cards of one seat, or of one deck, exchanged."""
    return (both[0], cards) if which else (cards, both[1])


def without(cards: Cards, card: Card) -> Cards:
    """Return the cards without one of them; unchanged if it is not there."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


class Stone(NamedTuple):
    """A stone and the cards that lie there; `sides` are by seat, in the order of laying.

    `room` and `forms` follow from the rest. They are kept because every list of legal actions asks
    all nine stones. Make a stone by `of`, which computes them.
    """

    owner: Seat = NO_SEAT
    first: Seat = NO_SEAT
    """The seat whose side was complete first, while it is. The rules need nothing else of the
    past."""
    blind: bool = False
    mud: bool = False
    sides: tuple[Cards, Cards] = ((), ())
    room: tuple[bool, bool] = (True, True)
    """By seat, whether it can lay a card here."""
    forms: tuple[Formation | None, Formation | None] = (None, None)
    """By seat, the formation of a complete side, while nobody has claimed the stone."""

    @classmethod
    def of(
        cls, owner: Seat, first: Seat, blind: bool, mud: bool, sides: tuple[Cards, Cards]
    ) -> Stone:
        """Return a stone with its `room` and `forms`."""
        if owner != NO_SEAT:
            return cls(owner, first, blind, mud, sides, (False, False), (None, None))
        size = 4 if mud else 3
        one, other = [formation(side, size, blind) if len(side) == size else None for side in sides]
        return cls(owner, first, blind, mud, sides, (one is None, other is None), (one, other))

    @property
    def size(self) -> int:
        """Return how many cards a side needs (2.8)."""
        return 4 if self.mud else 3

    def complete(self, seat: Seat) -> bool:
        """Tell whether the seat's side has all its cards."""
        return len(self.sides[seat]) == self.size

    def laid(self, seat: Seat, card: Card) -> Stone:
        """Return the stone with one more card on the seat's side."""
        owner, first, blind, mud, sides, room, forms = self
        side = sides[seat] + (card,)
        sides = (sides[0], side) if seat else (side, sides[1])
        if len(side) == (4 if mud else 3):
            return Stone.of(owner, seat if first == NO_SEAT else first, blind, mud, sides)
        return Stone(owner, first, blind, mud, sides, room, forms)

    def lifted(self, seat: Seat, card: Card) -> Stone:
        """Return the stone without a card of the seat's side. A side that is completed again later
        counts as completed then (T-t)."""
        first = 1 - seat if self.complete(1 - seat) else NO_SEAT
        return Stone.of(
            self.owner,
            first,
            self.blind,
            self.mud,
            put(self.sides, seat, without(self.sides[seat], card)),
        )

    def blinded(self) -> Stone:
        """Return the stone with Blind Man's Bluff on it."""
        return Stone.of(self.owner, self.first, True, self.mud, self.sides)

    def muddied(self) -> Stone:
        """Return the stone with Mud on it. No side is complete any more: the fourth card will
        complete it (T-p)."""
        return Stone.of(self.owner, NO_SEAT, self.blind, True, self.sides)

    def claimed(self, seat: Seat) -> Stone:
        """Return the stone with the seat as its owner."""
        return Stone.of(seat, *self[1:5])


Stones: TypeAlias = tuple[Stone, ...]
BARE: Stones = (Stone(),) * STONES


class Round(NamedTuple):
    """A finished round: the seat that began it, the winner (or NO_SEAT), the reason, and the owner
    of each stone."""

    starter: Seat
    winner: Seat
    by: End
    owners: tuple[Seat, ...]

    @property
    def points(self) -> tuple[int, int]:
        """Return match points by seat: five for the winner, and for the other seat its stones; in a
        drawn round each seat's stones."""
        held = [self.owners.count(seat) for seat in (0, 1)]
        if self.winner != NO_SEAT:
            held[self.winner] = WINNER
        return held[0], held[1]


class Match(NamedTuple):
    """The part of a state that does not change during a round."""

    rounds: int
    tactics: bool
    expert: bool
    order: tuple[Seat, ...] = ()
    past: tuple[Round, ...] = ()
    starter: Seat = NO_SEAT

    @property
    def over(self) -> bool:
        """Tell whether all rounds are finished."""
        return len(self.past) == self.rounds

    @property
    def hand(self) -> int:
        """Return the number of cards in a full hand."""
        return 7 if self.tactics else 6

    def totals(self) -> tuple[int, ...]:
        """Return the match points of the finished rounds together, by seat."""
        return tuple([sum([played.points[seat] for played in self.past]) for seat in (0, 1)])


class Turn(NamedTuple):
    """The seat to act and how far its turn has come."""

    seat: Seat | None = None
    """None before a deal and at the end."""
    step: Step = "deal"
    due: int = 0
    """The cards that the Recruiter has still to draw, or to return."""
    passed: bool = False
    claimed: bool = False
    """True for what the seat to act has done this turn."""
    idle: int = 0
    """Turns in direct succession, up to the last one, in which a seat passed and claimed nothing
    (T-e)."""


class Record(NamedTuple):
    """The tactics cards of this round that are no longer in hand or deck; empty in the basic
    game."""

    discards: Cards = ()
    """Public, in the order of discarding (T-c)."""
    played: tuple[int, int] = (0, 0)
    """By seat, the number of tactics cards it has played (T-n)."""
    jokers: tuple[bool, bool] = (False, False)
    """By seat, whether it has played a Joker (T-j)."""
    returned: tuple[Cards, Cards] = ((), ())
    """By seat, the cards that it put under a deck and still knows: they are there, or in the hand
    of the other seat."""


class State(NamedTuple):
    """A state of Schotten Totten."""

    match: Match
    turn: Turn = Turn()
    stones: Stones = BARE
    hands: tuple[Cards, Cards] = ((), ())
    """By seat, sorted."""
    decks: tuple[Cards, Cards] = ((), ())
    """Clan and tactics, next card first."""
    unseen: Bits = EVERY
    """The clan cards that nobody has seen on the table in this round. A card that was seen never
    counts as unseen again."""
    record: Record = Record()
    fresh: tuple[Cards, Cards] = ((), ())
    """By seat, the cards that it holds and drew since it last laid a card or passed, in the order
    of drawing. No rule needs them; a player wants to see which cards are new."""
    drawn: tuple[Cards, Cards] = ((), ())
    """By seat, the cards that it drew in this round, in order, wherever they are now. They are for
    its own log."""
