"""Tables of several: composed of players who have met least, everybody in each seat equally
often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from games.community.events.formats.values import (
    Id,
    Played,
    Player,
    Seats,
    active,
    meetings,
    pair_of,
    scores,
)

LOOKED_AT = 60
"""The tables that are tried for each player, and for each exchange: the time of 1,000 players stays
short."""


def sizes(count: int, size: int, least: int = 3, most: int = 5) -> list[int]:
    """Return the sizes of the tables for so many players: near `size`, and equal within one; [] if
    there are too few."""
    if count < least:
        return []
    tables = max(-(-count // most), min(count // least, round(count / size)), 1)
    return [count // tables + (number < count % tables) for number in range(tables)]


def pair(
    players: Sequence[Player],
    played: Sequence[Played],
    number: int,
    *,
    size: int = 4,
    least: int = 3,
    most: int = 5,
) -> list[Seats]:
    """Return the tables of a round. If the sizes do not come out (seven players at tables of
    four, say), the last ones have a bye."""
    here, points = active(players, number), scores(played)
    order = sorted(here, key=lambda player: -points.get(player.id, 0.0))
    ids, byes = [player.id for player in order], list[Id]()
    while ids and not _comes_out(sizes(len(ids), size, least, most), least, most):
        byes.append(ids.pop(_bye(ids, played)))
    met = meetings(played)
    tables = _improved(_filled(ids, sizes(len(ids), size, least, most), met), met)
    counts = _counts(played)
    return [_ordered(table, counts) for table in tables] + [(player,) for player in byes]


def _comes_out(room: Sequence[int], least: int, most: int) -> bool:
    return bool(room) and least <= min(room) and max(room) <= most


def _bye(ids: Sequence[Id], played: Sequence[Played]) -> int:
    had = Counter(result.seats[0] for result in played if result.is_bye)
    return min(range(len(ids)), key=lambda place: (had[ids[place]], -place))


def _filled(ids: Sequence[Id], room: Sequence[int], met: Counter[tuple[Id, Id]]) -> list[list[Id]]:
    tables: list[list[Id]] = [[] for _size in room]
    for player in ids:
        free = [at for at, size in enumerate(room) if len(tables[at]) < size][:LOOKED_AT]
        best = min(free, key=lambda at: (_known(player, tables[at], met), len(tables[at]), at))
        tables[best].append(player)
    return tables


def _known(player: Id, others: Iterable[Id], met: Counter[tuple[Id, Id]]) -> int:
    """Return the cost of a player's earlier meetings with the others: a second meeting counts more
    than two first ones."""
    return sum(met[pair_of(player, other)] ** 2 for other in others if other != player)


def _improved(tables: list[list[Id]], met: Counter[tuple[Id, Id]]) -> list[list[Id]]:
    """Exchange players between tables while fewer have met."""
    better = True
    while better:
        better = False
        for at, table in enumerate(tables):
            if any(_known(player, table, met) for player in table):
                near = sorted(range(len(tables)), key=lambda other: abs(other - at))
                better |= any(_exchange(table, tables[other], met) for other in near[1:LOOKED_AT])
    return tables


def _exchange(one: list[Id], other: list[Id], met: Counter[tuple[Id, Id]]) -> bool:
    for here, mine in enumerate(one):
        for there, yours in enumerate(other):
            rest, others = one[:here] + one[here + 1 :], other[:there] + other[there + 1 :]
            gain = _known(mine, rest, met) + _known(yours, others, met)
            if gain > _known(yours, rest, met) + _known(mine, others, met):
                one[here], other[there] = yours, mine
                return True
    return False


def _counts(played: Iterable[Played]) -> Counter[tuple[Id, int]]:
    """Return how often each player had each seat."""
    return Counter(
        (player, seat)
        for result in played
        if not result.is_bye
        for seat, player in enumerate(result.seats)
    )


def _ordered(table: Sequence[Id], counts: Counter[tuple[Id, int]]) -> Seats:
    """Return the order that gives players the seats they had least."""

    def cost(order: Seats) -> int:
        return sum(2 ** min(counts[player, seat], 40) for seat, player in enumerate(order))

    return min(permutations(table), key=cost)
