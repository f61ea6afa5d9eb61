"""Time controls and clocks: pure, in milliseconds, and never asking what time it is.

Every seat has a budget that shrinks while it is to act. When its turn passes, what the time control
adds comes on top, at most up to its cap. Live: a start and an increment a turn. By correspondence:
a budget that refills and is capped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.kernel.protocol import Seat

Kind: TypeAlias = Literal["live", "correspondence", "untimed"]
Budgets: TypeAlias = tuple[int, ...]
"""Milliseconds left, by seat."""

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """`initial` to begin with, `increment` when a turn passes, never above `cap` (None: no cap);
    milliseconds."""

    name: str
    kind: Kind
    initial: int = 0
    increment: int = 0
    cap: int | None = None

    @property
    def timed(self) -> bool:
        return self.kind != "untimed"


PRESETS = {
    control.name: control
    for control in (
        TimeControl("fast", "live", 2 * MINUTE, 10 * SECOND),
        TimeControl("normal", "live", 5 * MINUTE, 20 * SECOND),
        TimeControl("slow", "live", 10 * MINUTE, 40 * SECOND),
        TimeControl("hours", "correspondence", 12 * HOUR, 4 * HOUR, 24 * HOUR),
        TimeControl("daily", "correspondence", 2 * DAY, DAY, 5 * DAY),
        TimeControl("weekly", "correspondence", 5 * DAY, 2 * DAY, 14 * DAY),
        TimeControl("untimed", "untimed"),
    )
}

# A custom control is named by what it says: "custom 300+20" in seconds is live, "custom
# 48h+24h/120h" by correspondence.
_LIVE = re.compile(r"custom (\d{1,5})\+(\d{1,4})", re.ASCII)
_CORRESPONDENCE = re.compile(r"custom (\d{1,3})h\+(\d{1,3})h/(\d{1,3})h", re.ASCII)


def control(name: str) -> TimeControl | None:
    """The time control of that name; None if there is none, or its figures are out of bounds."""
    if name in PRESETS:
        return PRESETS[name]
    found = None
    if match := _LIVE.fullmatch(name):
        found = live(int(match[1]), int(match[2]))
    elif match := _CORRESPONDENCE.fullmatch(name):
        found = correspondence(*map(int, match.groups()))
    # one name each: not "custom 030+5" as well
    return found if found and found.name == name else None


def live(initial: int, increment: int) -> TimeControl | None:
    """Seconds: 30 s to 3 h to begin with, up to 3 min a turn, and at least 5 s a turn if it begins
    with less than 2 min."""
    if not (30 <= initial <= 10_800 and 0 <= increment <= 180) or (initial < 120 and increment < 5):
        return None
    return TimeControl(
        f"custom {initial}+{increment}", "live", initial * SECOND, increment * SECOND
    )


def correspondence(initial: int, increment: int, cap: int) -> TimeControl | None:
    """Hours: 4 h to 14 days to begin with, 1 h to 7 days a turn, the cap from the beginning's
    budget up to 28 days."""
    if not (4 <= initial <= 336 and 1 <= increment <= 168 and initial <= cap <= 672):
        return None
    return TimeControl(
        f"custom {initial}h+{increment}h/{cap}h",
        "correspondence",
        initial * HOUR,
        increment * HOUR,
        cap * HOUR,
    )


# --- the seam: which moments count for a player. All of them; sleep windows and days off would go
# into these two -----


def counted(control: TimeControl, seat: Seat, since: int, until: int) -> int:
    """How much of the time between two moments counts for this seat. None of it if the clock went
    backwards."""
    return max(0, until - since)


def runs_out(control: TimeControl, seat: Seat, since: int, left: int) -> int:
    """The first moment at which as much as `left` has counted for this seat."""
    return since + left


# --- budgets
# ----------------------------------------------------------------------------------------------------


def begin(control: TimeControl, seats: int) -> Budgets:
    """What every seat has before the first turn; () without a clock."""
    return (control.initial,) * seats if control.timed else ()


def spend(
    control: TimeControl, budgets: Budgets, ticking: Iterable[Seat], since: int, now: int
) -> Budgets:
    """The budgets after these seats have thought from `since` to `now`. May fall below 0: whoever
    looks decides about flags."""
    seats = frozenset(ticking)
    return tuple(
        [
            left - counted(control, seat, since, now) if seat in seats else left
            for seat, left in enumerate(budgets)
        ]
    )


def add(control: TimeControl, budgets: Budgets, passed: Iterable[Seat]) -> Budgets:
    """The budgets after these seats' turns have passed: once for each turn, however many entries it
    had."""
    seats = frozenset(passed)
    return tuple(
        [_refilled(control, left) if seat in seats else left for seat, left in enumerate(budgets)]
    )


def _refilled(control: TimeControl, left: int) -> int:
    more = left + control.increment
    return more if control.cap is None else max(left, min(more, control.cap))


def flagged(
    control: TimeControl, budgets: Budgets, ticking: Iterable[Seat], since: int, now: int
) -> tuple[Seat, ...]:
    """The seats whose time is up at `now`, the one that ran out first in front; the seat's number
    decides between equals."""
    return tuple(
        [seat for end, seat in sorted(_ends(control, budgets, ticking, since)) if end <= now]
    )


def flag_at(
    control: TimeControl, budgets: Budgets, ticking: Iterable[Seat], since: int
) -> int | None:
    """The moment at which the first of these seats runs out of time; None if nobody does."""
    return min([end for end, _ in _ends(control, budgets, ticking, since)], default=None)


def _ends(
    control: TimeControl, budgets: Budgets, ticking: Iterable[Seat], since: int
) -> list[tuple[int, Seat]]:
    return (
        [(runs_out(control, seat, since, budgets[seat]), seat) for seat in frozenset(ticking)]
        if control.timed
        else []
    )
