"""Reasons for a tactics card, from the view of the seat that plays it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.kernel.protocol import Seat
from games.schotten_totten.deck import CARDS, CLAN_NAMES, strength
from games.schotten_totten.view import Side, Stone, View
from games.schotten_totten.words import formed
from games.screens import advice
from games.screens.advice import Reason, reason
from games.screens.phrases import uncapital


def mode(stone: Stone, seat: Seat, number: int, card: str) -> Iterator[Reason]:
    """Yield the effect of Blind-Man's-Bluff or Mud at a stone."""
    theirs, mine = stone.sides[1 - seat], stone.sides[seat]
    facts = {"stone": str(number + 1)}
    if card == "mud":
        if theirs.formation:
            text = _("the other side at stone %(stone)s then needs a fourth card.")
            yield reason("opens theirs", text, **facts)
        yield reason("four", _("both sides then need four cards at stone %(stone)s."), **facts)
        return
    if theirs.formation and theirs.formation.rank > 1:
        text = _("at stone %(stone)s their %(made)s is then no more than its sum.")
        made = uncapital(formed(theirs.formation, stone.size))
        yield reason("blinds", text, made=made, **facts)
    facts |= {"mine": str(_sum(mine)), "theirs": str(_sum(theirs))}
    text = _("only sums count then at stone %(stone)s: so far %(mine)s against %(theirs)s.")
    yield reason("sums", text, **facts)


def _sum(side: Side) -> int:
    return sum(strength(CARDS[name]) for name in side.cards if name in CLAN_NAMES)


def ruse(view: View, seat: Seat, verb: str, card: str) -> Iterator[Reason]:
    """Yield the effect of a ruse on the card that it takes."""
    if verb == "recruiter":
        text = _("you choose from three more cards, with %(cards)s left in your hand.")
        yield reason("recruits", text, cards=advice.cards(view.hand_counts[seat] - 1))
        return
    number, stone, side = _where(view, card)
    facts = {"stone": str(number + 1), "cards": advice.cards(len(side.cards))}
    if verb == "strategist":
        yield reason("moves", _("it frees a place of yours at stone %(stone)s."), **facts)
    elif side.formation:
        made = uncapital(formed(side.formation, stone.size))
        text = _("it breaks up their %(made)s at stone %(stone)s.")
        yield reason("breaks", text, made=made, **facts)
    elif verb == "banshee":
        text = _("the other side has %(cards)s at stone %(stone)s, and loses this one.")
        yield reason("drives away", text, **facts)
    else:
        yield reason("takes", _("the other side loses it at stone %(stone)s."), **facts)


def _where(view: View, card: str) -> tuple[int, Stone, Side]:
    """Return the stone where a card lies, and its side."""
    return next(
        (number, stone, side)
        for number, stone in enumerate(view.stones)
        for side in stone.sides
        if card in side.cards
    )
