"""The words of Exhibition: continents, vehicles, showcases, cards, buttons and turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_noop as noop

from games.exhibition import deck
from games.screens import cards
from games.screens.contract import Brief
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.phrases import Said, Sentence, sentence, telling

CONTINENTS: Final = {
    "OC": (noop("Oceania"), "b"),
    "SA": (noop("South America"), "g"),
    "AF": (noop("Africa"), "y"),
    "AS": (noop("Asia"), "o"),
    "EU": (noop("Europe"), "p"),
    "NA": (noop("North America"), "k"),
}
"""Continent → its name, and the letter of its colour (games/screens/suits.py)."""
VEHICLES: Final = {
    "zeppelin": (
        noop("zeppelin"),
        noop("Your zeppelin flies to %(to)s."),
        noop("Your zeppelin stays in %(to)s."),
    ),
    "ford": (noop("Ford"), noop("Your Ford drives to %(to)s."), noop("Your Ford stays in %(to)s.")),
    "liner": (
        noop("ocean liner"),
        noop("Your liner sails to %(to)s."),
        noop("Your liner stays in %(to)s."),
    ),
    "dc3": (noop("DC-3"), noop("Your DC-3 flies to %(to)s."), noop("Your DC-3 stays in %(to)s.")),
    "shuttle": (
        noop("space shuttle"),
        noop("Your shuttle flies to %(to)s."),
        noop("Your shuttle stays in %(to)s."),
    ),
}
"""Vehicle → its name, and the sentences on its journey to another continent and on staying. In
order of play."""
SHOWCASES: Final = {
    "six": (noop("Six Continents"), noop("all different")),
    "era": (noop("One Era"), noop("steps of 10 years")),
    "one": (noop("One Continent"), noop("yours alone")),
    "gap": (noop("Years Gap"), noop("wide is good")),
    "mid": (noop("Mid-Century"), noop("near 1950")),
    "links": (noop("Links"), noop("same continent or 5 years")),
    "spread": (noop("Spread the Years"), noop("20 years between")),
    "decade": (noop("One Decade"), noop("the same decade")),
    "short": (noop("Short Era"), noop("few years apart")),
    "antiquity": (noop("Antiquity"), noop("old on the right")),
    "unique": (noop("Unique Decades"), noop("nobody else’s")),
    "depot": (noop("Depot"), noop("−1 each")),
}
"""Showcase → its title, and its rule in a few words."""
SHORT: Final = {
    "six": noop("Six"),
    "era": noop("Era"),
    "one": noop("One"),
    "gap": noop("Gap"),
    "mid": noop("Mid"),
    "links": noop("Links"),
    "spread": noop("Spread"),
    "decade": noop("Decade"),
    "short": noop("Short"),
    "antiquity": noop("Old"),
    "unique": noop("Unique"),
    "depot": noop("Depot"),
}
"""Showcase → its title in a word."""
CAPTIONS: Final = {
    "mid": (noop("1950"), ""),
    "gap": (noop("Years Gap"), ""),
    "decade": (noop("One Decade"), ""),
    "spread": (noop("Spread"), noop("20 years between")),
    "short": (noop("Short Era"), noop("few years")),
    "antiquity": (noop("Antiquity"), noop("old wins")),
    "unique": (noop("Unique"), ""),
}
"""Showcase → its title and its rule on a phone, where there is no room for those above."""
LOST: Final = {
    "gap": noop("%(num)s outside"),
    "short": noop("%(num)s between"),
    "antiquity": noop("%(num)s older"),
}
"""Showcase → the open cards that cost it a point each in a solo game."""
SAID: Final = {
    "take": noop("Take %(card)s"),
    "move": noop("Travel to %(to)s"),
    "place": noop("Put it in %(where)s, spot %(spot)s"),
    "depot": noop("Put it in the depot"),
    "finish": noop("Finish the exhibition"),
}
# Sentences on a turn, or its part so far: of the viewer, and of another player.
DONE: Final = {
    "seek": (noop("You travelled to %(to)s"), noop("%(player)s travelled to %(to)s")),
    "take": (noop("You took %(card)s"), noop("%(player)s took %(card)s")),
    "travel": (
        noop("You took %(card)s and travelled to %(to)s"),
        noop("%(player)s took %(card)s and travelled to %(to)s"),
    ),
    "place": (noop("You put %(card)s in %(where)s"), noop("%(player)s put %(card)s in %(where)s")),
    "white": (
        noop("You put %(card)s in %(where)s and travelled to %(to)s"),
        noop("%(player)s put %(card)s in %(where)s and travelled to %(to)s"),
    ),
    "depot": (noop("You put %(card)s in the depot"), noop("%(player)s put %(card)s in the depot")),
    "finish": (
        noop("You finished: %(card)s fitted nowhere"),
        noop("%(player)s finished: %(card)s fitted nowhere"),
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Card(cards.Card):
    """A card as the board draws it, with its continent."""

    c: str = ""
    """The continent: "oc", or "white" for none."""
    short: str = ""
    """The short name of the continent: "OC", or "any"."""
    title: str = ""


@per_language()
def text(message: str) -> str:
    """Return a word that boards repeat, from a cache."""
    return _(message)


@per_language()
def drawn(name: str) -> Card:
    """Return the card with this name."""
    continent, title = deck.continent(name), _(deck.title(name))
    rank = "E=mc²" if name == "E" else name
    if continent is None:
        return Card(name, "w", _("any continent"), rank, c="white", short=_("any"), title=title)
    suit, c = CONTINENTS[continent][1], continent.lower()
    return Card(name, suit, where(continent), rank, c=c, short=continent, title=title)


def words(name: str) -> str:
    """Return the words for a card in a sentence: its year, or Einstein."""
    return _("Einstein") if name == "E" else name


@per_language()
def where(continent: str) -> str:
    """Return the name of a continent ("OC")."""
    return text(CONTINENTS[continent][0])


def showcase(name: str) -> str:
    """Return the title of a showcase."""
    return text(SHOWCASES[name][0])


@per_language()
def caption(name: str) -> tuple[str, str]:
    """Return title and rule of a showcase as short as a phone needs them; the rule may be ""."""
    title, rule = CAPTIONS.get(name, SHOWCASES[name])
    return text(title), text(rule) if rule else ""


@per_language()
def say(code: str) -> str:
    """Return the words of an action's button."""
    verb, _space, rest = code.partition(" ")
    name, _space, spot = rest.partition(" ")
    facts = {"spot": spot}
    if verb == "take":
        facts["card"] = words(name)
    elif verb == "move":
        facts["to"] = where(name)
    elif verb == "place":
        facts["where"] = showcase(name)
    return _(SAID[verb]) % facts


