"""The words of Odin: cards, sets, buttons, turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_noop as noop

from games.screens.cards import drawn
from games.screens.languages import gettext as _
from games.screens.languages import ngettext, per_language
from games.screens.phrases import Said, Sentence, both, sentence, telling
from games.screens.suits import SUITS, Face, faces

# Sentences on a turn: of the viewer, and of another player.
DONE = {
    "play": (noop("You played %(cards)s"), noop("%(player)s played %(cards)s")),
    "take": (
        noop("You played %(cards)s and took %(card)s"),
        noop("%(player)s played %(cards)s and took %(card)s"),
    ),
    "pass": (noop("You passed"), noop("%(player)s passed")),
}
# Verdicts on chosen cards: the board's script shows them during the choice, and the server answers
# a form with them.
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

NUMBERS = (
    *(noop("one"), noop("two"), noop("three"), noop("four"), noop("five")),
    *(noop("six"), noop("seven"), noop("eight"), noop("nine")),
)


def number(count: int) -> str:
    """Return a number from 1 to 9 in words."""
    return _(NUMBERS[count - 1])


def value(names: Iterable[str]) -> int:
    """Return the value of a set: its digits from high to low, read as one number (3.3)."""
    return int("".join(sorted([name[1] for name in names], reverse=True)))


def words(names: Sequence[str]) -> str:
    """Return cards in the middle of a sentence: "red 7", "green 8, 5 and 2", "red 3 and purple
    3"."""
    if len({name[0] for name in names}) == 1:
        return _of_one(names[0][0], both([name[1] for name in names]))
    return both([_of_one(name[0], name[1]) for name in names])


def _of_one(suit: str, numbers: str) -> str:
    return SUITS[suit.lower()].words(numbers)


def cards(count: int) -> str:
    """Return a number of cards in words: "3 cards"."""
    return ngettext("%(num)d card", "%(num)d cards", count) % {"num": count}


def points(count: int) -> str:
    """Return a number of points in words: "3 points"."""
    return ngettext("%(num)d point", "%(num)d points", count) % {"num": count}


def sizes(size: int) -> str:
    """Return the numbers of cards that beat a set of this size, in words."""
    return _("%(size)s or %(more)s cards") % {"size": size, "more": size + 1}


def chosen(verdict: str, facts: dict[str, object]) -> str:
    """Return the sentence of a verdict in `CHOSEN`, with its facts."""
    return _(CHOSEN[verdict]) % facts


def split(code: str) -> tuple[str, tuple[str, ...]]:
    """Return the verb and the cards of a code."""
    verb, _space, names = code.partition(" ")
    return verb, tuple(names.split())


@per_language(8192)
def say(code: str) -> str:
    """Return the words of an action's button."""
    verb, names = split(code)
    if verb == "pass":
        return _("Pass")
    if verb == "take":
        return _("Take %(card)s") % {"card": words(names)}
    if len(names) == 1:
        return _("Play %(cards)s") % {"cards": words(names)}
    return _("Play %(value)s: %(cards)s") % {"value": value(names), "cards": words(names)}


@per_language(4096)
def turn(you: bool, codes: tuple[str, ...]) -> Sentence:
    """Return a turn as a sentence."""
    verbs = dict(map(split, codes))
    text = DONE[split(codes[-1])[0]][0 if you else 1]
    return sentence(_(text), cards=_said(verbs.get("play")), card=_said(verbs.get("take")))


tell, parts = telling(turn)


def _said(names: Sequence[str] | None) -> str | Said:
    return Said(words(names), tuple(map(drawn, names))) if names else ""


def pictured(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the cards that a turn laid, for lists of tables; none where they would take too much
    room."""
    laid = [name for verb, names in map(split, codes) if verb == "play" for name in names]
    return faces(laid) if len(laid) < 4 else ()


def chooses(view: object, code: str) -> tuple[str, ...]:
    """Return the ids of the boxes that choose the cards of a code."""
    verb, names = split(code)
    return tuple(f"card-{name}" for name in names) if verb == "play" else ()
