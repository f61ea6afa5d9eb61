"""The cards of Exhibition as small numbers: a card for each year from 1900, then Einstein (4.1).

A set of cards is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from games.exhibition.subjects import SUBJECTS

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]
Bits: TypeAlias = int
Continent: TypeAlias = int
"""A number from 0, in the order of the continents tile; WHITE for the two cards without a
continent."""

FIRST_YEAR = 1900
YEARS = 100
EINSTEIN: Card = 100
NO_CARD = -1

CONTINENTS = ("OC", "SA", "AF", "AS", "EU", "NA")
WHITE: Continent = len(CONTINENTS)

NAMES = (*[str(FIRST_YEAR + number) for number in range(YEARS)], "E")
CARDS = {name: card for card, name in enumerate(NAMES)}
CONTINENT_OF = tuple(
    [CONTINENTS.index(code) if code in CONTINENTS else WHITE for code, _ in SUBJECTS]
)
TITLES = tuple([title for _, title in SUBJECTS])
"""By card; in English, marked for translation."""

EVERY: Bits = (1 << len(NAMES)) - 1
OF_CONTINENT = tuple(
    [
        sum([1 << card for card, its in enumerate(CONTINENT_OF) if its == each])
        for each in range(WHITE + 1)
    ]
)
"""The cards of each continent, the white ones last."""
COLOURED: Bits = EVERY & ~OF_CONTINENT[WHITE]
OF_DECADE = tuple([((1 << 10) - 1 << 10 * decade) & COLOURED for decade in range(YEARS // 10)])
"""The coloured cards of each decade."""

DECADES = tuple([f"D{number}" for number in range(YEARS // 10)])
"""Names of the secret decade cards (4.5): D0 is 1900 to 1909."""


def continent(name: str) -> str | None:
    """Return the continent of the card of this name; None for a white card."""
    its = CONTINENT_OF[CARDS[name]]
    return None if its == WHITE else CONTINENTS[its]


def title(name: str) -> str:
    """Return what the card of this name shows, in English. The site translates it where it is
    shown."""
    return TITLES[CARDS[name]]


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple([NAMES[card] for card in cards])


def cards(card_names: Iterable[str]) -> Cards:
    """Return the cards that have these names. Raise KeyError for a name that no card has."""
    return tuple([CARDS[name] for name in card_names])