def lost(name: str, many: int) -> str:
    """Return the number of open cards that cost the showcase points in a solo game."""
    return _(LOST[name]) % {"num": many}


def travels(vehicle: str, before: str, to: str) -> str:
    """Return the journey of the viewer's vehicle for a card of this continent, in a sentence."""
    return _(VEHICLES[vehicle][2 if before == to else 1]) % {"to": where(to)}


def cut(codes: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the codes of one seat in a row, by turns: alone, or once all others have finished, a
    player has several."""
    turns: list[list[str]] = [[]]
    for code in codes:
        if turns[-1] and turns[-1][-1].partition(" ")[0] in ("place", "depot", "finish"):
            turns.append([])
        turns[-1].append(code)
    return [tuple(turn) for turn in turns]


def _turn(you: bool, codes: tuple[str, ...]) -> Sentence:
    """Return a turn as a sentence; the last one if the codes are several turns."""
    return _last(you, cut(codes)[-1])


tell, parts = telling(_turn)


@per_language(4096)
def _last(you: bool, codes: tuple[str, ...]) -> Sentence:
    card = next((code[5:] for code in codes if code[:5] == "take "), "")
    verb, _space, rest = codes[-1].partition(" ")
    to = next((code[5:] for code in reversed(codes) if code[:5] == "move "), "")
    kind = verb
    if verb == "move":
        kind = "travel" if card else "seek"
    elif verb == "place" and deck.continent(card) is None:
        kind = "white"
    return sentence(
        _(DONE[kind][0 if you else 1]),
        card=Said(words(card), (drawn(card),)) if card else "",
        to=where(to) if to else "",
        where=showcase(rest[:-2]) if verb == "place" else "",
    )


def brief(codes: Sequence[str]) -> Brief:
    """Return a turn, or its part so far, at a glance: the card and its place."""
    codes = cut(codes)[-1]
    card = tuple([drawn(code[5:]) for code in codes if code[:5] == "take "])
    verb, _space, rest = codes[-1].partition(" ")
    if verb == "finish":
        return Brief(card, text(noop("finished")), text(noop("done")))
    if verb == "move" and not card:
        return Brief((), where(rest), rest)
    name = rest[:-2] if verb == "place" else verb if verb == "depot" else ""
    return Brief(card, showcase(name), text(SHORT[name])) if name else Brief(card)


def decade(year: int) -> str:
    """Return the decade of a year in words: "1930s"."""
    return _("%(decade)ss") % {"decade": year // 10 * 10}
