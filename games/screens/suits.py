"""Suits and their colours outside of style sheets, and cards drawn small: in lists, pages, mails,
and the picture of an ended game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

NUMBERS: Final = tuple(map(str, range(1, 11)))
FRENCH_RANKS: Final = ("A", *NUMBERS[1:], "J", "Q", "K")
COURT: Final = {"A": lazy("ace"), "J": lazy("jack"), "Q": lazy("queen"), "K": lazy("king")}


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

    phrase: str | Promise
    """Cards of it in a sentence: "red %(rank)s", "%(rank)s of hearts"."""

    fill: str
    ink: str
    """Colours of the large symbol, and of numbers on a card: the tokens --suit-x and --suit-x-ink
    in the notation #rrggbb, which mail programs and drawing programs read."""

    investment: str | Promise = ""
    """Its card without a rank in a sentence, if it has one."""

    ranks: tuple[str, ...] = NUMBERS
    """From the lowest to the highest, as they end the names of its cards."""

    sprite: str = "img/suits.svg"
    """The static file that holds the symbol."""

    @property
    def symbol(self) -> str:
        """Return the id of the symbol in the sprite."""
        return f"suit-{self.letter}"

    def words(self, rank: str) -> str:
        """Return a card in the middle of a sentence: "red 7", "ace of hearts"; for rank "" "red
        investment"."""
        return str(self.phrase) % {"rank": COURT.get(rank, rank)} if rank else str(self.investment)


Suits: TypeAlias = Mapping[str, Suit]
"""By letter."""

COLOURED: Final = (
    Suit("r", lazy("red"), lazy("red %(rank)s"), "#d0271d", "#b01f1f", lazy("red investment")),
    Suit(
        "g", lazy("green"), lazy("green %(rank)s"), "#1f7958", "#0c583c", lazy("green investment")
    ),
    Suit("b", lazy("blue"), lazy("blue %(rank)s"), "#1769bb", "#1752a4", lazy("blue investment")),
    Suit(
        "y",
        lazy("yellow"),
        lazy("yellow %(rank)s"),
        "#f3c732",
        "#735101",
        lazy("yellow investment"),
    ),
    Suit(
        "p",
        lazy("purple"),
        lazy("purple %(rank)s"),
        "#5d2282",
        "#602488",
        lazy("purple investment"),
    ),
    Suit(
        "o",
        lazy("orange"),
        lazy("orange %(rank)s"),
        "#ea7d2e",
        "#994407",
        lazy("orange investment"),
    ),
    Suit(
        "w", lazy("white"), lazy("white %(rank)s"), "#7a8a99", "#3f4953", lazy("white investment")
    ),
    Suit("k", lazy("pink"), lazy("pink %(rank)s"), "#f095be", "#a22965", lazy("pink investment")),
)
FRENCH: Final = (
    Suit("c", lazy("clubs"), lazy("%(rank)s of clubs"), "#3b4350", "#242c38", ranks=FRENCH_RANKS),
    Suit(
        "d",
        lazy("diamonds"),
        lazy("%(rank)s of diamonds"),
        "#cb2336",
        "#ae1129",
        ranks=FRENCH_RANKS,
    ),
    Suit("h", lazy("hearts"), lazy("%(rank)s of hearts"), "#cb2336", "#ae1129", ranks=FRENCH_RANKS),
    Suit("s", lazy("spades"), lazy("%(rank)s of spades"), "#3b4350", "#242c38", ranks=FRENCH_RANKS),
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
        """Return the tenths of the picture that its wash fills, in proportion to the rank."""
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
    return tuple(found for name in names if (found := face(name)))
