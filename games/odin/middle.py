"""The middle of the board: the set on the table, the beaten cards, and the sentences on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from games.odin.choices import Offer, best_words, makes
from games.odin.view import View
from games.odin.words import say, value
from games.screens.cards import Card, drawn
from games.screens.languages import gettext as _
from games.screens.phrases import either

HINT = 20  # characters of the values that are named at once as what can be played


class Laid(NamedTuple):
    """A set on the table, and the seat that laid it."""

    seat: int
    cards: tuple[Card, ...]
    value: int


class Prize(NamedTuple):
    """A beaten card that may be taken. `makes` is the best set that it would make with the hand, in
    words, or "", and `value` its value, or 0."""

    card: Card
    code: str
    words: str
    makes: str
    value: int


def top(view: View) -> Laid | None:
    """Return the set on the table."""
    if not view.plays:
        return None
    last = view.plays[-1]
    return Laid(last.seat, tuple(map(drawn, last.cards)), last.value)


def prize(code: str, hand: tuple[str, ...]) -> Prize:
    """Return the card that this code takes into the hand."""
    name = code.partition(" ")[2]
    best = makes(name, hand)
    return Prize(drawn(name), code, say(code), best_words(name, best), value((name, *best)))


def hint(offers: Sequence[tuple[str, tuple[Offer, ...]]]) -> str:
    """Return the values of the sets that can be played, in a sentence: as many as fit on two lines
    of a phone."""
    values = list(dict.fromkeys([str(offer.value) for _size, offers in offers for offer in offers]))
    fit = sum([end <= HINT for end in accumulate([len(value) + 2 for value in values])])
    if len(values) - fit > 1:
        return _("You could play %(values)s or %(more)s others.") % {
            "values": ", ".join(values[:fit]),
            "more": len(values) - fit,
        }
    return _("You could play %(values)s.") % {"values": either(values)} if values else ""


def if_all_pass(view: View, players: Sequence[Any]) -> str:
    """Return the leader of the next round if nobody beats the set on the table."""
    if not view.plays or view.turn is None:
        return ""
    if _last_pass(view):
        return pass_means(view, players)
    owner = players[view.plays[-1].seat]
    if owner.you:
        return _("If all pass, you lead.")
    return _("If all pass, %(player)s leads.") % {"player": owner.name}


def pass_means(view: View, players: Sequence[Any]) -> str:
    """Return the consequence of a pass by the seat to act."""
    if not view.plays or view.turn is None:
        return ""
    if not _last_pass(view):
        return _("Pass; you may still beat a later set.")
    owner, mover = players[view.plays[-1].seat], players[view.turn]
    facts = {"player": mover.name, "leader": owner.name}
    if mover.you:
        return _("If you pass, %(leader)s leads.") % facts
    if owner.you:
        return _("If %(player)s passes, you lead.") % facts
    return _("If %(player)s passes, %(leader)s leads.") % facts


def _last_pass(view: View) -> bool:
    """Tell whether a pass now ends the round."""
    return sum(view.passed) == len(view.passed) - 2


def beats_it(view: View) -> str:
    """Return the sentence that says which sets beat the one on the table."""
    if not view.plays:
        return ""
    size, facts = len(view.plays[-1].cards), {"value": view.plays[-1].value}
    if size == 1:
        return (
            _("Beat it with a card above %(value)s, or any two of one colour or one number.")
            % facts
        )
    return _(
        "Beat it with %(size)s cards above %(value)s or any %(more)s, of one colour or one number."
    ) % (facts | {"size": size, "more": size + 1})
