"""Suits and their colours outside of style sheets, and cards drawn small: in lists, pages, mails,
and the picture of an ended game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

NUMBERS: Final = tuple(map(str, range(1, 11)))
FRENCH_RANKS: Final = ("A", *NUMBERS[1:], "J", "Q", "K")
COURT: Final = {"A": lazy("ace"), "J": lazy("jack"), "Q": lazy("queen"), "K": lazy("king")}
OF: Final = lazy("%(rank)s of %(suit)s")


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit as it is drawn.

    Boards take symbol and colours from style sheets, by `data-suit`; a page or a picture without
    them uses these.
    """

    letter: str
    """Lower case; the value of `data-suit`. In upper case it begins the names of its cards."""

    colour: str | Promise
    """The word for the suit in a sentence: "red", "hearts"."""

    fill: str
    ink: str
    """Colours of the large symbol, and of numbers on a card: the tokens --suit-x and --suit-x-ink
    in the notation #rrggbb, which mail programs and drawing programs read."""

    ranks: tuple[str, ...] = NUMBERS
    """From the lowest to the highest, as they end the names of its cards."""

    phrase: str | Promise = "%(suit)s %(rank)s"
    """A card in a sentence."""

    sprite: str = "img/suits.svg"
    """The static file that holds the symbol."""

    @property
    def symbol(self) -> str:
        """Return the id of the symbol in the sprite."""
        return f"suit-{self.letter}"

    def words(self, rank: str) -> str:
        """Return a card in the middle of a sentence: "red 7", "ace of hearts"; for rank "" "red
        investment"."""
        if not rank:
            return _("%(colour)s investment") % {"colour": self.colour}
        return str(self.phrase) % {"suit": self.colour, "rank": COURT.get(rank, rank)}


Suits: TypeAlias = Mapping[str, Suit]
"""By letter."""

COLOURED: Final = (
    Suit("r", lazy("red"), "#d0271d", "#b01f1f"),
    Suit("g", lazy("green"), "#1f7958", "#0c583c"),
    Suit("b", lazy("blue"), "#1769bb", "#1752a4"),
    Suit("y", lazy("yellow"), "#f3c732", "#735101"),
    Suit("p", lazy("purple"), "#5d2282", "#602488"),
    Suit("o", lazy("orange"), "#ea7d2e", "#994407"),
    Suit("w", lazy("white"), "#7a8a99", "#3f4953"),
    Suit("k", lazy("pink"), "#f095be", "#a22965"),
)
FRENCH: Final = (
    Suit("c", lazy("clubs"), "#3b4350", "#242c38", FRENCH_RANKS, OF),
    Suit("d", lazy("diamonds"), "#cb2336", "#ae1129", FRENCH_RANKS, OF),
    Suit("h", lazy("hearts"), "#cb2336", "#ae1129", FRENCH_RANKS, OF),
    Suit("s", lazy("spades"), "#3b4350", "#242c38", FRENCH_RANKS, OF),
)
SUITS: Final[Suits] = {suit.letter: suit for suit in (*COLOURED, *FRENCH)}
"""Every suit that cards.css and suits.svg know."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn small; `rank` is "" for an investment, and `times` says how many lie as
    one."""

    suit: Suit
    rank: str
    times: int = 1

    @property
    def fill(self) -> float:
        """Return how many tenths of the picture its wash fills: as the rank is to the highest."""
        ranks = self.suit.ranks
        return 10 * (ranks.index(self.rank) + 1) / len(ranks) if self.rank in ranks else 0


def face(name: str, times: int = 1, suits: Suits = SUITS) -> Face | None:
    """Return the card with this name, so many of them as one: "R7", "Yx" (an investment), "HA".
    None for the name of a card without a suit."""
    suit, rank = suits.get(name[:1].lower()), name[1:]
    if suit is None or name[0].islower() or rank not in (*suit.ranks, "x"):
        return None
    return Face(suit, "" if rank == "x" else rank, times)


def faces(names: Iterable[str]) -> tuple[Face, ...]:
    """Return the cards with these names; those without a suit are left out."""
    return tuple([found for name in names if (found := face(name))])
