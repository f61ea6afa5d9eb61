"""Points as they stand (rules 4.4, solo 4.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Category: TypeAlias = Literal["six", "gap", "short", "antiquity", "focus", "decades", "chain", "secret", "empty", "depot"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A seat's points, and what they are for. What is None is not there, or not for the viewer to know."""

    points: tuple[int | None, ...]
    """Fame points in the order of `View.categories`; None for a decade that is secret to the viewer."""
    total: int
    """Fame points of all that the viewer may know; solo: 100 times those, and the points of Mid-Century."""
    all_six: int | None
    """The round in which the hall had all six continents."""
    gap: int | None
    """Years between the two cards of Years Gap."""
    short: int | None
    """Years between the left and the right card of Short Era."""
    antiquity: int | None
    """The year in the rightmost spot of Antiquity. These three only if the showcase is full and has its years."""
    outside: tuple[str, ...]
    """Solo: the cards below the continents that cost a point of Years Gap, Short Era or Antiquity."""
    focus: tuple[str, ...]
    """The commonest continents of the hall."""
    decades: tuple[int, ...]
    """First years of the decades in the hall (1930)."""
    chain: tuple[int, int] | None
    """First and last year of the longest series, the earliest of several."""
    middle: int | None
    """Distance of the Mid-Century card to 1950: breaks ties, the smaller the better; without one the worst."""
    mid: int | None
    """Solo: what Mid-Century adds to the total, 0 to 100."""
