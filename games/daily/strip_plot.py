"""The strip plot of a field: a dot for each result above an axis. Pure; the template draws.
Coordinates are text: SVG takes no decimal comma."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

TALLEST = 14  # dots in a column
STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Frame:
    """A view box, the size of a dot, and the height of the axis."""

    name: str
    width: int
    height: int
    dot: float
    axis: int


NARROW = Frame("narrow", 328, 186, 9.4, 162)
WIDE = Frame("wide", 640, 216, 12.4, 192)


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot. `below`: whether its results are worse than the reader's."""

    x: str
    y: str
    below: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on the axis."""

    x: str
    label: str


@dataclass(frozen=True, slots=True)
class Strip:
    """The plot in one frame. `each`: results per dot. `mine`: the position of the reader's result,
    or None."""

    frame: Frame
    radius: str
    each: int
    dots: tuple[Dot, ...]
    ticks: tuple[Tick, ...]
    mine: Dot | None
    stem: str
    anchor: str


def signed(worth: int, plus: bool) -> str:
    """Return a number with a minus sign, and perhaps a plus."""
    return f"−{-worth}" if worth < 0 else f"+{worth}" if worth and plus else str(worth)


def draw(frame: Frame, worths: Mapping[int, int], mine: int | None, *, plus: bool) -> Strip | None:
    """Return the plot of results and the reader's own, or None. No dot mixes results worse than the
    reader's with others."""
    values = [*worths, *([] if mine is None else [mine])]
    if not values:
        return None
    low, high = min(values), max(values)
    zero = low if mine is None else mine
    columns = int(frame.width / frame.dot) - 3
    step = next(n for n in range(1, high - low + 2) if (high - low) // n + 2 <= columns)
    first, last = (low - zero) // step, (high - zero) // step
    left = (frame.width - (last - first + 1) * frame.dot) / 2
    counts = Counter[int]()
    for worth, n in worths.items():
        counts[(worth - zero) // step] += n
    if mine is not None and worths.get(mine):
        counts[0] -= 1  # the reader's own is drawn separately
    each = max(1, -(-max(counts.values(), default=1) // TALLEST))
    dots = [
        _dot(frame, left, place - first, row, below=mine is not None and place < 0)
        for place, n in sorted(counts.items())
        for row in range(-(-n // each))
    ]
    own = None
    if mine is not None:
        own = _dot(frame, left, -first, -(-counts[0] // each), below=False)
    ticks = [
        Tick(_text(left + ((value - zero + 0.5) / step - first) * frame.dot), signed(value, plus))
        for value in _round(low, high, frame)
    ]
    stem = _text(float(own.y) - frame.dot) if own else ""
    radius, anchor = _text(frame.dot * 0.42), _anchor(frame, own)
    return Strip(frame, radius, each, tuple(dots), tuple(ticks), own, stem, anchor)


def _dot(frame: Frame, left: float, column: int, row: int, *, below: bool) -> Dot:
    x, y = left + (column + 0.5) * frame.dot, frame.axis - (row + 0.6) * frame.dot
    return Dot(_text(x), _text(y), below)


def _anchor(frame: Frame, own: Dot | None) -> str:
    """Return the text anchor of the reader's label, so that it stays inside."""
    x = float(own.x) if own else frame.width / 2
    return "start" if x < 60 else "end" if x > frame.width - 60 else "middle"


def _round(low: int, high: int, frame: Frame) -> list[int]:
    """Return round numbers for the ticks."""
    room = max(2, frame.width // 50)
    step = next(
        unit * 10**power
        for power in range(9)
        for unit in STEPS
        if (high - low) // (unit * 10**power) + 1 <= room
    )
    return list(range(-(-low // step) * step, high + 1, step))


def _text(value: float) -> str:
    return f"{value:.1f}"
