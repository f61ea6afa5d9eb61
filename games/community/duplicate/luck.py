"""The luck of the cards that the comparison of equal deals removes. Pure.

Leads differ by play and by cards. Within the lines of one seat of one deal the cards are the same.
So the variance within these groups is left after the comparison, and the excess of the variance
between groups is due to the cards (and the seat that began): a one-way analysis of variance with
random groups. The share of luck is the second part of the sum of both.

The interval is a bootstrap over deals: as many deals are drawn, with replacement, 2,000 times with
a fixed seed. Lines of one deal stay together, since those of a table depend on each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from games.community.duplicate.scoring import Line, Result

FEWEST_DEALS = 6  # for a useful interval
FEWEST_DEGREES = 12  # of freedom within groups
TRIES = 2_000
SEED = 40


@dataclass(frozen=True, slots=True)
class Luck:
    """The variance of leads among all games (`plain`) and among those with the same cards
    (`compared`), and the share of the cards in the former, with an interval."""

    games: int
    deals: int
    plain: float
    compared: float
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Group:
    """The leads of a seat of a deal: their number, sum and sum of squares."""

    count: int
    total: int
    squares: int


def estimate(lines: Iterable[Line]) -> Luck | None:
    """Return the luck in these lines; None if too few were played to the end."""
    played = [line for line in lines if line.result == Result.PLAYED]
    deals = _by_deal(played)
    groups = [group for deal in deals for group in deal]
    degrees = sum(group.count - 1 for group in groups)
    if len(deals) < FEWEST_DEALS or degrees < FEWEST_DEGREES:
        return None
    within, between = _parts(groups)
    if within + between == 0:
        return None
    low, high = _interval(deals)
    tables = len({line.table for line in played})
    share = between / (within + between)
    return Luck(tables, len(deals), within + between, within, share, low, high)


def _by_deal(lines: Iterable[Line]) -> list[list[_Group]]:
    """Return the groups of at least two leads by deal."""
    leads: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        leads[line.deal][line.seat].append(line.lead)
    found = [
        [
            _Group(len(group), sum(group), sum(lead * lead for lead in group))
            for _seat, group in sorted(seats.items())
            if len(group) > 1
        ]
        for _deal, seats in sorted(leads.items())
    ]
    return [groups for groups in found if groups]


def _parts(groups: Sequence[_Group]) -> tuple[float, float]:
    """Return the components of variance within and between the groups."""
    count = sum(group.count for group in groups)
    total = sum(group.total for group in groups)
    middle = sum(group.total * group.total / group.count for group in groups)
    within = sum(group.squares for group in groups) - middle
    degrees = count - len(groups)
    spread = within / degrees
    if len(groups) < 2:
        return spread, 0.0
    usual = (count - sum(group.count**2 for group in groups) / count) / (len(groups) - 1)
    between = (middle - total * total / count) / (len(groups) - 1)
    return max(0.0, spread), max(0.0, (between - spread) / usual)


def _interval(deals: Sequence[Sequence[_Group]]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the share."""
    dice, shares = Random(SEED), []
    for _ in range(TRIES):
        drawn = [group for deal in dice.choices(deals, k=len(deals)) for group in deal]
        within, between = _parts(drawn)
        if within + between:
            shares.append(between / (within + between))
    shares.sort()
    return shares[len(shares) // 40], shares[len(shares) - 1 - len(shares) // 40]
