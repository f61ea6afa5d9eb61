"""Time controls, and the time left on a clock, in words. static/js/clock.js uses the same words for
the time left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from math import ceil

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import epoch
from games.epoch import milliseconds
from games.kernel import awake_hours as awake_hours
from games.kernel import clock as kernel
from games.kernel.awake_hours import Hours, Span
from games.kernel.clock import DAY, HOUR, MINUTE, SECOND, Awake, Budgets, TimeControl
from games.screens import languages, sleep_words

LOW = MINUTE  # the time left under which a clock is shown as low


# --- a time control ---


def amount(length: int) -> str:
    """Return a number of milliseconds in the largest units that are exact: "2 days", "90 seconds",
    "5 minutes 30 seconds"."""
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
    """Return a number of milliseconds in short units: "5 min", "20 s"."""
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
    """Return a time control for a row of a list: "5 min + 20 s", "2 days + 1 day a turn"."""
    if not control.timed:
        return _("no clock")
    if not control.increment:
        return _brief(control.initial)
    words = _("%(time)s + %(more)s") if control.kind == "live" else _("%(time)s + %(more)s a turn")
    return words % {"time": _brief(control.initial), "more": _brief(control.increment)}


def pace(control: TimeControl) -> str:
    """Return a time control for a row with little room: "5 min + 20 s", "1 day a turn"."""
    if control.kind != "correspondence":
        return brief(control)
    return _("%(time)s a turn") % {"time": _brief(control.increment)}


def summary(control: TimeControl, rated: bool) -> str:
    """Return rating and time control in one line: "rated · 5 min + 20 s"."""
    return _summary(languages.current(), control, rated)


@lru_cache(1024)
def _summary(language: str, control: TimeControl, rated: bool) -> str:
    """Return the line for a language; it never changes, and every board shows it."""
    return f"{_('rated') if rated else _('not rated')} · {brief(control)}"


def start(control: TimeControl) -> str:
    """Return the initial time for a button: "5 min", "12 hours"."""
    return _brief(control.initial) if control.kind == "live" else amount(control.initial)


def terms(control: TimeControl) -> str:
    """Return the rest of the sentence after the initial time: "each, and 20 seconds more with every
    turn"."""
    if not control.increment:
        return _("each, and no more")
    more = _("each, and %(more)s more with every turn") % {"more": amount(control.increment)}
    return (
        _("%(terms)s, up to %(cap)s") % {"terms": more, "cap": amount(control.cap)}
        if control.cap
        else more
    )


def sentence(control: TimeControl) -> str:
    """Return a time control as a full sentence."""
    if not control.timed:
        return _("No clock: take your time.")
    words = (
        _("Live: %(time)s %(terms)s.")
        if control.kind == "live"
        else _("By correspondence: %(time)s %(terms)s.")
    )
    return words % {"time": amount(control.initial), "terms": terms(control)}


def begins(control: TimeControl) -> str:
    """Return the sentence that the clocks start with the first moves; "" if they do not."""
    return _("Your clock starts with your first move.") if control.kind == "live" else ""


def means(control: TimeControl, seats: int, turns: int) -> str:
    """Return the usual length of a game as a sentence: "Takes at most about 25 minutes.".
    `turns` is the number of turns of each seat, 0 if unknown."""
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


HURRY = 12_500  # milliseconds a turn: a game of many turns with less is a race


def hurry(control: TimeControl, turns: int) -> str:
    """Return a warning about a live control that leaves little time for this number of turns of
    each seat; "" if it leaves enough, or the number is unknown (0)."""
    if control.kind != "live" or not turns:
        return ""
    each = control.initial / turns + control.increment
    if each >= HURRY:
        return ""
    seconds = round(each / SECOND)
    return ngettext(
        "That is about %(count)s second a turn, very little for so long a game.",
        "That is about %(count)s seconds a turn, very little for so long a game.",
        seconds,
    ) % {"count": seconds}


