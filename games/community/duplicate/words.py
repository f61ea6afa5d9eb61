"""Results and luck in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.community.duplicate.luck import Luck
from games.community.duplicate.scoring import Line, Result


def lead(line: Line) -> str:
    """Return a result in words."""
    if line.result == Result.PLAYED:
        return signed(line.lead)
    words = {
        Result.LOST: _("given up"),
        Result.ABORTED: _("called off"),
        Result.WON: _("won, all others left"),
    }
    return words[line.result]


def signed(number: int) -> str:
    """Return a number with its sign: "+12", "−3", "0"."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def of_luck(found: Luck | None) -> str:
    """Return the sentence on the luck that the comparison took out of an event."""
    if found is None:
        return _("Too few games to tell how much of the luck was taken out.")
    return _(
        "The cards made %(share)s of the spread of results: between %(low)s and %(high)s, with"
        " 95 %% confidence, from %(games)s games at %(deals)s deals. That is what the comparison"
        " took out."
    ) % {
        "share": percent(found.share),
        "low": percent(found.low),
        "high": percent(found.high),
        "games": found.games,
        "deals": found.deals,
    }


def percent(share: float) -> str:
    """Return a share in words."""
    return _("%(number)s %%") % {"number": round(100 * share)}
