"""Odin in words: cards, sets, buttons, turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from games.screens import languages
from games.screens.suits import Face, faces

COLOURS = {
    "R": (noop("red"), noop("red %(numbers)s")),
    "G": (noop("green"), noop("green %(numbers)s")),
    "B": (noop("blue"), noop("blue %(numbers)s")),
    "Y": (noop("yellow"), noop("yellow %(numbers)s")),
    "P": (noop("purple"), noop("purple %(numbers)s")),
    "O": (noop("orange"), noop("orange %(numbers)s")),
}
# What is done, by the viewer and by somebody else.
DONE = {
    "play": (noop("You played %(cards)s"), noop("%(player)s played %(cards)s")),
    "take": (
        noop("You played %(cards)s and took %(card)s"),
        noop("%(player)s played %(cards)s and took %(card)s"),
    ),
    "pass": (noop("You passed"), noop("%(player)s passed")),
}
# What the cards that are chosen come to: said while choosing, and by the server to a form that
# sends them.
CHOSEN = {
    "beats": noop("%(value)s beats %(top)s"),
    "leads": noop("Lead with %(value)s"),
    "whole": noop("Play the whole hand and go out"),
    "would": noop("%(value)s would beat %(top)s"),
    "part": noop("%(value)s is not enough yet"),
    "none": noop("Choose cards of your hand."),
    "mixed": noop("A set has one colour or one number."),
    "low": noop("%(value)s does not beat %(top)s."),
    "few": noop("It takes %(sizes)s to beat %(top)s."),
    "many": noop("It takes only %(sizes)s to beat %(top)s."),
    "single": noop("A lead is one card."),
}
CARDS, CARD = "\0", "\2"  # stand for cards in a sentence, so that the board can draw them there


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it is drawn: `suit` is the letter of its symbol. Made once and then kept, so it is
    compared by identity."""

    code: str
    suit: str
    colour: str
    rank: str
    times: int = 1


Part: TypeAlias = str | Card


def drawn(name: str) -> Card:
    return _drawn(languages.current(), name)


@cache
def _drawn(language: str, name: str) -> Card:
    return Card(name, name[0].lower(), _(COLOURS[name[0]][0]), name[1])


def value(names: Iterable[str]) -> int:
    """The digits from high to low, read as one number (rule 3.3)."""
    return int("".join(sorted([name[1] for name in names], reverse=True)))


def both(words: Sequence[str]) -> str:
    """a, b and c."""
    head, last = ", ".join(words[:-1]), words[-1]
    return _("%(some)s and %(last)s") % {"some": head, "last": last} if head else last


def either(words: Sequence[str]) -> str:
    """a, b or c."""
    head, last = ", ".join(words[:-1]), words[-1]
    return _("%(some)s or %(last)s") % {"some": head, "last": last} if head else last


def words(names: Sequence[str]) -> str:
    """Cards in the middle of a sentence: "red 7", "green 8, 5 and 2", "red 3 and purple 3"."""
    if len({name[0] for name in names}) == 1:
        return _(COLOURS[names[0][0]][1]) % {"numbers": both([name[1] for name in names])}
    return both([_(COLOURS[name[0]][1]) % {"numbers": name[1]} for name in names])


def cards(count: int) -> str:
    return ngettext("%(num)d card", "%(num)d cards", count) % {"num": count}


def points(count: int) -> str:
    return ngettext("%(num)d point", "%(num)d points", count) % {"num": count}


def sizes(size: int) -> str:
    """How many cards beat a set of this size."""
    return _("%(size)s or %(more)s cards") % {"size": size, "more": size + 1}


def chosen(verdict: str, facts: dict[str, object]) -> str:
    return _(CHOSEN[verdict]) % facts


def split(code: str) -> tuple[str, tuple[str, ...]]:
    """Verb and cards."""
    verb, _space, names = code.partition(" ")
    return verb, tuple(names.split())


def say(code: str) -> str:
    """An action as its button says it."""
    return _said(languages.current(), code)


@lru_cache(8192)
def _said(language: str, code: str) -> str:
    verb, names = split(code)
    if verb == "pass":
        return _("Pass")
    if verb == "take":
        return _("Take %(card)s") % {"card": words(names)}
    if len(names) == 1:
        return _("Play %(cards)s") % {"cards": words(names)}
    return _("Play %(value)s: %(cards)s") % {"value": value(names), "cards": words(names)}


def tell(player: str, you: bool, codes: Sequence[str]) -> str:
    """A turn in plain words."""
    told = _sentence(languages.current(), you, tuple(codes))
    found = _cards(tuple(codes))
    said = [
        words(found[piece]) if piece in found else piece if you else piece.replace("\1", player)
        for piece in told
    ]
    return "".join(said)


def parts(player: str, you: bool, codes: tuple[str, ...]) -> tuple[Part, ...]:
    """A turn in words, its cards kept apart. Names are other people's: they go in last and are
    never looked into."""
    result: list[Part] = []
    found = _cards(codes)
    for piece in _sentence(languages.current(), you, codes):
        if piece in found:
            for i, name in enumerate(found[piece]):
                result.extend([" ", drawn(name)] if i else [drawn(name)])
        else:
            result.append(piece if you else piece.replace("\1", player))
    return tuple(result)


def _cards(codes: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What stands where in the sentence of a turn."""
    verbs = dict(map(split, codes))
    return {CARDS: verbs.get("play", ()), CARD: verbs.get("take", ())}


@lru_cache(4096)
def _sentence(language: str, you: bool, codes: tuple[str, ...]) -> tuple[str, ...]:
    """The sentence of a turn, cut around its cards; the player's name is left open."""
    sentence = _(DONE[split(codes[-1])[0]][0 if you else 1]) % {
        "player": "\1",
        "cards": CARDS,
        "card": CARD,
    }
    for mark in (CARDS, CARD):
        sentence = sentence.replace(mark, f"\3{mark}\3")
    return tuple([piece for piece in sentence.split("\3") if piece])


def pictured(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the cards that a turn laid, for lists of tables; none where they would take too much
    room."""
    laid = [name for verb, names in map(split, codes) if verb == "play" for name in names]
    return faces(laid) if len(laid) < 4 else ()
