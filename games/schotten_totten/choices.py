"""The choices of a player, card by card: the places where a card can go, and for ruses with two
targets the places for each first target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext_noop as noop

from games.kernel.seats import NO_SEAT
from games.schotten_totten.endings import ending
from games.schotten_totten.state import STONES
from games.schotten_totten.view import View
from games.schotten_totten.words import (
    Card,
    drawn,
    explained,
    kind,
    say,
    split,
    title,
    words,
)
from games.screens.buttons import button_id
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.phrases import both, either

KEYS = "abcdefghj"  # stones: digits choose cards, and I looks at one (lens.js)
# Ruse with targets → the sentence for its first target, for its second, and why no other will do.
RUSES = {
    "strategist": (
        noop("Strategist: choose a card"),
        noop("Strategist: choose the new stone"),
        noop("The Strategist moves a card of your own, at a stone that nobody has claimed."),
        noop("It goes to another stone where your side has a free place."),
    ),
    "traitor": (
        noop("Traitor: choose a card"),
        noop("Traitor: choose where to put it"),
        noop(
            "The Traitor takes a clan card of the other side, at a stone that nobody has claimed."
        ),
        noop("It goes to a free place on your own side."),
    ),
    "banshee": (
        noop("Banshee: choose a card"),
        "",
        noop(
            "The Banshee drives away a card of the other side, at a stone that nobody has claimed."
        ),
        "",
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A code and its button. `label` is for those who see the target, `at` is the stone whose place
    lights up, or 0."""

    code: str
    id: str
    words: str
    label: str
    at: int
    key: str


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """A card on the table that a ruse may take, and the places where it may go. `number` connects
    the card with its places."""

    number: int
    card: Card
    id: str
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """A card in the hand that may be chosen. `number` connects it with its places on the board.

    `to` names what lights up: a "side" of stones, a whole "stone", cards of the table ("aim"), a
    "press" beside the sentence, or nothing.
    """

    number: int
    card: Card
    title: str
    to: str
    ways: tuple[Way, ...]
    aims: tuple[Aim, ...]
    do: str
    help: str
    then: str  # the sentence once a ruse's first target is chosen
    why: str  # why it goes nowhere else
    why_then: str  # the same for the second target


@dataclass(frozen=True, slots=True)
class Together:
    """A button that makes several claims: `codes` with commas between them. `label` is for those
    who see the lit stones."""

    codes: str
    words: str
    label: str


def ways(codes: Sequence[str]) -> tuple[Way, ...]:
    """Return the buttons of these codes."""
    return tuple(map(_way, codes))


@per_language()  # as bounded as the codes themselves
def _way(code: str) -> Way:
    verb, _card, to = split(code)
    label, key, at = say(code), "", 0
    if to.isdigit():
        at = int(to)
        label, key = (say(code), "k") if verb == "claim" else (to, KEYS[at - 1])
    elif to == "out":
        label, key = _("Discard it"), "x"
    elif verb == "banshee":
        label = title(code.partition(" ")[2])
    else:
        key = {"draw clan": "d", "draw tactics": "t", "end": "d", "pass": "p"}.get(code, "p")
    return Way(code, button_id(code), say(code), label, at, key)


def together(view: View, claims: Sequence[Way], me: int) -> Together | None:
    """Return one button for all provable claims, up to the stone that wins the round; None for
    fewer than two."""
    owners = [NO_SEAT if stone.owner is None else stone.owner for stone in view.stones]
    found: list[Way] = []
    for way in claims:
        if not ending(tuple(owners), me):
            owners[way.at - 1] = me
            found.append(way)
    if len(found) < 2:
        return None
    stones = both([way.at for way in found])
    label = (
        _("Claim all %(count)s") % {"count": len(found)}
        if len(found) == len(claims)
        else _("Claim %(stones)s") % {"stones": stones}
    )
    return Together(
        ",".join(way.code for way in found),
        _("Claim stones %(stones)s") % {"stones": stones},
        label,
    )


