"""The words of Lost Cities: cards, buttons, turns."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.screens.cards import said, words
from games.screens.languages import per_language
from games.screens.phrases import Sentence, sentence, telling
from games.screens.suits import SUITS, Face, faces

# (verb, source of the next card) → the sentence on a turn. The source is "" before the draw.
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


@per_language()
def colour(suit: str) -> str:
    """Return the word for a suit of a code."""
    return str(SUITS[suit.lower()].colour)


@per_language()
def say(code: str) -> str:
    """Return the words of an action's button."""
    verb, _space, what = code.partition(" ")
    if verb == "play":
        return _("Play %(card)s") % {"card": words(what)}
    if verb == "discard":
        return _("Discard %(card)s") % {"card": words(what)}
    if what == "stock":
        return _("Draw from the stock")
    return _("Draw from the %(suit)s pile") % {"suit": colour(what)}


@per_language(4096)
def turn(you: bool, codes: tuple[str, ...]) -> Sentence:
    """Return a turn as a sentence."""
    verb, _space, card = codes[0].partition(" ")
    source = codes[1].partition(" ")[2] if len(codes) > 1 else ""
    pile = source not in ("", "stock")
    text = (YOURS if you else THEIRS)[verb, "pile" if pile else source]
    return sentence(_(text), card=said(card), suit=colour(source) if pile else "")


tell, parts = telling(turn)


def pictured(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the card that a turn put down, for lists of tables."""
    verb, _space, card = codes[0].partition(" ")
    return faces([card]) if verb in ("play", "discard") else ()
