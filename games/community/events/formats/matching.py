"""Pairs of least cost by maximum-weight matching, in blocks where a field is large: the time of a
matching grows with the cube of its size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeAlias

import networkx as nx

from games.community.events.formats.values import Id

BLOCK = 40
"""The most players that are matched at once, unless a smaller block leaves somebody over."""
CARRIED = 16
"""The most players that a block leaves to the next one."""
MANY = 4
"""The most blocks that are undone."""
Cost: TypeAlias = Callable[[Id, Id], int | None]
"""The cost of a pair, a whole number; None: they must not meet."""
Pair: TypeAlias = tuple[Id, Id]


def matched(players: Sequence[Id], cost: Cost) -> list[Pair]:
    """Return the cheapest of the largest matchings; each pair in the order of `players`."""
    where = {player: place for place, player in enumerate(players)}
    costs = {
        (one, other): price
        for one, other in combinations(players, 2)
        if (price := cost(one, other)) is not None
    }
    if not costs:
        return []
    graph = nx.Graph()
    most = max(costs.values()) + 1
    graph.add_weighted_edges_from(
        (one, other, most - price) for (one, other), price in costs.items()
    )
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted(
        (tuple(sorted(pair, key=where.__getitem__)) for pair in pairs),
        key=lambda pair: where[pair[0]],
    )


def in_blocks(
    players: Sequence[Id],
    cost: Cost,
    bound: int | None = None,
    arranged: Callable[[list[Id]], list[Id]] = list,
) -> list[Pair]:
    """Return pairs of neighbours in the order given. Whoever a block leaves over, or pairs at a
    cost of `bound` and more, comes into the next, and at the end these are `arranged` and paired
    among themselves. If that leaves somebody over, blocks are undone, from the last one on."""
    pairs: list[Pair] = []
    rest, before = [*players], len(players) + 1
    while BLOCK < len(rest) < before:
        before = len(rest)
        found, rest = _pass(rest, cost, bound)
        pairs += found
        rest = arranged(rest)
    if len(rest) <= len(players) % 2:
        return pairs
    where = {player: place for place, player in enumerate(players)}
    kept, some = len(pairs), rest
    while True:
        last = matched(sorted(some, key=where.__getitem__), cost)
        done = 2 * len(_good(last, cost, bound)) >= len(some) - len(players) % 2
        if done or not kept or len(some) > MANY * BLOCK:
            return pairs[:kept] + last
        freed, kept = pairs[max(0, kept - BLOCK // 2) : kept], max(0, kept - BLOCK // 2)
        some = [*some, *(player for pair in freed for player in pair)]


def _pass(players: Sequence[Id], cost: Cost, bound: int | None) -> tuple[list[Pair], list[Id]]:
    """Return the pairs of one pass over the blocks, and whoever is left over."""
    pairs: list[Pair] = []
    rest: list[Id] = []
    for start in range(0, len(players), BLOCK):
        waiting, some = rest[:-CARRIED], [*rest[-CARRIED:], *players[start : start + BLOCK]]
        found = _good(matched(some, cost), cost, bound)
        rest = waiting + _left(some, found)
        pairs += found
    return pairs, rest


def _good(pairs: Sequence[Pair], cost: Cost, bound: int | None) -> list[Pair]:
    """Return the pairs that cost less than the bound."""
    return [pair for pair in pairs if bound is None or (cost(*pair) or 0) < bound]


def _left(players: Sequence[Id], pairs: Sequence[Pair]) -> list[Id]:
    taken = {player for pair in pairs for player in pair}
    return [player for player in players if player not in taken]
