"""The turns of Schotten Totten in words, for the log and for lists of tables."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.schotten_totten.view import View
from games.schotten_totten.words import drawn, kind, split, words
from games.screens.languages import per_language
from games.screens.phrases import Said, Sentence, both, sentence, telling
from games.screens.suits import Face, faces

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
