"""Coordinates of the curve and the bars; the template draws.

They are text: a language's decimal comma must not get into SVG.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.learning.review.summary import Moment, Point, Summary

STEPS = (1, 2, 5, 10, 20, 50, 100)
LABELS = 5
RADIUS = 11
APART = 25
"""The minimum distance between two marks, which are touch targets."""
NUMBER = 62
"""The room for the result beside the end of the line."""
CLEAR = RADIUS + 8
"""The distance between that result and a mark, centre to centre."""
STEM = 26
"""The distance of a moment's mark from the line."""


@dataclass(frozen=True, slots=True)
class Size:
    """The measures of a picture, and the frame of the curve in it."""

    name: str
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int


DESK = Size("desk", 700, 228, 34, 686, 12, 196)
PHONE = Size("phone", 328, 224, 34, 318, 12, 192)


@dataclass(frozen=True, slots=True)
class Label:
    """A label on an axis, with its position."""

    at: str
    text: str
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment on the curve: the point, the circle at the end of the stem, the number."""

    number: int
    x: str
    y: str
    across: str
    circle: str
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A chart of the expectation over a game."""

    size: Size
    line: str
    band: str
    grid: tuple[Label, ...]
    turns: tuple[Label, ...]
    marks: tuple[Mark, ...]
    end: tuple[str, str]
    end_text: str
    """The height of the number beside the end."""
    upper: str
    lower: str
    """The heights of the words for the two sides."""


def curve(
    size: Size, points: Sequence[Point], moments: Sequence[Moment], turns: int, *, alone: bool
) -> Curve:
    """Return the curve of some points, in a chart for so many turns. A curve of points ahead has
    zero in the middle."""
    low, high, step = _range(points, alone)
    count = max(turns, len(points), 2)

    def x(at: int) -> float:
        return size.left + (size.right - size.left) * at / (count - 1)

    def y(value: float) -> float:
        return size.bottom - (size.bottom - size.top) * (value - low) / (high - low)

    upper = [f"{x(at):.1f},{y(one.ahead + one.spread):.1f}" for at, one in enumerate(points)]
    lower = [f"{x(at):.1f},{y(one.ahead - one.spread):.1f}" for at, one in enumerate(points)]
    last = points[-1].ahead if points else low
    marks, end = _marks(size, x, y, points, moments), y(last)
    values = range(int(low // step) * step, int(high) + 1, step)
    return Curve(
        size,
        line=" ".join(f"{x(at):.1f},{y(one.ahead):.1f}" for at, one in enumerate(points)),
        band=" ".join([*upper, *reversed(lower)]),
        grid=tuple(
            Label(f"{y(value):.1f}", _signed(value, alone), value == 0 and not alone)
            for value in values
            if low <= value <= high
        ),
        turns=_turns(x, count),
        marks=marks,
        end=(f"{x(len(points) - 1) if points else size.left:.1f}", f"{end:.1f}"),
        end_text=f"{_beside(size, end, marks):.1f}",
        upper=f"{size.top + 12:.1f}",
        lower=f"{size.bottom - 4:.1f}",
    )


def _range(points: Sequence[Point], alone: bool) -> tuple[float, float, int]:
    """Return the range of values, and the step of the grid."""
    high = max([one.ahead + one.spread for one in points], default=1.0)
    low = min([one.ahead - one.spread for one in points], default=-1.0)
    wide = high - low if alone else 2 * max(abs(high), abs(low))
    step = next((each for each in STEPS if wide <= 7 * each), STEPS[-1])
    if alone:
        return low - step / 2, high + step / 2, step
    most = max(abs(high), abs(low), step * 1.0) + step / 4
    return -most, most, step


def _turns(x: Callable[[int], float], count: int) -> tuple[Label, ...]:
    places = sorted({round((count - 1) * at / (LABELS - 1)) for at in range(LABELS)})
    names = [_("turn %(number)s") % {"number": 1}, *map(str, places[1:])]
    return tuple(Label(f"{x(at):.1f}", name) for at, name in zip(places, names, strict=True))


def _marks(
    size: Size,
    x: Callable[[int], float],
    y: Callable[[float], float],
    points: Sequence[Point],
    moments: Sequence[Moment],
) -> tuple[Mark, ...]:
    """Return the marks of the moments in order. Close marks are drawn apart, with leaning stems."""
    across = _apart([x(each.at) for each in moments], size.left, size.right - RADIUS)
    return tuple(
        _mark(size, x(each.at), at, y, points, each)
        for each, at in zip(moments, across, strict=True)
    )


def _apart(places: Sequence[float], left: float, right: float) -> list[float]:
    """Return the positions, in order, moved as far as needed to keep them apart."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + APART) if found else max(place, left))
    for at in reversed(range(len(found))):
        found[at] = min(found[at], found[at + 1] - APART if at + 1 < len(found) else right)
    return found


def _mark(
    size: Size,
    x: float,
    across: float,
    y: Callable[[float], float],
    points: Sequence[Point],
    moment: Moment,
) -> Mark:
    """Return the mark of a moment, off the line: below it where it falls."""
    here = y(points[moment.at].ahead)
    before = y(points[max(0, moment.at - 1)].ahead)
    circle = here + STEM if here >= before else here - STEM
    if not size.top + RADIUS <= circle <= size.bottom - RADIUS:
        circle = 2 * here - circle
    told = f"{across:.1f}", f"{circle:.1f}", f"{circle + 4.5:.1f}"
    return Mark(moment.mark, f"{x:.1f}", f"{here:.1f}", *told)


def _beside(size: Size, end: float, marks: Sequence[Mark]) -> float:
    """Return the height of the number at the end of the line: above or below it, or the marks
    there."""
    near = [float(one.circle) for one in marks if float(one.across) > size.right - NUMBER]
    places = [end - 10, end + 24]
    if near:
        places += [min(near) - CLEAR + 5, max(near) + CLEAR + 5]
    free = (
        place
        for place in places
        if size.top + 16 < place < size.bottom
        and all(abs(place - 5 - circle) >= CLEAR for circle in near)
    )
    return next(free, places[0])


def _signed(value: int, alone: bool) -> str:
    if alone or not value:
        return str(value).replace("-", "−")
    return f"+{value}" if value > 0 else f"−{-value}"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from the middle of its track, in per cent, with its error."""

    start: str
    width: str
    ends: tuple[str, str] | None = None
    helps: bool = True


def bars(summary: Summary) -> tuple[Bar, Bar]:
    """Return the bars of cards and play, on one scale."""
    most = max(abs(summary.cards) + summary.doubt, abs(summary.play), 1) * 1.1

    def place(value: float) -> float:
        return 50 + 50 * value / most

    def bar(value: int, doubt: int = 0) -> Bar:
        start, end = sorted((50.0, place(value)))
        ends = (f"{place(value - doubt):.1f}", f"{place(value + doubt):.1f}") if doubt else None
        return Bar(f"{start:.1f}", f"{end - start:.1f}", ends, value >= 0)

    return bar(summary.cards, summary.doubt), bar(summary.play)
