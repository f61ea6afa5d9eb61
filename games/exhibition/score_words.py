"""The points of a category explained in words, for a tapped line of the score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from games.exhibition.score_sheet import Sheet
from games.exhibition.scoring import BEST
from games.exhibition.words import decade, where
from games.screens import phrases
from games.screens.languages import gettext as _
from games.screens.languages import ngettext


def words(name: str, sheet: Sheet, points: int | None, missing: Sequence[str], lost: int) -> str:
    """Return the reason for the points of a seat in a category. `missing` are the continents that
    its hall lacks, `lost` the open cards that cost points in a solo game."""
    if name == "six":
        return _six(sheet, missing)
    if name in ("gap", "short", "antiquity"):
        return _compared(name, sheet, points or 0, lost)
    if name == "focus":
        return _focus(sheet, points or 0)
    if name == "decades":
        return phrases.both([decade(first) for first in sheet.decades]) if sheet.decades else ""
    if name == "chain":
        return _chain(sheet)
    if name == "secret":
        return _("known to its player alone") if points is None else _("cards of that decade")
    number = -(points or 0)
    if name == "depot":
        return ngettext("%(num)s card there", "%(num)s cards there", number) % {"num": number}
    return ngettext("%(num)s spot is empty", "%(num)s spots are empty", number) % {"num": number}


def _six(sheet: Sheet, missing: Sequence[str]) -> str:
    if sheet.all_six:
        return _("all six in round %(number)s") % {"number": sheet.all_six}
    if len(missing) > 3:
        return _("%(count)s of 6 so far") % {"count": 6 - len(missing)}
    return _("without %(continents)s") % {"continents": phrases.both(list(map(where, missing)))}


def _compared(name: str, sheet: Sheet, points: int, lost: int) -> str:
    value = {"gap": sheet.gap, "short": sheet.short, "antiquity": sheet.antiquity}[name]
    if value is None:
        return _("not full yet, or with Einstein")
    facts = {"num": value}
    what = str(value)
    if name != "antiquity":
        what = ngettext("%(num)s year", "%(num)s years", value) % facts
    if sheet.against:
        cards = ngettext("%(num)s open card", "%(num)s open cards", lost) % {"num": lost}
        return _("%(what)s: 5, less %(cards)s") % {"what": what, "cards": cards}
    better = BEST - points
    if not better:
        return _("%(what)s, the best") % {"what": what}
    return ngettext("%(what)s, %(num)s is better", "%(what)s, %(num)s are better", better) % {
        "what": what,
        "num": better,
    }


def _focus(sheet: Sheet, points: int) -> str:
    if points < 2:
        return _("no two cards of a continent")
    names = phrases.both(list(map(where, sheet.focus)))
    return (
        _("%(num)s cards of %(continent)s")
        if len(sheet.focus) == 1
        else _("%(num)s each of %(continent)s")
    ) % {"num": points, "continent": names}


def _chain(sheet: Sheet) -> str:
    if not sheet.chain or sheet.chain[0] == sheet.chain[1]:
        return _("no two years in a row")
    return _("%(first)s to %(last)s in a row") % {"first": sheet.chain[0], "last": sheet.chain[1]}
