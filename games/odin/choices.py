"""The choice of a set: the sets that can be played, the result of chosen cards, and the set that a
card would make with cards of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.odin.sets import CARDS
from games.odin.view import View
from games.odin.words import CHOSEN, cards, chosen, say, sizes, split, value
from games.screens.buttons import button_id
from games.screens.cards import Card, drawn
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.phrases import both


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A set that can be played: the code of its button, the id and words of the button, its value
    and its cards."""

    code: str
    id: str
    words: str
    value: int
    cards: tuple[Card, ...]


@per_language(2048)
def grouped(codes: tuple[str, ...]) -> tuple[tuple[str, tuple[Offer, ...]], ...]:
    """Return the sets by their size: (words for the size, sets with the lowest value first)."""
    offers = sorted(map(_offer, codes), key=lambda offer: (len(offer.cards), offer.value))
    return tuple(
        (cards(size), tuple(found))
        for size, found in groupby(offers, key=lambda offer: len(offer.cards))
    )


def _offer(code: str) -> Offer:
    names = split(code)[1]
    return Offer(code, button_id(code), say(code), value(names), tuple(map(drawn, names)))


def compose(view: View, names: Sequence[str]) -> tuple[str, str]:
    """Return the code of these cards, and the reason why it cannot be played now, or "". The rules
    decide by the code alone."""
    known = sorted({name for name in names if name in CARDS}, key=lambda name: CARDS[name])
    return " ".join(["play", *known]), _why_not(view, known)


def _why_not(view: View, names: Sequence[str]) -> str:
    verdict = verdict_on(view, names)
    if verdict in ("beats", "leads", "whole"):
        return ""
    top = view.plays[-1] if view.plays else None
    facts: dict[str, object] = {
        "value": value(names) if names else "",
        "top": top.value if top else "",
        "sizes": sizes(len(top.cards) if top else 0),
    }
    return chosen(verdict, facts)


@per_language(2048)
def sentences(top: int, size: int) -> tuple[tuple[str, str], ...]:
    """Return a sentence for each verdict on chosen cards, while a set of `size` cards and the value
    `top` lies on the table. The value of the chosen cards is left open as {value}."""
    facts: dict[str, object] = {"top": top, "sizes": sizes(size), "value": "{value}"}
    return tuple((verdict, chosen(verdict, facts)) for verdict in CHOSEN)


def verdict_on(view: View, names: Sequence[str]) -> str:
    """Return the verdict on cards of the viewer's hand, as the name of its sentence in `CHOSEN`
    (3.3)."""
    if not names:
        return "none"
    alike = len({name[0] for name in names}) == 1 or len({name[1] for name in names}) == 1
    if not view.plays:
        if len(names) == 1:
            return "leads"
        return "whole" if alike and len(names) == len(view.hand) else "single"
    top = view.plays[-1]
    if not alike:
        return "mixed"
    if len(names) < len(top.cards):
        return "few"
    if len(names) > len(top.cards) + 1:
        return "many"
    return "beats" if value(names) > top.value else "low"


def makes(name: str, hand: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of the hand with which a card would make the best set; () if none."""
    with_it = [tuple(other for other in hand if other[at] == name[at]) for at in (0, 1)]
    return max(with_it, key=lambda others: value([name, *others]))


def best_words(name: str, others: Sequence[str]) -> str:
    """Return the set that a card makes with these others as a text; "" without others."""
    if not others:
        return ""
    facts = {"others": both([other[1] for other in others]), "value": value([name, *others])}
    return _("with your %(others)s: %(value)s") % facts
