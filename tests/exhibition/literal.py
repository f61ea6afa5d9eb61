"""The rules of the showcases once more, literally and for whole showcases, as a check on the
engine's sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from games.exhibition.deck import continent
from games.exhibition.view import View
from games.kernel.protocol import Seat

Spots = Sequence[str | None]


def keeps_the_rules(view: View, seat: Seat, showcase: str, spots: Spots) -> bool:
    """Tell whether a showcase may look so, beside the showcases of the others."""
    lying = [(at, name) for at, name in enumerate(spots) if name is not None]
    years = [(at, int(name)) for at, name in lying if name != "E"]
    continents = [continent(name) for _, name in lying if continent(name)]
    if years != sorted(years, key=lambda each: each[1]):
        return False
    if showcase not in ("six", "era", "one", "gap", "mid") and len(continents) < len(lying):
        return False
    different = len(set(continents)) == len(continents)
    if showcase == "one":
        return len(set(continents)) <= 1 and not set(continents) & shown_by_others(view, seat)
    if showcase == "links":
        return all(linked(left, right) for left, right in pairwise(spots) if left and right)
    return different and (showcase not in SPECIAL or SPECIAL[showcase](view, seat, years))


def shown_by_others(view: View, seat: Seat) -> set[str | None]:
    number = view.showcases.index("one")
    others = [hall.showcases[number] for other, hall in enumerate(view.halls) if other != seat]
    return {continent(name) for spots in others for name in spots if name and continent(name)}


def linked(left: str, right: str) -> bool:
    return continent(left) == continent(right) or int(right) - int(left) <= 5


def era(view: View, seat: Seat, years: list[tuple[int, int]]) -> bool:
    return all(right - left <= 10 * (j - i) for (i, left), (j, right) in combinations(years, 2))


def spread(view: View, seat: Seat, years: list[tuple[int, int]]) -> bool:
    return all(right - left >= 20 * (j - i) for (i, left), (j, right) in combinations(years, 2))


def decade(view: View, seat: Seat, years: list[tuple[int, int]]) -> bool:
    return len({year // 10 for _, year in years}) <= 1


def unique(view: View, seat: Seat, years: list[tuple[int, int]]) -> bool:
    number = view.showcases.index("unique")
    others = [hall.showcases[number] for other, hall in enumerate(view.halls) if other != seat]
    decades = [year // 10 for _, year in years] + [
        int(name) // 10 for spots in others for name in spots if name
    ]
    first, last = {5: (190, 199), 4: (191, 198), 3: (192, 197), 2: (193, 196), 1: (194, 195)}[
        view.seats
    ]
    return len(set(decades)) == len(decades) and all(first <= each <= last for each in decades)


SPECIAL = {"era": era, "spread": spread, "decade": decade, "unique": unique}
