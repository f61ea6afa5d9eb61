"""The words of Schotten Totten: cards, formations, buttons, turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext_noop as noop

from games.schotten_totten.deck import TACTICS_NAMES
from games.schotten_totten.formations import Formation
from games.screens import cards
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.phrases import capital

# Tactics card → its name, its name in a sentence, its effect, and the strength that it shows if it
# is laid at a side.
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
RANKS = {
    5: noop("a colour run"),
    4: noop("three of a kind"),
    3: noop("a colour"),
    2: noop("a run"),
    1: noop("a sum"),
}
KINDS = {3: noop("Three %(strength)ss"), 4: noop("Four %(strength)ss")}


@dataclass(frozen=True, slots=True, eq=False)
class Card(cards.Card):
    """A card as the board draws it. `tactic` is the kind of a tactics card, which has no suit."""

    tactic: str = ""
    name: str = ""
    about: str = ""
    """The effect of a tactics card."""


@lru_cache(256)
def kind(name: str) -> str:
    """Return the kind of a tactics card, "" for a clan card. The two Jokers are of one kind."""
    return name.rstrip("12") if name in TACTICS_NAMES else ""


@per_language()
def drawn(name: str) -> Card:
    """Return the card with this name."""
    tactic = kind(name)
    if tactic:
        called, strength = _(TACTICS[tactic][0]), TACTICS[tactic][3]
        return Card(name, "", "", strength, tactic=tactic, name=called, about=explained(tactic))
    card = cards.drawn(name)
    return Card(name, card.suit, card.colour, card.rank, name=title(name))


def words(name: str) -> str:
    """Return a card in the middle of a sentence: "red 7", "the Spy"."""
    tactic = kind(name)
    return _(TACTICS[tactic][1]) if tactic else cards.words(name)


def title(name: str) -> str:
    """Return a card by itself: "Red 7", "Spy"."""
    tactic = kind(name)
    return _(TACTICS[tactic][0]) if tactic else cards.title(name)


def explained(tactic: str) -> str:
    """Return the effect of a tactics card as a sentence."""
    return _(TACTICS[tactic][2])


def formed(formation: Formation, size: int) -> str:
    """Return a formation in words: its rank and its sum, which decide between two formations."""
    if formation.rank == 4:
        return _(KINDS[size]) % {"strength": formation.total // size}
    return _(FORMS[formation.rank]) % {"total": formation.total}


def ranked(rank: int, size: int) -> str:
    """Return a kind of formation at a stone where sides have so many cards: "a colour run"."""
    return _("four of a kind") if rank == 4 == size else _(RANKS[rank])


def compared(one: Formation, other: Formation, size: int) -> str:
    """Return the rule that decides between two formations at a stone; "" if they are equal."""
    if one == other:
        return ""
    if one.rank == other.rank:
        return _("If both have the same formation, the higher sum wins.")
    better, worse = [ranked(rank, size) for rank in sorted((one.rank, other.rank), reverse=True)]
    return _("%(better)s beats %(worse)s.") % {"better": capital(better), "worse": worse}


@lru_cache(4096)
def split(code: str) -> tuple[str, str, str]:
    """Return the verb, the card and the target of a code; "" where it has none. A draw has its deck
    for a card, and behind it the card that was drawn, where that is known."""
    verb, _space, what = code.partition(" ")
    if verb == "claim":
        return verb, "", what
    card, _sign, to = what.partition(">")
    return verb, card if verb == "draw" else card.partition(" ")[0], to.partition(" ")[0]


def origin_in(code: str) -> str:
    """Return the stone at which the card of a ruse lay, where `recall` has added it; "" if not."""
    verb, _space, what = code.partition(" ")
    return what.partition(" ")[2] if verb in ("strategist", "banshee", "traitor") else ""


@per_language()
def say(code: str) -> str:
    """Return the words of an action's button."""
    verb, card, to = split(code)
    sentence = SAID[code if verb == "draw" else "out" if to == "out" else verb]
    return _(sentence) % {"card": words(card) if card and verb != "draw" else "", "to": to}
