"""Schotten Totten in words: cards, formations, buttons, turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.schotten_totten.deck import TACTICS_NAMES
from games.schotten_totten.formations import Formation
from games.screens import languages
from games.screens.suits import Face, faces

SUITS = {
    "G": (noop("green"), noop("green %(rank)s")),
    "B": (noop("blue"), noop("blue %(rank)s")),
    "R": (noop("red"), noop("red %(rank)s")),
    "Y": (noop("yellow"), noop("yellow %(rank)s")),
    "P": (noop("purple"), noop("purple %(rank)s")),
    "K": (noop("pink"), noop("pink %(rank)s")),
}
# Name, in a sentence, what it does; a card that takes a place also shows the strength that it can
# have.
TACTICS = {
    "joker": (
        noop("Joker"),
        noop("the Joker"),
        noop("Any colour and any strength, fixed when the stone is claimed."),
        "?",
    ),
    "spy": (
        noop("Spy"),
        noop("the Spy"),
        noop("Strength 7, any colour, fixed when the stone is claimed."),
        "7",
    ),
    "shield": (
        noop("Shield-Bearer"),
        noop("the Shield-Bearer"),
        noop("Strength 1, 2 or 3, any colour, fixed at the claim."),
        "≤3",
    ),
    "blind": (
        noop("Blind-Man’s-Bluff"),
        noop("Blind-Man’s-Bluff"),
        noop("At this stone only the sum counts."),
        "",
    ),
    "mud": (
        noop("Mud Fight"),
        noop("Mud Fight"),
        noop("At this stone both sides need four cards."),
        "",
    ),
    "recruiter": (
        noop("Recruiter"),
        noop("the Recruiter"),
        noop("Draw three cards, then put two under their decks."),
        "",
    ),
    "strategist": (
        noop("Strategist"),
        noop("the Strategist"),
        noop("Move one of your cards to another stone, or discard it."),
        "",
    ),
    "banshee": (
        noop("Banshee"),
        noop("the Banshee"),
        noop("Discard a card from the other side."),
        "",
    ),
    "traitor": (
        noop("Traitor"),
        noop("the Traitor"),
        noop("Take a clan card from the other side to yours."),
        "",
    ),
}
# What is done: by the viewer, by somebody else, and after something else in the same turn.
DONE = {
    "play": (
        noop("You played %(card)s at stone %(to)s"),
        noop("%(player)s played %(card)s at stone %(to)s"),
        noop(", played %(card)s at stone %(to)s"),
    ),
    "claim": (
        noop("You claimed stone %(to)s"),
        noop("%(player)s claimed stone %(to)s"),
        noop(", claimed stone %(to)s"),
    ),
    "claims": (
        noop("You claimed stones %(to)s"),
        noop("%(player)s claimed stones %(to)s"),
        noop(", claimed stones %(to)s"),
    ),
    "pass": (noop("You passed"), noop("%(player)s passed"), noop(", passed")),
    "recruiter": (
        noop("You played the Recruiter"),
        noop("%(player)s played the Recruiter"),
        noop(", played the Recruiter"),
    ),
    "strategist": (
        noop("You moved %(card)s to stone %(to)s by the Strategist"),
        noop("%(player)s moved %(card)s to stone %(to)s by the Strategist"),
        noop(", moved %(card)s to stone %(to)s by the Strategist"),
    ),
    "out": (
        noop("You discarded %(card)s by the Strategist"),
        noop("%(player)s discarded %(card)s by the Strategist"),
        noop(", discarded %(card)s by the Strategist"),
    ),
    "banshee": (
        noop("You drove %(card)s away by the Banshee"),
        noop("%(player)s drove %(card)s away by the Banshee"),
        noop(", drove %(card)s away by the Banshee"),
    ),
    "traitor": (
        noop("You took %(card)s to stone %(to)s by the Traitor"),
        noop("%(player)s took %(card)s to stone %(to)s by the Traitor"),
        noop(", took %(card)s to stone %(to)s by the Traitor"),
    ),
    "return": (
        noop("You put %(card)s under its deck"),
        noop("%(player)s put a card under its deck"),
        noop(", put %(card)s under its deck"),
    ),
    "returned": ("", "", noop(", put a card under its deck")),
    "draw": (
        noop("You drew a tactics card"),
        noop("%(player)s drew a tactics card"),
        noop(", drew a tactics card"),
    ),
    "nothing": (noop("You drew"), noop("%(player)s drew"), ""),
}
SAID = {
    "play": noop("Play %(card)s at stone %(to)s"),
    "claim": noop("Claim stone %(to)s"),
    "draw clan": noop("Draw a clan card"),
    "draw tactics": noop("Draw a tactics card"),
    "end": noop("End the turn"),
    "pass": noop("Pass"),
    "recruiter": noop("Play the Recruiter"),
    "strategist": noop("Strategist: move %(card)s to stone %(to)s"),
    "out": noop("Strategist: discard %(card)s"),
    "banshee": noop("Banshee: discard %(card)s"),
    "traitor": noop("Traitor: take %(card)s to stone %(to)s"),
    "return": noop("Put %(card)s under its deck"),
}
FORMS = {
    5: noop("Colour run %(total)s"),
    3: noop("Colour %(total)s"),
    2: noop("Run %(total)s"),
    1: noop("Sum %(total)s"),
}
KINDS = {3: noop("Three %(strength)ss"), 4: noop("Four %(strength)ss")}
HERE = "\0"  # stands for the card in a sentence, so that the board can draw it there


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it is drawn: `suit` is the letter of its symbol and "" for a tactics card, which
    has `tactic` instead.

    Made once and then kept, so it is compared by identity: what is kept of a board goes by it.
    """

    code: str
    suit: str
    colour: str
    rank: str
    tactic: str
    name: str
    about: str  # what a tactics card does, or ""


