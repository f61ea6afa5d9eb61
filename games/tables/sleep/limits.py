"""The limits over time. Each week keeps to them by itself; this module checks it together with
those before it, and with days away in another zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games import zones
from games.epoch import milliseconds, moment
from games.kernel import awake_hours, standing_time
from games.kernel.awake_hours import Days
from games.kernel.standing_time import Held, Kind
from games.tables.services import hours
from games.tables.sleep import selectors
from games.tables.sleep.errors import Refused
from games.tables.sleep.models import Away, Week
from games.tables.sleep.selectors import History

SEVEN = timedelta(days=7)
MOST_AWAY = awake_hours.MOST_AWAY * awake_hours.MINUTES


def check_week(told: History, week: Week) -> None:
    """Raise Refused if a week, which is to follow all that was told, gives more than the limits:
    in any seven days, whenever turns end that began under a week before it, or in days away."""
    usable = [*_usable(told, week.holds_from - SEVEN), week]
    courses = [_held(usable, aheads) for aheads in _aheads(usable, week.holds_from)]

    def worst(kind: Kind, most: int) -> int:
        return max(standing_time.too_long(held, kind, most) for held in courses)

    if minutes := worst(standing_time.asleep, awake_hours.MOST_ASLEEP_A_WEEK):
        raise Refused(_too_much_asleep(minutes))
    if minutes := worst(standing_time.free, awake_hours.MOST_FREE * awake_hours.MINUTES):
        raise Refused(_too_much_free(minutes))
    later = replace(told, weeks=(*told.weeks, week))
    if _away(later) > max(MOST_AWAY, _away(told)):
        raise Refused(
            _(
                "Days away that you have booked begin and end at other hours in this zone: that "
                "would be more than %(most)s days away in a year."
            )
            % {"most": awake_hours.MOST_AWAY},
            "zone",
        )


def check_days(told: History, days: Away) -> None:
    """Raise Refused if these days away are more than a year allows."""
    if _away(replace(told, aways=(*told.aways, days))) <= MOST_AWAY:
        return
    plain = awake_hours.most_away(selectors.bookings([*told.aways, days]))
    most = {"most": awake_hours.MOST_AWAY}
    if plain > awake_hours.MOST_AWAY:
        raise Refused(_("That is more than %(most)s days away in a year.") % most, "last")
    raise Refused(
        _(
            "That is more than %(most)s days away in a year: where your zone has changed, days "
            "that you had booked count from their first midnight to their last."
        )
        % most,
        "last",
    )


# --- weeks ---


def _usable(told: History, since: datetime) -> list[Week]:
    """Return the weeks by which turns may go from a moment on: those that hold since then, and
    those under which turns began that lasted beyond it."""
    ends = [week.holds_from for week in told.weeks[1:]]
    older = [end for end in ends if end <= since]
    begun = hours.begun_before(told.weeks[0].user_id, since) if older else set()
    holding = {told.week(at) for at in map(moment, begun)}
    return [
        week for number, week in enumerate(told.weeks) if number >= len(older) or week in holding
    ]


def _held(weeks: Sequence[Week], aheads: Sequence[int]) -> list[Held]:
    ends = [_minute(week.holds_from) for week in weeks[1:]]
    return [
        Held(week.week, ahead, _minute(week.holds_from), end)
        for week, ahead, end in zip(weeks, aheads, [*ends, None], strict=True)
    ]


def _aheads(weeks: Sequence[Week], since: datetime) -> set[tuple[int, ...]]:
    """Return by how much the zones of weeks are ahead of UTC together, at one time or another of
    the year that begins: summer time does not begin everywhere on the same day."""
    found = [zones.zone(week.zone, since.year) for week in weeks]
    at = milliseconds(since)
    until = at + awake_hours.YEAR * awake_hours.DAY
    changes = {change for zone in found for change in zone.changes if at < change < until}
    return {
        tuple((zone.local(then) - then) // awake_hours.MINUTE for zone in found)
        for then in (at, *changes)
    }


def _minute(at: datetime) -> int:
    return milliseconds(at) // awake_hours.MINUTE


def _hours(minutes: int) -> str:
    """Return minutes as hours: "64", "63:15"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}" if rest else f"{hours}"


def _too_much_asleep(minutes: int) -> str:
    return _(
        "With your week until now you would be asleep for %(hours)s h of 7 days, and %(most)s h"
        " is the most. Sleep less at first, and change the rest a week after that takes effect."
    ) % {"hours": _hours(minutes), "most": awake_hours.MOST_ASLEEP_A_WEEK // 60}


def _too_much_free(minutes: int) -> str:
    return _(
        "Together with your week until now %(hours)s h of 7 days would be free, and %(most)s h is "
        "the most: leave free days out at first, and add them a week after that holds."
    ) % {"hours": _hours(minutes), "most": awake_hours.MOST_FREE * 24}


# --- days away ---


def _away(told: History) -> int:
    """Return the greatest number of minutes in a year that are days away. A day counts from its
    first midnight to its last in the zones by which turns may reckon with it."""
    minutes = [span for away in told.aways for span in _spans(told, away)]
    return awake_hours.most_away(minutes, awake_hours.YEAR * awake_hours.MINUTES)


def _spans(told: History, away: Away) -> Iterator[Days]:
    """Yield the first and the last minute of days away, once for each zone."""
    first, last = selectors.bookings([away])[0]
    midnight, year = first * awake_hours.DAY, away.first.year
    for week, later in zip(told.weeks, [*told.weeks[1:], None], strict=True):
        zone = zones.zone(week.zone, year)
        ahead = (zone.local(midnight) - midnight) // awake_hours.MINUTE
        start, end = first * awake_hours.MINUTES - ahead, (last + 1) * awake_hours.MINUTES - ahead
        too_early = later is not None and later.holds_from <= away.holds_from
        called_off = away.ends_from is not None and away.ends_from <= week.holds_from
        if not too_early and not called_off and _minute(week.holds_from) < end:
            yield start, end - 1
