"""The words of Lost Cities: cards, buttons, turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_noop as noop

from games.lost_cities.view import View
from games.screens.cards import said, words
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.phrases import Sentence, sentence, telling
from games.screens.suits import SUITS, Face, faces

# (verb, source of the next card) → the sentence on a turn. The source is "" before the draw. It is
# "known" or "taken" where the card that was drawn may be named.
YOURS = {
    ("play", ""): noop("You played %(card)s"),
    ("play", "stock"): noop("You played %(card)s and drew from the stock"),
    ("play", "known"): noop("You played %(card)s and drew %(drawn)s"),
    ("play", "pile"): noop("You played %(card)s and drew from the %(suit)s pile"),
    ("play", "taken"): noop("You played %(card)s and took %(drawn)s from its pile"),
    ("discard", ""): noop("You discarded %(card)s"),
    ("discard", "stock"): noop("You discarded %(card)s and drew from the stock"),
    ("discard", "known"): noop("You discarded %(card)s and drew %(drawn)s"),
    ("discard", "pile"): noop("You discarded %(card)s and drew from the %(suit)s pile"),
    ("discard", "taken"): noop("You discarded %(card)s and took %(drawn)s from its pile"),
}
THEIRS = {
    ("play", ""): noop("%(player)s played %(card)s and draws next"),
    ("play", "stock"): noop("%(player)s played %(card)s and drew from the stock"),
    ("play", "known"): noop("%(player)s played %(card)s and drew %(drawn)s"),
    ("play", "pile"): noop("%(player)s played %(card)s and drew from the %(suit)s pile"),
    ("play", "taken"): noop("%(player)s played %(card)s and took %(drawn)s from its pile"),
    ("discard", ""): noop("%(player)s discarded %(card)s and draws next"),
    ("discard", "stock"): noop("%(player)s discarded %(card)s and drew from the stock"),
    ("discard", "known"): noop("%(player)s discarded %(card)s and drew %(drawn)s"),
    ("discard", "pile"): noop("%(player)s discarded %(card)s and drew from the %(suit)s pile"),
    ("discard", "taken"): noop("%(player)s discarded %(card)s and took %(drawn)s from its pile"),
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
    drew = codes[1].partition(" ")[2] if len(codes) > 1 else ""
    source, _space, drawn = drew.partition(" ")
    kind = source if source in ("", "stock") else "pile"
    if drawn:
        kind = "known" if kind == "stock" else "taken"
    facts = {"suit": colour(source)} if kind == "pile" else {"drawn": said(drawn)} if drawn else {}
    return sentence(_((YOURS if you else THEIRS)[verb, kind]), card=said(card), **facts)


def recall(codes: Sequence[str], before: Iterable[Sequence[str]]) -> Sequence[str]:
    """Return the codes of a turn with the card that it openly took from a pile: "draw R R7".
    `before` are the turns before it, newest first."""
    if len(codes) < 2 or codes[1] == "draw stock":
        return codes
    suit, taken = codes[1][5], 0
    for turn in before:
        taken += len(turn) > 1 and turn[1] == codes[1]
        verb, _space, card = turn[0].partition(" ")
        if verb == "discard" and card[0] == suit:
            if not taken:
                return (codes[0], f"{codes[1]} {card}")
            taken -= 1
    return codes


def known(view: View, turns: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Return the codes of the viewer's turns of this round, newest first, each with the card that
    it drew from the stock."""
    drawn, told = list(view.drawn), []
    for codes in turns:
        from_stock = list(codes[1:]) == ["draw stock"] and drawn
        told.append((codes[0], f"draw stock {drawn.pop()}") if from_stock else codes)
    return told


tell, parts = telling(turn)


def pictured(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the card that a turn put down, for lists of tables."""
    verb, _space, card = codes[0].partition(" ")
    return faces([card]) if verb in ("play", "discard") else ()


def chooses(view: View, code: str) -> tuple[str, ...]:
    """Return the ids of the radios that choose the card of a code."""
    verb, _space, card = code.partition(" ")
    return (f"card-{card}",) if verb in ("play", "discard") else ()
