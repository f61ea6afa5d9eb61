"""Cards as boards draw them, and their names in words."""

from __future__ import annotations

from dataclasses import dataclass

from games.screens.languages import per_language
from games.screens.phrases import Said, capital
from games.screens.suits import Face, face


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card on a board: its name, the letter of its suit's symbol, the word for the suit, its rank
    ("" for an investment), and how many lie as one.

    Each is made once and compared by identity, by which fragments of boards are cached.
    """

    code: str
    suit: str
    colour: str
    rank: str
    times: int = 1


@per_language()
def drawn(name: str, times: int = 1) -> Card:
    """Return the card with this name. Raises ValueError for one that has no suit."""
    its = _face(name)
    return Card(name, its.suit.letter, str(its.suit.colour), its.rank, times)


@per_language()
def words(name: str) -> str:
    """Return a card in the middle of a sentence: "red 7", "ace of hearts"."""
    its = _face(name)
    return its.suit.words(its.rank)


def title(name: str) -> str:
    """Return a card by itself: "Red 7"."""
    return capital(words(name))


def said(name: str) -> Said:
    """Return a card as a part of a sentence."""
    return Said(words(name), (drawn(name),))


def _face(name: str) -> Face:
    found = face(name)
    if found is None:
        raise ValueError(f"{name} is not a card of any suit")
    return found
