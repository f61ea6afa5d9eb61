"""The reasons why a card may not go to a spot, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.exhibition import deck
from games.exhibition.hall import Obstacle
from games.exhibition.words import decade, where, words

OBSTACLES: Final = {
    "filled": noop("%(card)s lies here"),
    "white": noop("No white cards here"),
    "outside": noop("Only %(first)s to %(last)s"),
    "later": noop("Not right of %(card)s: years ascend"),
    "earlier": noop("Not left of %(card)s: years ascend"),
    "far": noop("%(years)s years from %(card)s, at most %(limit)s allowed"),
    "near": noop("%(years)s years from %(card)s, at least %(limit)s needed"),
    "continent": noop("%(continent)s is already here"),
    "other": noop("Only %(continent)s here"),
    "link": noop("%(years)s years from %(card)s, and another continent"),
    "decade": noop("Only the %(decade)s here"),
    "decades": noop("The %(decade)s are already here"),
}
# Reasons in which the card in the way is another player's.
ELSEWHERE: Final = {
    "continent": noop("%(player)s shows %(continent)s"),
    "decades": noop("%(player)s shows the %(decade)s"),
}
# The reasons that close a whole showcase, for its caption.
SHUT: Final = {
    "white": noop("No white cards"),
    "outside": noop("Only %(first)s to %(last)s"),
    "continent": noop("%(continent)s is here"),
    "other": noop("Only %(continent)s"),
    "decade": noop("Only the %(decade)s"),
    "decades": noop("Has %(decade)s"),
}
NARROW: Final = {"white": noop("Not white"), "outside": noop("%(first)s–%(last)s")}
TAKEN: Final = {
    "continent": noop("%(continent)s is taken"),
    "decades": noop("%(decade)s taken"),
}


def obstacle(its: Obstacle, names: Sequence[str]) -> str:
    """Return the reason why a card may not go to a spot; `names` are the players', by seat."""
    facts = _facts(its)
    if its.seat is not None:
        return _(ELSEWHERE[its.why]) % (facts | {"player": names[its.seat]})
    return _(OBSTACLES[its.why]) % facts


def shut(its: Obstacle, narrow: bool) -> str:
    """Return the reason that closes a whole showcase in the few words of a caption, above a
    `narrow` one with the letters of a continent."""
    facts = _facts(its)
    if narrow or its.seat is not None:
        facts["continent"] = facts.get("code", "")
    if its.seat is not None:
        return _(TAKEN[its.why]) % facts
    return _((NARROW if narrow else {}).get(its.why) or SHUT[its.why]) % facts


def _facts(its: Obstacle) -> dict[str, object]:
    """Return the values for the slots of a reason."""
    facts: dict[str, object] = {
        "card": words(its.card) if its.card else "",
        "years": its.years,
        "limit": its.limit,
    }
    continent = deck.continent(its.card) if its.card else None
    if continent:
        facts |= {"continent": where(continent), "code": continent}
    if its.card and its.card != "E":
        facts["decade"] = decade(int(its.card))
    if its.why == "outside" and its.years is not None and its.limit is not None:
        facts |= {"first": decade(its.years), "last": decade(its.limit)}
    return facts
