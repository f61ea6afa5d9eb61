"""The arithmetic of ratings after a game: pure, reproducible bit for bit for `manage.py rerate`.

The model is Plackett–Luce as updated by Weng and Lin (JMLR 12, 2011), in openskill: one rule for
any number of seats, and for ties. Ours are the scale and four numbers, which fit simulated ladders
of known skill best:

* A newcomer is 1500 ± 350. 400 points are ten to one between any two at a table, as in chess.
  openskill adds up one `beta` for each seat, so ours shrinks with their number; otherwise a table
  of five would have a scale of its own.
* `PACE`: how far one game moves a rating. Weng and Lin's sigma / c is cautious: after 50 games a
  newcomer would still be ± 150. With 2 the interval is below ± 110 after 10 to 16 games, and holds
  what it promises.
* `TAU`: added to the uncertainty with each game, since people learn.
* `ABSENCE`: added for a day without a game: a settled player (± 60) is provisional again after a
  year. The rating itself stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from itertools import chain, permutations, product
from math import fsum, log, sqrt
from typing import Literal, NamedTuple, TypeAlias

from openskill.models import PlackettLuce


class Skill(NamedTuple):
    """The estimate of a player's strength."""

    mu: float
    sigma: float


Result: TypeAlias = Literal["won", "drawn", "lost"]
"""With more than two, "drawn" is a middle place, or a shared one other than the last."""

NEWCOMER = Skill(1500.0, 350.0)
SCALE = 400 / log(10)
PACE = 2.0
TAU = 7.0
ABSENCE = (110**2 - 60**2) / 365  # sigma² a day
DAY = timedelta(days=1)

KNOWN = 110  # beyond ± this a rating is provisional
RANKED_FROM = 10  # games


def after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills after a game of at least two, by seat; equal places are ties.

    A tie is the mean of its possible orders. For two that is openskill's draw; its own method would
    give three who share the first place less than the one behind them.
    """
    model = _model(len(skills))
    seats: list[list[Skill]] = [[] for _ in skills]
    for order in _orders(places):
        teams = model.rate([[model.rating(*skill)] for skill in skills], ranks=order)
        for seat, (player,) in zip(seats, teams, strict=True):
            seat.append(Skill(player.mu, player.sigma))
    return [_mean(found) for found in seats]


def weighted(before: Skill, after: Skill, weight: float) -> Skill:
    """Return the skill between `before` and `after` by the weight of the game; exactly one of them
    at 0 and 1."""
    if weight in (0.0, 1.0):
        return after if weight else before
    return Skill(*[old + weight * (new - old) for old, new in zip(before, after, strict=True)])


def _orders(places: Sequence[int]) -> Iterator[list[float]]:
    """Yield all orders without ties that match some places, as ranks by seat."""
    ties = [
        [seat for seat, place in enumerate(places) if place == shared]
        for shared in sorted(set(places))
    ]
    for order in product(*map(_arranged, ties)):
        ranks = [0.0] * len(places)
        for rank, seat in enumerate(chain.from_iterable(order)):
            ranks[seat] = float(rank)
        yield ranks


def _arranged(tie: list[int]) -> Iterable[tuple[int, ...]]:
    """Return the orders of a tie; of more than six (720 orders) only rotations."""
    return permutations(tie) if len(tie) <= 6 else [(*tie[n:], *tie[:n]) for n in range(len(tie))]


def _mean(skills: Sequence[Skill]) -> Skill:
    if len(skills) == 1:
        return skills[0]
    return Skill(
        fsum(skill.mu for skill in skills) / len(skills),
        sqrt(fsum(skill.sigma**2 for skill in skills) / len(skills)),
    )


@cache
def _model(seats: int) -> PlackettLuce:
    return PlackettLuce(*NEWCOMER, beta=SCALE / sqrt(seats), tau=TAU, gamma=_pace)


def _pace(*_game: object) -> float:
    return PACE


def after_absence(skill: Skill, away: timedelta) -> Skill:
    """Return the skill after a time without rated games: its sigma grows."""
    sigma = sqrt(skill.sigma**2 + ABSENCE * max(0.0, away / DAY))
    return Skill(skill.mu, max(skill.sigma, min(sigma, NEWCOMER.sigma)))


def provisional(sigma: float) -> bool:
    """Return whether a deviation is too wide for a settled rating."""
    return sigma > KNOWN


def established(sigma: float, games: int) -> bool:
    """Return whether a rating is precise enough for a rank."""
    return games >= RANKED_FROM and not provisional(sigma)


def result(places: Sequence[int], seat: int) -> Result:
    """Return whether a seat won, lost or drew: ahead of all, behind all, or neither."""
    mine = places[seat]
    others = [place for other, place in enumerate(places) if other != seat]
    if mine < min(others):
        return "won"
    return "lost" if mine > min(others) and mine >= max(others) else "drawn"
