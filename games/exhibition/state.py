"""A state of Exhibition. Its parts are named tuples: frozen dataclasses take four times as long to
build, and bots build many thousands."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from games.exhibition.deck import NO_CARD, Bits, Card, Cards, Continent
from games.exhibition.showcases import SPOTS, Showcases
from games.kernel.protocol import Seat

Step: TypeAlias = Literal["deal", "seek", "take", "travel", "place", "over"]
"""The step of the seat to act: move to cards because its column is empty ("seek"), take one, move
to the card's continent ("travel"), place it. "deal" before all is dealt, "over" at the end."""


class Match(NamedTuple):
    """The part of a state that does not change during play."""

    seats: int
    showcases: Showcases
    secret: bool
    """True if secret decades are played with (4.5)."""
    order: tuple[Seat, ...] = ()
    """Seats in order of play; empty before they are dealt."""
    decades: tuple[int, ...] = ()
    """All ten decades (0 is the 1900s) as dealt. The first ones are those of the seats, in order;
    the others belong to nobody."""


class Hall(NamedTuple):
    """The hall and the depot of a seat."""

    cards: Cards
    """By spot, NO_CARD where none lies."""
    fitting: tuple[Bits, ...]
    """By spot, the cards that may go there; none once it is filled. Updated whenever a card is
    placed: see hall.py."""
    shown: Bits = 0
    """The cards of the hall as a set."""
    depot: Cards = ()
    all_six: int = 0
    """The round in which the hall had all six continents, or 0."""
    finished: bool = False


class State(NamedTuple):
    """A state of Exhibition."""

    match: Match
    step: Step = "deal"
    round: int = 0
    """The number of turns that the seat to act has begun (E-g)."""
    turn: Seat | None = None
    """None before all is dealt and at the end."""
    taken: Card = NO_CARD
    """The card in the hand of the seat to act."""
    vehicles: tuple[Continent, ...] = ()
    columns: tuple[Cards, ...] = ()
    """By continent, ascending."""
    fresh: Card = NO_CARD
    """The card that came last from the stock."""
    stock: Cards = ()
    """Next card first."""
    halls: tuple[Hall, ...] = ()
    gone: Cards = ()
    """Cards that fitted nowhere and left the game (E-f)."""


EMPTY: Cards = (NO_CARD,) * SPOTS
