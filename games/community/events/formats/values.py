"""The values that formats take and return."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Id: TypeAlias = int
Seats: TypeAlias = tuple[Id, ...]
"""Players in the order of their seats. A single one has a bye."""


@dataclass(frozen=True, slots=True)
class Player:
    """An entered player. `since`: the first possible round; `gone`: no longer paired."""

    id: Id
    rating: float = 0
    since: int = 1
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A result: the points of each seat. `forfeit`: nobody played, so it is no meeting for
    tie-breaks, yet the two do not meet again."""

    round: int
    seats: Seats
    points: tuple[float, ...]
    forfeit: bool = False

    @property
    def is_bye(self) -> bool:
        """Return whether nobody sat opposite."""
        return len(self.seats) == 1

    @property
    def is_game(self) -> bool:
        """Return whether it was played."""
        return not (self.is_bye or self.forfeit)


def active(players: Iterable[Player], number: int) -> list[Player]:
    """Return the players of a round, the strongest first; equal ones by their id."""
    here = [player for player in players if not player.gone and player.since <= number]
    return sorted(here, key=lambda player: (-player.rating, player.id))


def scores(played: Iterable[Played]) -> dict[Id, float]:
    """Return the points of everybody who has a result."""
    total: dict[Id, float] = defaultdict(float)
    for result in played:
        for player, points in zip(result.seats, result.points, strict=True):
            total[player] += points
    return total


def pair_of(one: Id, other: Id) -> tuple[Id, Id]:
    """Return two players in the order of their ids."""
    return (one, other) if one < other else (other, one)


def meetings(played: Iterable[Played]) -> Counter[tuple[Id, Id]]:
    """Return how often each two players were paired, forfeits included."""
    met: Counter[tuple[Id, Id]] = Counter()
    for result in played:
        for at, one in enumerate(result.seats):
            met.update(pair_of(one, other) for other in result.seats[at + 1 :])
    return met


def leads(played: Iterable[Played]) -> Counter[Id]:
    """Return the surplus of first seats over second ones of each player."""
    lead: Counter[Id] = Counter()
    for result in played:
        if len(result.seats) == 2:
            first, second = result.seats
            lead[first] += 1
            lead[second] -= 1
    return lead


def seated(one: Id, other: Id, lead: Counter[Id], turn: int = 0) -> Seats:
    """Return two players with the first seat for whoever had it less; of equals, by `turn`."""
    if lead[one] != lead[other]:
        return (one, other) if lead[one] < lead[other] else (other, one)
    return (one, other) if turn % 2 == 0 else (other, one)


def by_place(places: Sequence[int]) -> tuple[float, ...]:
    """Return the points of a table of several by place: 12 for the first, 0 for the last, in even
    steps; ties share their points."""
    count = len(places)
    if count < 2:
        return (12.0,) * count
    ranked = sorted(places)
    worth: dict[int, list[float]] = defaultdict(list)
    for rank, place in enumerate(ranked):
        worth[place].append(12 * (count - 1 - rank) / (count - 1))
    return tuple(sum(worth[place]) / len(worth[place]) for place in places)


def of_two(places: Sequence[int]) -> tuple[float, ...]:
    """Return the points of a game of two: one, a half each, or none."""
    one, other = places
    return (0.5, 0.5) if one == other else (1.0, 0.0) if one < other else (0.0, 1.0)
