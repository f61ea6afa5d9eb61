"""Lost Cities in words: cards, buttons, turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.screens import languages
from games.screens.suits import Face, faces

SUITS = {
    "Y": (noop("Yellow"), noop("yellow"), noop("yellow %(rank)s"), noop("yellow investment")),
    "B": (noop("Blue"), noop("blue"), noop("blue %(rank)s"), noop("blue investment")),
    "W": (noop("White"), noop("white"), noop("white %(rank)s"), noop("white investment")),
    "G": (noop("Green"), noop("green"), noop("green %(rank)s"), noop("green investment")),
    "R": (noop("Red"), noop("red"), noop("red %(rank)s"), noop("red investment")),
    "P": (noop("Purple"), noop("purple"), noop("purple %(rank)s"), noop("purple investment")),
}

# What a turn says, by what was put down and where the next card came from.
YOURS = {
    ("play", ""): noop("You played %(card)s"),
    ("play", "stock"): noop("You played %(card)s and drew from the stock"),
    ("play", "pile"): noop("You played %(card)s and drew from the %(suit)s pile"),
    ("discard", ""): noop("You discarded %(card)s"),
    ("discard", "stock"): noop("You discarded %(card)s and drew from the stock"),
    ("discard", "pile"): noop("You discarded %(card)s and drew from the %(suit)s pile"),
}
THEIRS = {
    ("play", ""): noop("%(player)s played %(card)s and draws next"),
    ("play", "stock"): noop("%(player)s played %(card)s and drew from the stock"),
    ("play", "pile"): noop("%(player)s played %(card)s and drew from the %(suit)s pile"),
    ("discard", ""): noop("%(player)s discarded %(card)s and draws next"),
    ("discard", "stock"): noop("%(player)s discarded %(card)s and drew from the stock"),
    ("discard", "pile"): noop("%(player)s discarded %(card)s and drew from the %(suit)s pile"),
}
HERE = "\0"  # stands for the card in a sentence, so that the board can draw it there


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it is drawn: `suit` is the letter of its symbol, `rank` "" for an investment,
    `times` how many lie as one.

    Made once and then kept, so it is compared by identity: what is kept of a board goes by it.
    """

    code: str
    suit: str
    colour: str
    rank: str
    times: int


Part: TypeAlias = str | Card


def drawn(name: str, times: int = 1) -> Card:
    return _drawn(languages.current(), name, times)


@cache
def _drawn(language: str, name: str, times: int) -> Card:
    return Card(
        name, name[0].lower(), _(SUITS[name[0]][1]), "" if name[1] == "x" else name[1:], times
    )


def signed(number: int) -> str:
    """+4, −3, 0, with the true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def words(name: str) -> str:
    """A card in the middle of a sentence: "red 7"."""
    suit = SUITS[name[0]]
    return _(suit[3]) if name[1] == "x" else _(suit[2]) % {"rank": name[1:]}


def title(name: str) -> str:
    """A card by itself: "Red 7"."""
    text = words(name)
    return text[:1].upper() + text[1:]


def say(code: str) -> str:
    """An action as its button says it."""
    return _said(languages.current(), code)


@cache
def _said(language: str, code: str) -> str:
    verb, _space, what = code.partition(" ")
    if verb == "play":
        return _("Play %(card)s") % {"card": words(what)}
    if verb == "discard":
        return _("Discard %(card)s") % {"card": words(what)}
    if what == "stock":
        return _("Draw from the stock")
    return _("Draw from the %(suit)s pile") % {"suit": _(SUITS[what][1])}


def tell(player: str, you: bool, codes: Sequence[str]) -> str:
    """A turn in plain words."""
    return "".join(
        [
            part if isinstance(part, str) else words(part.code)
            for part in parts(player, you, tuple(codes))
        ]
    )


def parts(player: str, you: bool, codes: tuple[str, ...]) -> tuple[Part, ...]:
    """A turn in words, its card kept apart. Names are other people's: they go in last and are never
    looked into."""
    result: list[Part] = []
    for i, piece in enumerate(_sentence(languages.current(), you, codes)):
        if i:
            result.append(drawn(codes[0].partition(" ")[2]))
        result.append(piece if you else piece.replace("\1", player))
    return tuple([part for part in result if part])


@lru_cache(4096)
def _sentence(language: str, you: bool, codes: tuple[str, ...]) -> tuple[str, ...]:
    """The sentence of a turn, cut where its card stands; the player's name is left open."""
    verb = codes[0].partition(" ")[0]
    source = codes[1].partition(" ")[2] if len(codes) > 1 else ""
    suit = _(SUITS[source][1]) if source in SUITS else ""
    sentence = (YOURS if you else THEIRS)[verb, "pile" if suit else source]
    return tuple((_(sentence) % {"player": "\1", "card": HERE, "suit": suit}).split(HERE))


def pictured(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the card that a turn put down, for lists of tables."""
    verb, _space, card = codes[0].partition(" ")
    return faces([card]) if verb in ("play", "discard") else ()
