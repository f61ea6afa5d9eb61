"""Results and luck in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

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


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return _("%(number)s %%") % {"number": round(100 * share)}
