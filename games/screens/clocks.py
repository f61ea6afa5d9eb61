"""Time controls and what is left on a clock, in words. static/js/clock.js says what is left in the
same way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from math import ceil

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import epoch
from games.epoch import milliseconds
from games.kernel import clock as kernel
from games.kernel.clock import DAY, HOUR, MINUTE, SECOND, Budgets, TimeControl
from games.screens import languages

LOW = MINUTE  # under this a clock is low


# --- a time control ---


def amount(length: int) -> str:
    """So many milliseconds in the largest units that say them exactly: "2 days", "90 seconds", "5
    minutes 30 seconds"."""
    if length and length % DAY == 0:
        return _days(length // DAY)
    if length and length % HOUR == 0:
        return _hours(length // HOUR)
    minutes, seconds = divmod(length // SECOND, 60)
    if not minutes or (minutes == 1 and seconds):
        total = minutes * 60 + seconds
        return ngettext("%(count)s second", "%(count)s seconds", total) % {"count": total}
    words = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    return f"{words} {amount(seconds * SECOND)}" if seconds else words


def _brief(length: int) -> str:
    """The same for where there is little room."""
    if length and length % DAY == 0:
        return amount(length)
    if length and length % HOUR == 0:
        return _("%(count)s h") % {"count": length // HOUR}
    if length and length % MINUTE == 0:
        return _("%(count)s min") % {"count": length // MINUTE}
    if length > 2 * MINUTE:
        return text("live", length)
    return _("%(count)s s") % {"count": length // SECOND}


def brief(control: TimeControl) -> str:
    """A control for rows of a list: "5 min + 20 s", "2 days + 1 day a turn"."""
    if not control.timed:
        return _("no clock")
    if not control.increment:
        return _brief(control.initial)
    words = _("%(time)s + %(more)s") if control.kind == "live" else _("%(time)s + %(more)s a turn")
    return words % {"time": _brief(control.initial), "more": _brief(control.increment)}


def summary(control: TimeControl, rated: bool) -> str:
    """What a game is about besides the cards, in one line: "rated · 5 min + 20 s"."""
    return _summary(languages.current(), control, rated)


@lru_cache(1024)
def _summary(language: str, control: TimeControl, rated: bool) -> str:
    """Every board says it, and it never changes."""
    return f"{_('rated') if rated else _('not rated')} · {brief(control)}"


def start(control: TimeControl) -> str:
    """What one begins with, for a button: "5 min", "12 hours"."""
    return _brief(control.initial) if control.kind == "live" else amount(control.initial)


def terms(control: TimeControl) -> str:
    """The rest of the sentence: "each, and 20 seconds more with every turn"."""
    if not control.increment:
        return _("each, and no more")
    more = _("each, and %(more)s more with every turn") % {"more": amount(control.increment)}
    return (
        _("%(terms)s, up to %(cap)s") % {"terms": more, "cap": amount(control.cap)}
        if control.cap
        else more
    )


def sentence(control: TimeControl) -> str:
    """A control in full."""
    if not control.timed:
        return _("No clock: take your time.")
    words = (
        _("Live: %(time)s %(terms)s.")
        if control.kind == "live"
        else _("By correspondence: %(time)s %(terms)s.")
    )
    return words % {"time": amount(control.initial), "terms": terms(control)}


def means(control: TimeControl, seats: int, turns: int) -> str:
    """What a control means in life, for so many turns of each seat (0: unknown): "At most about 25
    minutes together."."""
    if not control.timed:
        return _("Whenever you like.")
    if control.kind == "live":
        return (
            _together(seats * (control.initial + turns * control.increment) / MINUTE)
            if turns
            else _("In one sitting.")
        )
    often = _often(control.increment)
    if not turns:
        return _("%(often)s.") % {"often": often}
    return _("%(often)s, for %(time)s.") % {
        "often": often,
        "time": _long(seats * turns * control.increment / DAY),
    }


def _together(minutes: float) -> str:
    """People mostly take less: a game says itself how long it usually is."""
    most = ceil(minutes) if minutes <= 8 else 5 * ceil(minutes / 5)
    return ngettext(
        "At most about %(count)s minute together.",
        "At most about %(count)s minutes together.",
        most,
    ) % {"count": most}


def _often(increment: int) -> str:
    if increment <= 12 * HOUR:
        return _("A few turns a day")
    if increment <= 36 * HOUR:
        return _("A turn a day or so")
    days = round(increment / DAY)
    return ngettext(
        "A turn every %(count)s day or so", "A turn every %(count)s days or so", days
    ) % {"count": days}


def _long(days: float) -> str:
    if days < 11:
        return ngettext("about %(count)s day", "about %(count)s days", max(1, round(days))) % {
            "count": max(1, round(days))
        }
    if days < 60:
        return ngettext("about %(count)s week", "about %(count)s weeks", round(days / 7)) % {
            "count": round(days / 7)
        }
    return ngettext("about %(count)s month", "about %(count)s months", round(days / 30)) % {
        "count": round(days / 30)
    }


# --- what is left ---


def text(kind: str, left: int) -> str:
    """0:00 only when all is gone, since a second that has begun is shown: "4:08", "1:04:08", by
    correspondence "14 hours", "2 days"."""
    seconds = max(0, -(-left // SECOND))
    if kind == "correspondence" and seconds >= 3600:
        return _days(seconds // 86400) if seconds >= 2 * 86400 else _hours(seconds // 3600)
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def day(moment: datetime) -> str:
    """The day of a moment weeks ahead, the same for whoever looks: "24 December"."""
    return date_format(moment.astimezone(UTC), "j F")


def _days(days: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


def _hours(hours: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}


@dataclass(frozen=True, slots=True)
class Clock:
    """A player's clock as a board shows it: `left` milliseconds when the log got its newest entry,
    and `now` so many."""

    kind: str
    left: int
    now: int
    until: datetime | None
    """When it runs out; None while it stands still."""
    moment: str
    """The same to be read, by correspondence."""

    @property
    def text(self) -> str:
        return text(self.kind, self.now)

    @property
    def low(self) -> bool:
        return self.now <= LOW - SECOND

    @property
    def seconds(self) -> int:
        return self.now // SECOND

    @property
    def until_ms(self) -> int:
        return milliseconds(self.until) if self.until else 0


def shown(
    control: TimeControl,
    budgets: Budgets,
    ticking: frozenset[int],
    since: datetime,
    now: datetime | None,
) -> tuple[Clock, ...]:
    """Everybody's clock by seat, as it stands at `now`, or else as it stood at `since`. Only with
    `now` the moments are told in the zone of whoever looks: without, what is rendered is shown to
    several."""
    at = milliseconds(since)
    left = kernel.spend(control, budgets, ticking, at, milliseconds(now) if now else at)
    ends = [
        kernel.flag_at(control, budgets, [seat], at) if seat in ticking else None
        for seat in range(len(budgets))
    ]
    return tuple(
        _shown(control.kind, *facts, now is not None)
        for facts in zip(budgets, left, ends, strict=True)
    )


def _shown(kind: str, budget: int, left: int, end: int | None, here: bool) -> Clock:
    if end is None:
        return Clock(kind, budget, max(0, left), None, "")
    until = epoch.moment(end)
    moment = (
        _("until %(moment)s") % {"moment": _moment(until, here)} if kind == "correspondence" else ""
    )
    return Clock(kind, budget, max(0, left), until, moment)


def _moment(moment: datetime, here: bool) -> str:
    local = timezone.localtime(moment) if here else moment
    return f"{date_format(local, 'D j M, H:i')} {local.tzname()}"
