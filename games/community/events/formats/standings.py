"""Standings: points, and where these are equal Buchholz, median Buchholz, the direct encounter and
Sonneborn–Berger, in this order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.community.events.formats.values import Id, Played, scores


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line. Equal lines share a place."""

    id: Id
    place: int
    points: float
    buchholz: float = 0
    median: float = 0
    direct: float = 0
    berger: float = 0
    games: int = 0

    @property
    def key(self) -> tuple[float, ...]:
        """Return the sort key of lines, the greatest first."""
        return self.points, self.buchholz, self.median, self.direct, self.berger


def standings(ids: Sequence[Id], played: Sequence[Played], rounds: int = 0) -> list[Line]:
    """Return the lines in the order of places; equal ones stay in the order of `ids`. `rounds`: how
    many have been; a round without a game counts like one against somebody with one's own
    points."""
    total, of = scores(played), defaultdict[Id, list[Played]](list)
    for result in played:
        for player in result.seats:
            of[player].append(result)
    lines = [_line(player, of[player], total, rounds) for player in ids]
    for group in _equal(lines):
        tied = {line.id for line in group}
        for line in group if len(tied) > 1 else ():
            direct = _among(line.id, of[line.id], tied)
            lines[lines.index(line)] = replace(line, direct=direct)
    return _placed(lines)


def _line(player: Id, results: Sequence[Played], total: dict[Id, float], rounds: int) -> Line:
    mine = total.get(player, 0.0)
    met, berger = [], 0.0
    for result in results:
        points = result.points[result.seats.index(player)]
        others = [total[other] for other in result.seats if other != player]
        strength = sum(others) / len(others) if result.is_game and others else mine
        met.append(strength)
        berger += points * strength
    met += [mine] * (rounds - len({result.round for result in results}))
    middle = sorted(met)[1:-1]
    games = sum(result.is_game for result in results)
    return Line(player, 0, mine, _even(sum(met)), _even(sum(middle)), 0, _even(berger), games)


def _even(value: float) -> float:
    """Return a value without the rounding error of thirds."""
    return round(value, 6)


def _equal(lines: Iterable[Line]) -> list[list[Line]]:
    groups: dict[tuple[float, ...], list[Line]] = defaultdict(list)
    for line in lines:
        groups[line.key[:3]].append(line)
    return list(groups.values())


def _among(player: Id, results: Iterable[Played], tied: set[Id]) -> float:
    """Return the points from games against players who are level so far."""
    return sum(
        result.points[result.seats.index(player)]
        for result in results
        if len(result.seats) > 1 and all(other in tied for other in result.seats)
    )


def _placed(lines: Iterable[Line]) -> list[Line]:
    ordered = sorted(lines, key=lambda line: [-value for value in line.key])
    placed: list[Line] = []
    for number, line in enumerate(ordered, 1):
        same = placed and placed[-1].key == line.key
        placed.append(replace(line, place=placed[-1].place if same else number))
    return placed