Part: TypeAlias = str | Card


def kind(name: str) -> str:
    """The kind of a tactics card, "" for a clan card: there are two Jokers."""
    return name.rstrip("12") if name in TACTICS_NAMES else ""


def drawn(name: str) -> Card:
    return _drawn(languages.current(), name)


@cache
def _drawn(language: str, name: str) -> Card:
    tactic = kind(name)
    if tactic:
        return Card(
            name, "", "", TACTICS[tactic][3], tactic, _(TACTICS[tactic][0]), explained(tactic)
        )
    return Card(name, name[0].lower(), _(SUITS[name[0]][0]), name[1], "", title(name), "")


def words(name: str) -> str:
    """A card in the middle of a sentence: "red 7", "the Spy"."""
    tactic = kind(name)
    return _(TACTICS[tactic][1]) if tactic else _(SUITS[name[0]][1]) % {"rank": name[1]}


def title(name: str) -> str:
    """A card by itself: "Red 7", "Spy"."""
    tactic = kind(name)
    if tactic:
        return _(TACTICS[tactic][0])
    text = words(name)
    return text[:1].upper() + text[1:]


def explained(tactic: str) -> str:
    return _(TACTICS[tactic][2])


def formed(formation: Formation, size: int) -> str:
    """Rank and sum are what is compared, so both are named; the cards show the rest."""
    if formation.rank == 4:
        return _(KINDS[size]) % {"strength": formation.total // size}
    return _(FORMS[formation.rank]) % {"total": formation.total}


def either(numbers: Sequence[object]) -> str:
    """1, 3 or 7."""
    head, last = ", ".join(map(str, numbers[:-1])), str(numbers[-1])
    return _("%(some)s or %(last)s") % {"some": head, "last": last} if head else last


def both(numbers: Sequence[object]) -> str:
    """1, 3 and 7."""
    head, last = ", ".join(map(str, numbers[:-1])), str(numbers[-1])
    return _("%(some)s and %(last)s") % {"some": head, "last": last} if head else last


def split(code: str) -> tuple[str, str, str]:
    """Verb, card, and where to."""
    verb, _space, what = code.partition(" ")
    if verb == "claim":
        return verb, "", what
    card, _sign, to = what.partition(">")
    return verb, card, to


def say(code: str) -> str:
    """An action as its button says it."""
    return _said(languages.current(), code)


@cache
def _said(language: str, code: str) -> str:
    verb, card, to = split(code)
    sentence = SAID[code if verb == "draw" else "out" if to == "out" else verb]
    return _(sentence) % {"card": words(card) if card and verb != "draw" else "", "to": to}


def tell(player: str, you: bool, codes: Sequence[str]) -> str:
    """A turn in plain words."""
    return "".join(
        [
            part if isinstance(part, str) else words(part.code)
            for part in parts(player, you, tuple(codes))
        ]
    )


def parts(player: str, you: bool, codes: tuple[str, ...]) -> tuple[Part, ...]:
    """A turn in words, its clan cards kept apart. Names are other people's: they go in last and are
    never looked into."""
    told = _parts(languages.current(), you, codes)
    return tuple(
        [part if isinstance(part, Card) or you else part.replace("\1", player) for part in told]
    )


@lru_cache(4096)
def _parts(language: str, you: bool, codes: tuple[str, ...]) -> tuple[Part, ...]:
    result: list[Part] = []
    for verb, card, to in _steps(codes):
        if verb == "return" and not you and result:
            verb = "returned"
        sentence = _(DONE[verb][2 if result else 0 if you else 1]) % {
            "player": "\1",
            "card": HERE,
            "to": to,
        }
        before, here, after = sentence.partition(HERE)
        result.append(before)
        if here:
            result.append(words(card) if kind(card) else drawn(card))
        result.append(after)
    joined: list[Part] = []
    for part in result:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)


def _steps(codes: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """What is worth telling: claims in a row as one, no draw that everybody makes, no end."""
    result: list[tuple[str, str, str]] = []
    claims: list[str] = []
    for code in (*codes, ""):
        verb, card, to = split(code)
        if verb == "claim":
            claims.append(to)
            continue
        if claims:
            result.append(("claims" if len(claims) > 1 else "claim", "", both(claims)))
            claims = []
        if verb == "draw":
            if card == "tactics":
                result.append(("draw", "", ""))
        elif verb not in ("", "end", "deal"):
            result.append(("out" if to == "out" else verb, card, to))
    return result or [("nothing", "", "")]


def pictured(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the clan card that a turn put down, for lists of tables."""
    found = [card for verb, card, _to in map(split, codes) if verb in ("play", "traitor")]
    return faces(found)[:1]
