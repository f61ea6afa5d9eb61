"""The showcases of a hall, basic ones and variations, and their spots (4.1, 4.5)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Showcase: TypeAlias = Literal[
    "six", "era", "one", "gap", "mid", "links", "spread", "decade", "short", "antiquity", "unique"
]
Showcases: TypeAlias = tuple[Showcase, Showcase, Showcase, Showcase, Showcase]
"""The five showcases of every hall, in the order of its spots."""

BASIC: Final[Showcases] = ("six", "era", "one", "gap", "mid")
SIZES: Final = (6, 4, 3, 2, 1)
"""Spots by showcase. A variation replaces the basic showcase of its size, so these never change
(E-j)."""
SPOTS: Final = sum(SIZES)
"""The number of spots in a hall. They are numbered from 0 through all showcases."""
DEPOT: Final = 3

FIRST: Final = tuple([sum(SIZES[:number]) for number in range(len(SIZES))])
"""The first spot of each showcase."""
WHERE: Final = tuple([(number, at) for number, size in enumerate(SIZES) for at in range(size)])
"""By spot: the number of its showcase among the five, and its distance from the left end."""
ONE, GAP, MID = FIRST[2:]
"""First spots of the showcases with three spots, two and one, basic or not."""
