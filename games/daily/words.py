"""Results of a deal in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.daily.field import Field
from games.daily.strip_plot import signed
from games.screens.ending import ordinal
from games.tables.models import Seat


def day(at: date) -> str:
    """Return "22 November", with the year unless it is this one."""
    return date_format(at, "j F")


def clock(at: datetime, zone: str) -> str:
    """Return the time of day in a zone; in UTC, saying so, if the zone is unknown."""
    try:
        return date_format(at.astimezone(ZoneInfo(zone)), "H:i")
    except (ZoneInfoNotFoundError, ValueError):
        return f"{date_format(at, 'H:i')} UTC"


def headline(found: Field, *, alone: bool) -> str:
    """Return the reader's result: its place, or the result itself with too few others."""
    if found.worth is None:
        return _("You gave this one up")
    if found.is_enough:
        return _("Better than %(below)s of %(others)s") % {
            "below": found.below,
            "others": found.others,
        }
    return result(found.worth, alone=alone)


def place(found: Field) -> str:
    """Return the reader's place among few results; "" where there is a comparison."""
    if found.is_enough:
        return ""
    if not found.others:
        return _("Nobody else has played it yet.")
    facts = {"place": ordinal(found.place), "count": found.count}
    if found.level:
        return _("So far you share %(place)s place among %(count)s.") % facts
    return _("So far you are %(place)s of %(count)s.") % facts


def result(worth: int, *, alone: bool) -> str:
    """Return a result in words."""
    if alone:
        return ngettext("You have %(n)s point", "You have %(n)s points", worth) % {
            "n": signed(worth, plus=False)
        }
    if worth == 0:
        return _("You are level with the best")
    count = abs(worth)
    words = (
        ngettext("You won by %(n)s point", "You won by %(n)s points", count)
        if worth > 0
        else ngettext("You lost by %(n)s point", "You lost by %(n)s points", count)
    )
    return words % {"n": count}


def scores(seats: Sequence[Seat]) -> str:
    """Return "You 64, Junko 41" for the player of the first seat; "" without scores."""
    if not seats or any(seat.score is None for seat in seats):
        return ""
    named = [_("You"), *(seat.bot_called for seat in seats[1:])]
    return ", ".join(
        f"{name} {signed(seat.score or 0, plus=False)}"
        for name, seat in zip(named, seats, strict=True)
    )


def picture(found: Field, *, alone: bool) -> str:
    """Return the alternative text of the strip."""
    spread = found.spread
    if spread is None:
        return _("Nobody has played this deal to its end.")
    plus = not alone
    return _(
        "%(count)s results from %(low)s to %(high)s. Half of them lie between %(quarter)s and"
        " %(three)s."
    ) % {
        "count": sum(found.ended.values()),
        "low": signed(spread.low, plus),
        "high": signed(spread.high, plus),
        "quarter": signed(spread.quarter, plus),
        "three": signed(spread.three_quarters, plus),
    }


def shape(found: Field, *, alone: bool) -> str:
    """Return a result and the middle half of all, for sharing: no card, no choice."""
    plus, spread = not alone, found.spread
    mine = _("given up") if found.worth is None else signed(found.worth, plus)
    if spread is None or not found.is_enough:
        return mine
    return _("%(mine)s, half lie between %(quarter)s and %(three)s") % {
        "mine": mine,
        "quarter": signed(spread.quarter, plus),
        "three": signed(spread.three_quarters, plus),
    }


def shared(title: str, at: date, found: Field, link: str, site: str, *, alone: bool) -> str:
    """Return the text to share: deal, place, shape and link."""
    first = _("%(site)s: %(game)s, %(day)s") % {"site": site, "game": title, "day": day(at)}
    place = ""
    if found.is_enough and found.worth is not None:
        place = headline(found, alone=alone)
    told = shape(found, alone=alone)
    return f"{first}\n{f'{place} ({told})' if place else told}\n{link}"
