"""Hints from public facts for learners: the score that a card leads to, and the cards out of
sight."""

from __future__ import annotations

from dataclasses import dataclass

from games.lost_cities.deck import NAMES, cards
from games.lost_cities.scoring import COST, earns_bonus, score
from games.lost_cities.view import View, out_of_sight
from games.lost_cities.words import colour
from games.screens import lens
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.phrases import minus

RANKS = tuple(map(str, range(2, 11)))


@dataclass(frozen=True, slots=True, eq=False)
class Missing:
    """A suit, its word, how many of its investments are out of sight, and its numbers from 2 to 10;
    "" for those in sight. Cached, so that it is compared by identity, as cards are."""

    letter: str
    colour: str
    investments: int
    ranks: tuple[str, ...]


def missing(view: View) -> tuple[Missing, ...]:
    """Return by suit the cards that the viewer cannot see."""
    return _by_suit(view.suits, tuple(sorted([NAMES[card] for card in out_of_sight(view)])))


@per_language(1024)
def _by_suit(suits: str, names: tuple[str, ...]) -> tuple[Missing, ...]:
    return tuple(
        [_of_suit(suit, tuple([name for name in names if name[0] == suit])) for suit in suits]
    )


@per_language(8192)
def _of_suit(suit: str, names: tuple[str, ...]) -> Missing:
    ranks = tuple([rank if suit + rank in names else "" for rank in RANKS])
    return Missing(suit.lower(), colour(suit), names.count(suit + "x"), ranks)


@per_language()  # as bounded as the expeditions themselves
def change(own: tuple[str, ...], name: str) -> str:
    """Return how the score of an expedition changes with one card more: "−11 → −2"."""
    return lens.change(score(cards(own)), score(cards((*own, name))))


@per_language()  # as bounded as the expeditions themselves
def leads_to(own: tuple[str, ...], name: str) -> str:
    """Return a sentence on the score of an expedition with one card more."""
    after = cards((*own, name))
    investment, times = name[1] == "x", sum([card[1] == "x" for card in (*own, name)]) + 1
    facts = {
        "suit": colour(name[0]),
        "cost": minus(-COST),
        "number": name[1:],
        "before": minus(score(cards(own))),
        "after": minus(score(after)),
        "times": _("three times") if times == 3 else _("four times"),
    }
    if not own and investment:
        return _("Starts %(suit)s at %(cost)s × 2 = %(after)s; it doubles gains as well.") % facts
    if not own:
        return _("Starts %(suit)s at %(number)s %(cost)s = %(after)s.") % (
            facts | {"cost": f"− {COST}"}
        )
    if investment:
        return _("Takes %(suit)s from %(before)s to %(after)s; gains count %(times)s.") % facts
    if earns_bonus(after) and not earns_bonus(cards(own)):
        return _("Takes %(suit)s from %(before)s to %(after)s, with 20 for eight cards.") % facts
    return _("Takes %(suit)s from %(before)s to %(after)s.") % facts