def _together(minutes: float) -> str:
    """Return the maximum length of a live game as a sentence."""
    if minutes > 90:
        halves = ceil(minutes / 30)
        hours = f"{halves // 2}{'½' * (halves % 2)}"
        return _("Takes at most about %(count)s hours.") % {"count": hours}
    most = ceil(minutes) if minutes <= 8 else 5 * ceil(minutes / 5)
    return ngettext(
        "Takes at most about %(count)s minute.",
        "Takes at most about %(count)s minutes.",
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
    """Return a number of milliseconds as a clock shows it: "4:08", "1:04:08", by correspondence "14
    hours", "2 days". It is "0:00" only at the end, since a started second counts as a whole one,
    and so does a started hour: two days are "2 days" for their first hour."""
    seconds = max(0, -(-left // SECOND))
    if kind == "correspondence" and seconds >= 3600:
        hours = -(-seconds // 3600)
        return _days(hours // 24) if hours >= 48 else _hours(hours)
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def day(moment: datetime) -> str:
    """Return the day of a moment some weeks ahead, in UTC and so equal for all readers: "24
    December"."""
    return date_format(moment.astimezone(UTC), "j F")


def _days(days: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


def _hours(hours: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}


@dataclass(frozen=True, slots=True)
class Clock:
    """A player's clock as a board shows it. `left` is in milliseconds at the newest log entry,
    `now` in milliseconds at the time of rendering."""

    kind: str
    left: int
    now: int
    until: datetime | None
    """The moment when the clock runs out; None while it does not run."""
    moment: str
    """The same moment in words, for correspondence games; or that it is the first move's."""
    due: str = ""
    """The same in few words, in the time zone of the reader; "" on a board for several readers."""
    awake: tuple[Span, ...] = ()
    """The spans until then that count, in milliseconds since the epoch; () if all do."""
    sleeps: str = ""
    """How long the player sleeps, in words; "" if awake, and on a board for several readers. Or
    that all clocks of the house stand."""

    @property
    def text(self) -> str:
        """Return the time left in words."""
        return text(self.kind, self.now)

    @property
    def low(self) -> bool:
        """Tell whether less than a minute is left."""
        return self.now <= LOW - SECOND

    @property
    def seconds(self) -> int:
        """Return the time left in seconds."""
        return self.now // SECOND

    @property
    def awake_ms(self) -> str:
        """Return the spans that count as clock.js reads them."""
        return " ".join(f"{start}-{end}" for start, end in self.awake)

    @property
    def until_ms(self) -> int:
        """Return the moment when the clock runs out, in milliseconds since the epoch; 0 while it
        does not run."""
        return milliseconds(self.until) if self.until else 0


def shown(
    control: TimeControl,
    budgets: Budgets,
    ticking: frozenset[int],
    since: datetime,
    now: datetime | None,
    awake: Awake = kernel.ALWAYS,
) -> tuple[Clock, ...]:
    """Return the clocks by seat as they stand at `now`, or at `since` if that is None. `awake`:
    when the players are awake whose clocks run.

    The time zone of the reader is used only with `now`: without it, the board is shown to several
    readers.
    """
    at = milliseconds(since)
    left = kernel.spend(control, budgets, ticking, at, milliseconds(now) if now else at, awake)
    ends = [
        kernel.flag_at(control, budgets, [seat], at, awake) if seat in ticking else None
        for seat in range(len(budgets))
    ]
    clocks = [_shown(control.kind, *facts, now) for facts in zip(budgets, left, ends, strict=True)]
    return tuple(
        _asleep(clock, awake[seat], at, now) if seat in awake else clock
        for seat, clock in enumerate(clocks)
    )


def first_move() -> str:
    """Return the label of a live clock before its player's first move."""
    return _("time for the first move; the clock starts with it")


def _shown(kind: str, budget: int, left: int, end: int | None, now: datetime | None) -> Clock:
    if end is None:
        return Clock(kind, budget, max(0, left), None, "")
    until = epoch.moment(end)
    if kind != "correspondence":
        return Clock(kind, budget, max(0, left), until, "")
    words = _("until %(moment)s") % {"moment": moment(until, now is not None)}
    due = sleep_words.moment(until, now) if now else ""
    return Clock(kind, budget, max(0, left), until, words, due)


def _asleep(clock: Clock, hours: Hours, since: int, now: datetime | None) -> Clock:
    """Return the clock of a player who sleeps at times, with the spans at which it runs."""
    if clock.until_ms - since > awake_hours.FOREVER // 2:
        words = _("stopped while the site is closed")
        return replace(clock, until=None, moment=words, due="", sleeps=words)
    spans = tuple(awake_hours.stretches(hours, since, clock.until_ms))
    is_awake, words = sleep_words.state(hours, now) if now else (True, "")
    return replace(clock, awake=spans, sleeps="" if is_awake else words)


def moment(at: datetime, here: bool) -> str:
    """Return a moment with its day and zone: the reader's zone if `here`, and else UTC."""
    local = timezone.localtime(at) if here else at
    return f"{date_format(local, 'D j M, H:i')} {local.tzname()}"
