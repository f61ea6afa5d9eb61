"""The words of Schotten Totten: cards, formations, buttons, turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.schotten_totten.deck import TACTICS_NAMES
from games.schotten_totten.formations import Formation
from games.schotten_totten.view import View
from games.screens import cards
from games.screens.languages import per_language
from games.screens.phrases import Said, Sentence, both, capital, sentence, telling
from games.screens.suits import Face, faces

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
# Sentences on a turn: of the viewer, of another player, and for a later action of the same turn.
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
    "drew": (noop("You drew %(card)s"), "", noop(", drew %(card)s")),
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
    """Return the effect of a tactics card in a sentence."""
    return _(TACTICS[tactic][2])


def formed(formation: Formation, size: int) -> str:
    """Return a formation in words: its rank and its sum, which decide between two formations."""
    if formation.rank == 4:
        return _(KINDS[size]) % {"strength": formation.total // size}
    return _(FORMS[formation.rank]) % {"total": formation.total}


def compared(one: Formation, other: Formation, size: int) -> str:
    """Return the rule that decides between two formations at a stone; "" if they are equal."""
    if one == other:
        return ""
    if one.rank == other.rank:
        return _("Of two alike the higher sum wins.")
    better, worse = [
        _("four of a kind") if rank == 4 == size else _(RANKS[rank])
        for rank in sorted((one.rank, other.rank), reverse=True)
    ]
    return _("%(better)s beats %(worse)s.") % {"better": capital(better), "worse": worse}


def split(code: str) -> tuple[str, str, str]:
    """Return the verb, the card and the target of a code; "" where it has none."""
    verb, _space, what = code.partition(" ")
    if verb == "claim":
        return verb, "", what
    card, _sign, to = what.partition(">")
    return verb, card, to


@per_language()
def say(code: str) -> str:
    """Return the words of an action's button."""
    verb, card, to = split(code)
    sentence = SAID[code if verb == "draw" else "out" if to == "out" else verb]
    return _(sentence) % {"card": words(card) if card and verb != "draw" else "", "to": to}


@per_language(4096)
def turn(you: bool, codes: tuple[str, ...]) -> Sentence:
    """Return a turn as a sentence."""
    result: Sentence = ()
    for verb, card, to in _steps(codes):
        if verb == "return" and not you and result:
            verb = "returned"
        text = _(DONE[verb][2 if result else 0 if you else 1])
        result += sentence(text, card=_said(card) if card else "", to=to)
    return result


tell, parts = telling(turn)


def _said(name: str) -> str | Said:
    """Return a clan card to be drawn, and a tactics card in words."""
    return words(name) if kind(name) else Said(words(name), (drawn(name),))


def _steps(codes: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Return the (verb, card, target) of the codes that are told: claims in a row as one, no draw
    that everybody makes unless its card is known, no end."""
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
            deck, _space, drew = card.partition(" ")
            if drew:
                result.append(("drew", drew, ""))
            elif deck == "tactics":
                result.append(("draw", "", ""))
        elif verb not in ("", "end", "deal"):
            result.append(("out" if to == "out" else verb, card, to))
    return result or [("nothing", "", "")]


def known(view: View, turns: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Return the codes of the viewer's turns, newest first; those of the newest with the cards that
    it drew: "draw clan R7"."""
    return [_with_fresh(view, codes) for codes in turns[:1]] + list(turns[1:])


def _with_fresh(view: View, codes: Sequence[str]) -> Sequence[str]:
    """Return the codes of a turn with the cards that it drew. Unchanged if it put one of them back,
    since then nobody can tell which draw that was."""
    draws = [code for code in codes if code[:4] == "draw"]
    if len(draws) != len(view.fresh):
        return codes
    fresh = iter(view.fresh)
    return [f"{code} {next(fresh)}" if code[:4] == "draw" else code for code in codes]


def pictured(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the clan card that a turn put down, for lists of tables."""
    found = [card for verb, card, _to in map(split, codes) if verb in ("play", "traitor")]
    return faces(found)[:1]
