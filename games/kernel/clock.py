"""Time controls and clocks. All times are whole milliseconds, and the caller passes the time.

Each seat has a budget, which shrinks while the seat has to act. When its turn passes, the increment
of the time control is added, up to the cap. A live control has a budget and an increment for each
turn. A control by correspondence has a cap as well, and under it only those hours count in which
the player is awake (`awake`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, TypeAlias

from games.kernel.awake_hours import Hours
from games.kernel.awake_hours import counted as hours_counted
from games.kernel.awake_hours import runs_out as hours_run_out
from games.kernel.protocol import Seat

Kind: TypeAlias = Literal["live", "correspondence", "untimed"]
Budgets: TypeAlias = tuple[int, ...]
"""Milliseconds left, by seat."""

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control: a unique name, its kind, and milliseconds.

    A seat begins with `initial`, gets `increment` when its turn passes, and never has more than
    `cap`; None means no cap. An untimed control has no clocks.
    """

    name: str
    kind: Kind
    initial: int = 0
    increment: int = 0
    cap: int | None = None

    @property
    def timed(self) -> bool:
        """Tell whether clocks run under this control."""
        return self.kind != "untimed"


UNTIMED = TimeControl("untimed", "untimed")

PRESETS = {
    control.name: control
    for control in (
        TimeControl("fast", "live", 2 * MINUTE, 10 * SECOND),
        TimeControl("normal", "live", 5 * MINUTE, 20 * SECOND),
        TimeControl("slow", "live", 10 * MINUTE, 40 * SECOND),
        TimeControl("hours", "correspondence", 12 * HOUR, 4 * HOUR, 24 * HOUR),
        TimeControl("daily", "correspondence", 2 * DAY, DAY, 5 * DAY),
        TimeControl("weekly", "correspondence", 5 * DAY, 2 * DAY, 14 * DAY),
        UNTIMED,
    )
}
"""The time controls that have a name of their own, by this name."""

# A custom control is named by its figures: "custom 300+20" in seconds is live, and
# "custom 48h+24h/120h" in hours is by correspondence. Databases read these patterns too.
_CUSTOM: dict[Kind, str] = {
    "live": r"custom ([0-9]{1,5})\+([0-9]{1,4})",
    "correspondence": r"custom ([0-9]{1,3})h\+([0-9]{1,3})h/([0-9]{1,3})h",
}


@lru_cache(1024)
def control(name: str) -> TimeControl | None:
    """Return the time control of this name; None if there is none, or its figures are out of
    bounds."""
    if name in PRESETS:
        return PRESETS[name]
    kind = custom_kind(name)
    if kind is None:
        return None
    figures = [int(figure) for figure in re.findall("[0-9]+", name)]
    found = live(*figures) if kind == "live" else correspondence(*figures)
    # Each control has one name: "custom 030+5" is not another name of "custom 30+5".
    return found if found and found.name == name else None


def stored(name: str) -> TimeControl:
    """Return the time control of a stored name; UNTIMED if it is no longer known."""
    return control(name) or UNTIMED


def custom_kind(name: str) -> Kind | None:
    """Return the kind of custom control that a name describes, also where its figures are out of
    bounds; None if it describes none."""
    return next((kind for kind, form in _CUSTOM.items() if re.fullmatch(form, name)), None)


def names(kind: Kind) -> str:
    """Return a regular expression, for Python and for databases, that matches the names of all time
    controls of this kind, presets and custom ones, and of no other kind."""
    forms = [preset.name for preset in PRESETS.values() if preset.kind == kind]
    if kind in _CUSTOM:
        forms.append(_CUSTOM[kind])
    return f"^({'|'.join(forms)})$"


def live(initial: int, increment: int) -> TimeControl | None:
    """Return a custom live control, its figures in seconds; None if they are out of bounds.

    A seat begins with 30 s to 3 h and gets up to 3 min for each turn: at least 5 s if it begins
    with less than 2 min.
    """
    if not (30 <= initial <= 10_800 and 0 <= increment <= 180) or (initial < 120 and increment < 5):
        return None
    return TimeControl(
        f"custom {initial}+{increment}", "live", initial * SECOND, increment * SECOND
    )


def correspondence(initial: int, increment: int, cap: int) -> TimeControl | None:
    """Return a custom control by correspondence, its figures in hours; None if they are out of
    bounds.

    A seat begins with 4 h to 14 days and gets 1 h to 7 days for each turn. The cap is at least what
    it begins with and at most 28 days.
    """
    if not (4 <= initial <= 336 and 1 <= increment <= 168 and initial <= cap <= 672):
        return None
    return TimeControl(
        f"custom {initial}h+{increment}h/{cap}h",
        "correspondence",
        initial * HOUR,
        increment * HOUR,
        cap * HOUR,
    )


