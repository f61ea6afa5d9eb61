"""Hints from public facts for learners: the formation that a card makes at a stone, and the unseen
cards."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext_noop as noop

from games.kernel.protocol import Seat
from games.schotten_totten.deck import (
    CARDS,
    COLOURS,
    STRENGTHS,
    TACTICS_NAMES,
    Bits,
    Card,
    Cards,
    as_bits,
    cards,
)
from games.schotten_totten.formations import Formation, formation, strongest
from games.schotten_totten.view import Stone, View
from games.schotten_totten.words import formed, kind
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.suits import SUITS

OPEN = {
    5: noop("still a colour run"),
    3: noop("still a colour"),
    2: noop("still a run"),
    1: noop("only a sum"),
}
OPEN_KINDS = {3: noop("still three %(strength)ss"), 4: noop("still four %(strength)ss")}


RANKS = tuple([str(strength) for strength in range(1, STRENGTHS + 1)])


class Missing(NamedTuple):
    """A suit, its word, and the ranks of its unseen cards, from 1 to 9; "" for seen ones."""

    letter: str
    colour: str
    ranks: tuple[str, ...]


def unseen(view: View) -> tuple[str, ...]:
    """Return the clan cards that the viewer has not seen, on the table or in the hand."""
    return tuple([name for name in view.unseen if name not in view.hand])


def missing(view: View) -> Bits:
    """Return the same as a set."""
    return as_bits(cards(unseen(view)))


def by_suit(names: tuple[str, ...]) -> tuple[Missing, ...]:
    """Return the clan cards with these names by suit."""
    return tuple(
        [_of_suit(suit, tuple([name for name in names if name[0] == suit])) for suit in COLOURS]
    )


@per_language(4096)
def _of_suit(suit: str, names: tuple[str, ...]) -> Missing:
    ranks = tuple([rank if suit + rank in names else "" for rank in RANKS])
    return Missing(suit.lower(), str(SUITS[suit.lower()].colour), ranks)


def lying(view: View) -> tuple[str, ...]:
    """Return the name of one tactics card of each kind that lies at a stone."""
    laid = [name for stone in view.stones for side in stone.sides for name in side.cards]
    modes = [("blind", stone.blind) for stone in view.stones]
    modes += [("mud", stone.mud) for stone in view.stones]
    found = (*laid, *[name for name, here in modes if here])
    return tuple({kind(name): name for name in found if name in TACTICS_NAMES}.values())


def made(stone: Stone, seat: Seat, name: str, left: Bits) -> str:
    """Return in words the effect of a card on the seat's side: the formation that it completes, or
    the best that the cards `left` could still complete; "" for the first card of a side."""
    laid = stone.sides[seat].cards
    return _joined(laid, name, stone.size, stone.blind, left) if laid else ""


@per_language(8192)
def _joined(laid: tuple[str, ...], name: str, size: int, blind: bool, left: Bits) -> str:
    if kind(name) in ("blind", "mud"):
        return ""
    side = tuple(sorted((*cards(laid), CARDS[name])))
    return _made(side, size, blind, left if len(side) < size else 0)


@per_language(4096)
def _made(side: Cards, size: int, blind: bool, left: Bits) -> str:
    if len(side) >= size:
        return formed(formation(side, size, blind), size)
    if blind:
        return ""
    found = best(side, size, left)
    if found is None:
        return ""
    if found.rank == 4:
        return _(OPEN_KINDS[size]) % {"strength": found.total // size}
    return _(OPEN[found.rank])


@lru_cache(4096)
def best(side: tuple[Card, ...], size: int, left: Bits) -> Formation | None:
    """Return the best formation that the cards `left` could make of a sorted side; None if too few
    are left."""
    found = strongest(side, size, False, left)
    return found.formation if found else None
