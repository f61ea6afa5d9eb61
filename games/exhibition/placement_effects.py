"""The effects of placing a card at a spot of the hall, in the few words that fit there, and in
full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.exhibition.deck import continent
from games.exhibition.hall import Spot
from games.exhibition.placement_gains import Gain
from games.exhibition.words import decade, where
from games.screens.languages import gettext as _
from games.screens.languages import ngettext
from games.screens.phrases import signed


class Brings(NamedTuple):
    """The consequences of a place. `points` with their sign ("+2"); `note`: what else is worth
    knowing there, in a word or two, or ""; `words`: all of it. `long` is the note where there is
    room for another word, "" if there is none to add."""

    points: str = ""
    note: str = ""
    words: str = ""
    long: str = ""


NOTHING = Brings()


def brings(
    name: str, cards: Sequence[str | None], spot: Spot, card: str, gain: Gain | None
) -> Brings:
    """Return the gain of a card at a spot of this showcase, in which `cards` lie."""
    if gain is None:
        return NOTHING
    noted = _closed(gain) or _noted(name, cards, spot.number, card, gain)
    note, words = noted or ("", "")
    points = ngettext("%(num)s point", "%(num)s points", abs(gain.points)) % {
        "num": signed(gain.points)
    }
    said = ", ".join([points, words] if words else [points])
    return Brings(signed(gain.points), note, said, _closes(gain) if gain.closed else "")


def in_depot() -> Brings:
    """Return the gain of a card in the depot."""
    return Brings("−1", "", _("−1 point"))


def _closed(gain: Gain) -> tuple[str, str] | None:
    if not gain.closed:
        return None
    words = ngettext(
        "and no other year fits %(num)s more place",
        "and no other year fits %(num)s more places",
        gain.closed,
    )
    return _("closes %(num)s") % {"num": gain.closed}, words % {"num": gain.closed}


def _closes(gain: Gain) -> str:
    # The number stays with its noun when the words stand on two lines.
    words = ngettext("closes %(num)s\u00a0place", "closes %(num)s\u00a0places", gain.closed)
    return words % {"num": gain.closed}


def _noted(
    name: str, cards: Sequence[str | None], number: int, card: str, gain: Gain
) -> tuple[str, str] | None:
    """Return (note, words) for a showcase in which something besides the points is decided."""
    its = continent(card)
    if name == "one" and its and not any(each and continent(each) for each in cards):
        return _("all %(code)s") % {"code": its}, _("and the showcase is for %(to)s") % {
            "to": where(its)
        }
    if card == "E":
        return None
    if name == "mid":
        facts = {"num": abs(int(card) - 1950)}
        return _("%(num)s off") % facts, _("%(num)s years from 1950") % facts
    if name in ("decade", "unique"):
        return decade(int(card)), _("the %(decade)s") % {"decade": decade(int(card))}
    return _span(name, cards, number, card, gain)


def _span(
    name: str, cards: Sequence[str | None], number: int, card: str, gain: Gain
) -> tuple[str, str] | None:
    """Return (note, words) for the years between the ends of Years Gap and Short Era."""
    if name not in ("gap", "short") or number not in (1, len(cards)):
        return None
    other = cards[-1 if number == 1 else 0]
    if other and other != "E":
        facts = {"num": abs(int(card) - int(other))}
        return _("%(num)s y") % facts, _("%(num)s years apart") % facts
    if gain.reach is None:
        return None
    facts = {"num": gain.reach}
    return _("≤ %(num)s y") % facts, _("a gap of up to %(num)s years") % facts