Awake: TypeAlias = Mapping[Seat, Hours]
"""The waking hours of players by seat. For a missing seat all hours count."""

ALWAYS: Awake = MappingProxyType({})

# Only `counted` and `runs_out` know which moments count for a seat.


def counted(control: TimeControl, seat: Seat, since: int, until: int, awake: Awake = ALWAYS) -> int:
    """Return how many milliseconds between two moments count for this seat; 0 if `until` is the
    earlier one. By correspondence they are those in which the player is awake."""
    hours = awake.get(seat) if control.kind == "correspondence" else None
    return max(0, until - since) if hours is None else hours_counted(hours, since, until)


def runs_out(control: TimeControl, seat: Seat, since: int, left: int, awake: Awake = ALWAYS) -> int:
    """Return the first moment at which `left` milliseconds have counted for this seat."""
    hours = awake.get(seat) if control.kind == "correspondence" else None
    return since + left if hours is None else hours_run_out(hours, since, left)


def begin(control: TimeControl, seats: int) -> Budgets:
    """Return the budgets before the first turn; () without a clock."""
    return (control.initial,) * seats if control.timed else ()


def spend(
    control: TimeControl,
    budgets: Budgets,
    ticking: Iterable[Seat],
    since: int,
    now: int,
    awake: Awake = ALWAYS,
) -> Budgets:
    """Return the budgets after the clocks of these seats ran from `since` to `now`.

    A budget may fall below 0: the caller decides about flags.
    """
    seats = frozenset(ticking)
    return tuple(
        left - counted(control, seat, since, now, awake) if seat in seats else left
        for seat, left in enumerate(budgets)
    )


def add(control: TimeControl, budgets: Budgets, passed: Iterable[Seat]) -> Budgets:
    """Return the budgets after the turns of these seats have passed. A turn counts once, however
    many entries it had."""
    seats = frozenset(passed)
    return tuple(
        _refilled(control, left) if seat in seats else left for seat, left in enumerate(budgets)
    )


def less(budgets: Budgets, others: Budgets) -> Budgets:
    """Return these budgets less the others, seat by seat."""
    return tuple(left - other for left, other in zip(budgets, others, strict=True))


def _refilled(control: TimeControl, left: int) -> int:
    more = left + control.increment
    return more if control.cap is None else max(left, min(more, control.cap))


def flagged(
    control: TimeControl,
    budgets: Budgets,
    ticking: Iterable[Seat],
    since: int,
    now: int,
    awake: Awake = ALWAYS,
) -> tuple[Seat, ...]:
    """Return the flagged seats at `now` in the order of their flags; those of one moment by
    number."""
    return tuple(
        seat for end, seat in sorted(_ends(control, budgets, ticking, since, awake)) if end <= now
    )


def flag_at(
    control: TimeControl,
    budgets: Budgets,
    ticking: Iterable[Seat],
    since: int,
    awake: Awake = ALWAYS,
) -> int | None:
    """Return the moment at which the first of these seats runs out of time; None if none will."""
    return min((end for end, _ in _ends(control, budgets, ticking, since, awake)), default=None)


def _ends(
    control: TimeControl, budgets: Budgets, ticking: Iterable[Seat], since: int, awake: Awake
) -> list[tuple[int, Seat]]:
    if not control.timed:
        return []
    return [
        (runs_out(control, seat, since, budgets[seat], awake), seat) for seat in frozenset(ticking)
    ]


@dataclass(slots=True)
class Clocks:
    """The budgets of a game, and what each standing entry has added to them, the newest last.

    `keeps`: by the earlier rule a take-back leaves the increment of the turn that it undoes.
    """

    control: TimeControl
    left: Budgets
    keeps: bool = False
    added: list[Budgets] = field(default_factory=list)

    def begin_anew(self, control: TimeControl) -> None:
        """Give every seat the initial budget of another control, and forget earlier increments."""
        self.control, self.left = control, begin(control, len(self.left))
        self.added = [(0,) * len(self.left)] * len(self.added)

    def run(self, ticking: Iterable[Seat], since: int, until: int, awake: Awake = ALWAYS) -> None:
        """Let the clocks of these seats run between two moments."""
        self.left = spend(self.control, self.left, ticking, since, until, awake)

    def enter(self, passed: Iterable[Seat]) -> None:
        """Add an entry that ended the turns of these seats."""
        before, self.left = self.left, add(self.control, self.left, passed)
        self.added.append(less(self.left, before))

    def take_back(self) -> None:
        """Take the newest entry that stands back."""
        gained = self.added.pop()
        if not self.keeps:
            self.left = less(self.left, gained)
