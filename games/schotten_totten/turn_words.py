"""The turns of Schotten Totten in words, for the log and for lists of tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as noop

from games.schotten_totten.view import View
from games.schotten_totten.words import drawn, kind, origin_in, split, words
from games.screens.languages import gettext as _
from games.screens.languages import per_language
from games.screens.phrases import Said, Sentence, both, sentence, telling
from games.screens.suits import Face, faces

# Sentences on a turn: of the viewer, of another player, and for a later action of the same turn. A
# ruse has others where the stone is known from which it takes a card.
DONE = {
    "play": (
        noop("You played %(card)s at stone %(to)s"),
        noop("%(player)s played %(card)s at stone %(to)s"),
        noop("played %(card)s at stone %(to)s"),
    ),
    "claim": (
        noop("You claimed stone %(to)s"),
        noop("%(player)s claimed stone %(to)s"),
        noop("claimed stone %(to)s"),
    ),
    "claims": (
        noop("You claimed stones %(to)s"),
        noop("%(player)s claimed stones %(to)s"),
        noop("claimed stones %(to)s"),
    ),
    "pass": (noop("You passed"), noop("%(player)s passed"), noop("passed")),
    "recruiter": (
        noop("You played the Recruiter"),
        noop("%(player)s played the Recruiter"),
        noop("played the Recruiter"),
    ),
    "strategist": (
        noop("You used the Strategist to move %(card)s to stone %(to)s"),
        noop("%(player)s used the Strategist to move %(card)s to stone %(to)s"),
        noop("used the Strategist to move %(card)s to stone %(to)s"),
    ),
    "strategist from": (
        noop("You used the Strategist to move %(card)s from stone %(origin)s to stone %(to)s"),
        noop(
            "%(player)s used the Strategist to move %(card)s from stone %(origin)s to stone %(to)s"
        ),
        noop("used the Strategist to move %(card)s from stone %(origin)s to stone %(to)s"),
    ),
    "out": (
        noop("You used the Strategist to discard %(card)s"),
        noop("%(player)s used the Strategist to discard %(card)s"),
        noop("used the Strategist to discard %(card)s"),
    ),
    "out from": (
        noop("You used the Strategist to discard %(card)s from stone %(origin)s"),
        noop("%(player)s used the Strategist to discard %(card)s from stone %(origin)s"),
        noop("used the Strategist to discard %(card)s from stone %(origin)s"),
    ),
    "banshee": (
        noop("You used the Banshee to discard %(card)s"),
        noop("%(player)s used the Banshee to discard %(card)s"),
        noop("used the Banshee to discard %(card)s"),
    ),
    "banshee from": (
        noop("You used the Banshee to discard %(card)s from stone %(origin)s"),
        noop("%(player)s used the Banshee to discard %(card)s from stone %(origin)s"),
        noop("used the Banshee to discard %(card)s from stone %(origin)s"),
    ),
    "traitor": (
        noop("You used the Traitor to take %(card)s to stone %(to)s"),
        noop("%(player)s used the Traitor to take %(card)s to stone %(to)s"),
        noop("used the Traitor to take %(card)s to stone %(to)s"),
    ),
    "traitor from": (
        noop("You used the Traitor to take %(card)s from stone %(origin)s to stone %(to)s"),
        noop("%(player)s used the Traitor to take %(card)s from stone %(origin)s to stone %(to)s"),
        noop("used the Traitor to take %(card)s from stone %(origin)s to stone %(to)s"),
    ),
    "recruit": (
        noop("You drew a card"),
        noop("%(player)s drew a card"),
        noop("drew a card"),
    ),
    "recruits": (
        noop("You drew %(count)s cards"),
        noop("%(player)s drew %(count)s cards"),
        noop("drew %(count)s cards"),
    ),
    "return": (
        noop("You put %(card)s under its deck"),
        noop("%(player)s put a card under its deck"),
        noop("put %(card)s under its deck"),
    ),
    "returns": (
        noop("You put %(card)s under their decks"),
        noop("%(player)s put %(count)s cards under their decks"),
        noop("put %(card)s under their decks"),
    ),
    "draw": (
        noop("You drew a tactics card"),
        noop("%(player)s drew a tactics card"),
        noop("drew a tactics card"),
    ),
    "draws": (
        noop("You drew %(count)s tactics cards"),
        noop("%(player)s drew %(count)s tactics cards"),
        noop("drew %(count)s tactics cards"),
    ),
    "drew": (noop("You drew %(card)s"), "", noop("drew %(card)s")),
    "nothing": (noop("You drew"), noop("%(player)s drew"), ""),
}
# what the other player is told of returns, behind another action
RETURNED = noop("put a card under its deck")
RETURNED_SOME = noop("put %(count)s cards under their decks")


@dataclass(slots=True)
class Step:
    """An action that is told: its key in DONE, its cards, its target, and the stone of origin."""

    verb: str
    cards: list[str]
    to: str = ""
    origin: str = ""
    count: int = 0


@per_language(4096)
def turn(you: bool, codes: tuple[str, ...]) -> Sentence:
    """Return a turn as a sentence."""
    clauses = [_clause(step, number, you) for number, step in enumerate(_steps(codes))]
    result = clauses[0]
    for clause in clauses[1:-1]:
        result += (_(", "), *clause)
    return (*result, _(" and "), *clauses[-1]) if len(clauses) > 1 else result


tell, parts = telling(turn)


def _clause(step: Step, number: int, you: bool) -> Sentence:
    many = len(step.cards) > 1 or step.count > 1
    verb = step.verb
    if verb in ("recruit", "return", "draw") and many:
        verb += "s"
    text = DONE[verb][2 if number else 0 if you else 1]
    if step.verb == "return" and number and not you:
        text = RETURNED_SOME if many else RETURNED
    facts = {"to": step.to, "origin": step.origin, "count": step.count or len(step.cards)}
    if len(step.cards) < 2 or "%(card)s" not in text:
        return sentence(_(text), card=_said(step.cards[0]) if step.cards else "", **facts)
    listed = Said("\2", ())
    result: list[Any] = []
    for piece in sentence(_(text), card=listed, **facts):
        result.extend(_list(step.cards) if piece is listed else [piece])
    return tuple(result)


def _list(names: Sequence[str]) -> list[str | Said]:
    """Return cards as "red 7, blue 5 and the Spy"."""
    result: list[str | Said] = [_said(names[0])]
    for number, name in enumerate(names[1:], 2):
        result += [_(" and ") if number == len(names) else _(", "), _said(name)]
    return result


def _said(name: str) -> str | Said:
    """Return a clan card to be drawn, and a tactics card in words."""
    return words(name) if kind(name) else Said(words(name), (drawn(name),))


def _steps(codes: tuple[str, ...]) -> list[Step]:
    """Return the actions of these codes that are told: claims in a row as one, and so draws and
    returns; no draw that everybody makes unless its card is known, no end."""
    result: list[Step] = []
    claims: list[str] = []
    for number, code in enumerate(codes):
        verb, card, to = split(code)
        if verb == "claim":
            claims.append(to)
            if number + 1 == len(codes) or codes[number + 1][:5] != "claim":
                result.append(Step("claims" if len(claims) > 1 else "claim", [], both(claims)))
                claims = []
        elif verb == "draw":
            _add_draw(result, *card.partition(" ")[::2], recruited=codes[0] == "recruiter")
        elif verb == "return" and result and result[-1].verb == "return":
            result[-1].cards.append(card)
        elif verb not in ("", "end", "deal"):
            verb, origin = "out" if to == "out" else verb, origin_in(code)
            result.append(Step(f"{verb} from" if origin else verb, [card] * bool(card), to, origin))
    return result or [Step("nothing", [])]


def _add_draw(result: list[Step], deck: str, card: str, *, recruited: bool) -> None:
    """Add a draw to the actions, or to the draws that came right before it."""
    last = result[-1] if result else Step("", [])
    recruits = recruited and all(step.verb in ("recruiter", "drew", "recruit") for step in result)
    if card:
        verb = "drew"
    elif recruits:
        verb = "recruit"
    elif deck == "tactics":
        verb = "draw"
    else:
        return
    if last.verb != verb:
        result.append(last := Step(verb, []))
    last.cards += [card] * bool(card)
    last.count += 1


def recall(codes: Sequence[str], before: Iterable[Sequence[str]]) -> Sequence[str]:
    """Return the codes of a turn with the stone at which a card lay that a ruse took, which
    everybody saw: "traitor R7>2 5". `before` are the turns before it, newest first."""
    for number, code in enumerate(codes):
        verb, card, _to = split(code)
        if verb in ("strategist", "banshee", "traitor") and card:
            found = _lay(card, before)
            return (*codes[:number], f"{code} {found}", *codes[number + 1 :]) if found else codes
    return codes


def _lay(card: str, before: Iterable[Sequence[str]]) -> str:
    """Return the stone at which a card was put down last, "" if it was not."""
    for turn in before:
        for code in reversed(turn):
            _verb, name, to = split(code)
            if name == card and to.isdigit():
                return to
    return ""


def known(view: View, turns: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Return the codes of the viewer's turns of this round, newest first, with the cards that it
    drew: "draw clan R7"."""
    drawn = list(view.drawn)
    told: list[Sequence[str]] = []
    for codes in turns:
        named = [
            f"{code} {drawn.pop()}" if code[:4] == "draw" and drawn else code
            for code in reversed(codes)
        ]
        told.append(tuple(reversed(named)))
    return told


def pictured(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the clan card that a turn put down, for lists of tables."""
    found = [card for verb, card, _to in map(split, codes) if verb in ("play", "traitor")]
    return faces(found)[:1]