def picks(view: View, codes: Sequence[str], me: int) -> dict[str, Pick]:
    """Return the cards of the hand that may be chosen, by name, each with the codes that play
    it."""
    own: dict[str, list[str]] = {name: [] for name in view.hand}
    for code in codes:
        verb, card, _to = split(code)
        name = card if verb in ("play", "return") else verb
        if name in own:
            own[name].append(code)
    limited = view.played[me] > view.played[1 - me]
    return {
        name: _pick(number, name, tuple(found), limited, view.jokers[me])
        for number, (name, found) in enumerate(own.items(), 1)
    }


@per_language(8192)
def _pick(number: int, name: str, codes: tuple[str, ...], limited: bool, joker: bool) -> Pick:
    tactic, said = kind(name), {"card": words(name), "Card": title(name)}
    to = _lights(name, codes)
    aims = _aims(name, codes) if to == "aim" else ()
    found = () if aims else ways(codes)
    help, then, why, why_then = explained(tactic) if tactic else "", "", "", ""
    if not codes:
        do = _("%(Card)s cannot be played now") % said
        help = why = _blocked(tactic, limited, joker)
    elif codes[0][:6] == "return":
        do = _("Put %(card)s under its deck") % said
        why = _("Two cards go back; nobody sees which.")
    elif to == "side":
        do, why = _side(tactic, said, [way.at for way in found]), _elsewhere(found)
    elif to == "aim":
        do, then, why, why_then = [text and _(text) for text in RUSES[name]]
    elif to == "stone":
        do = _("%(Card)s: choose a stone") % said
        why = _("It lies at a stone that nobody has claimed.")
    else:
        do, why = _("Play %(card)s") % said, _("The Recruiter goes to no stone.")
    return Pick(number, drawn(name), title(name), to, found, aims, do, help, then, why, why_then)


def _side(tactic: str, said: dict[str, str], stones: Sequence[int]) -> str:
    if tactic:
        return _("%(Card)s: choose a stone") % said
    if len(stones) == STONES:
        return _("Play %(card)s at any stone") % said
    if len(stones) > 4:
        return _("Play %(card)s at a lit stone") % said
    return _("Play %(card)s at stone %(stones)s") % (said | {"stones": either(stones)})


def _elsewhere(found: Sequence[Way]) -> str:
    """Return the reason why a card goes only to these places."""
    if len(found) == STONES:
        return _("That is the other side. Your cards go on yours.")
    if len(found) > 4:
        return _("It needs a free place on your own side of a stone.")
    return _("Your side has a free place at stone %(stones)s only.") % {
        "stones": either([way.at for way in found])
    }


def _lights(name: str, codes: tuple[str, ...]) -> str:
    if not codes:
        return ""
    if codes[0][:6] == "return" or name == "recruiter":
        return "press"
    if name in ("strategist", "traitor", "banshee"):
        return "aim"
    return "stone" if name in ("blind", "mud") else "side"


def _aims(name: str, codes: tuple[str, ...]) -> tuple[Aim, ...]:
    grouped = groupby(codes, key=lambda code: split(code)[1])
    return tuple(
        Aim(i, drawn(card), f"{name}-{card}", ways(list(found)))
        for i, (card, found) in enumerate(grouped, 1)
    )


def _blocked(tactic: str, limited: bool, joker: bool) -> str:
    if not tactic:
        return _("None of your sides has a free place.")
    if limited:
        return _("You have played one tactics card more than the other already.")
    if tactic == "joker" and joker:
        return _("You may play one Joker a round.")
    return _("There is nothing to play it on.")


def chooses(view: View, code: str) -> tuple[str, ...]:
    """Return the ids of the radios that choose the card of a code, and then the first target of a
    ruse that has two."""
    verb, card, to = split(code)
    if verb in ("play", "return"):
        return (f"card-{card}",)
    if verb in RUSES:
        return (f"card-{verb}", f"{verb}-{card}") if to else (f"card-{verb}",)
    return (f"card-{verb}",) if verb == "recruiter" else ()
