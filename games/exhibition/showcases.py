"""The showcases of a hall, basic and variation, and which spots they have (rules 4.1, 4.5)."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias

Showcase: TypeAlias = Literal[
    "six", "era", "one", "gap", "mid", "links", "spread", "decade", "short", "antiquity", "unique"
]
Showcases: TypeAlias = tuple[Showcase, Showcase, Showcase, Showcase, Showcase]
"""The five showcases of everybody's hall, in the order of its spots."""

BASIC: Final[Showcases] = ("six", "era", "one", "gap", "mid")
SIZES: Final = (6, 4, 3, 2, 1)
"""A variation replaces the basic showcase of its size, so these never change (E-j)."""
SPOTS: Final = sum(SIZES)
"""How many spots a hall has. They are numbered from 0 through all showcases."""
DEPOT: Final = 3

FIRST: Final = tuple(sum(SIZES[:number]) for number in range(len(SIZES)))
"""The first spot of each showcase."""
WHERE: Final = tuple((number, at) for number, size in enumerate(SIZES) for at in range(size))
"""By spot: which of the five showcases it is in, and how far from its left end."""
ONE, GAP, MID = FIRST[2:]
"""First spots of the showcases, basic or not, with three spots, two and one."""


@cache
def spot(showcases: Showcases, showcase: Showcase, number: int) -> int:
    """Of a hall, the spot that a code names: `era`, 2."""
    return FIRST[showcases.index(showcase)] + number - 1
