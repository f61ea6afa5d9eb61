"""The Swiss system: players of equal points meet, nobody meets the same player twice while there is
another way, everybody has the first seat as often as the second, within one, and in an odd field
the lowest player without a bye gets one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import islice, zip_longest

from games.community.events.formats.lookahead import WAYS, Lookahead, ways
from games.community.events.formats.matching import BLOCK, Cost, Pair, in_blocks, matched
from games.community.events.formats.values import (
    Id,
    Played,
    Player,
    Seats,
    active,
    leads,
    meetings,
    pair_of,
    scores,
    seated,
)

NOBODY = -1
"""Stands for the bye among the players that are matched."""
FEW = 12
"""Up to so many players, pairings are chosen so that another round is possible."""
# What a pair costs, each worth more than all that come after it, over a whole block.
AGAIN, UNBALANCED, BYE, POINTS = 10**15, 10**12, 10**9, 10**4


def pair(
    players: Sequence[Player], played: Sequence[Played], number: int, rounds: int = 0
) -> list[Seats]:
    """Return the pairings of a round, those with the most points first, a bye last. `rounds`: how
    many there are, as far as is known; a small field is paired so that all of them come out."""
    here = active(players, number)
    if len(here) < 2:
        return [(player.id,) for player in here]
    points, met, lead = scores(played), meetings(played), leads(played)
    order = sorted(here, key=lambda player: -points.get(player.id, 0.0))
    ids = _folded([player.id for player in order], points, lead)
    if len(ids) % 2:
        ids.append(NOBODY)
    had_bye = _had_bye(played)
    cost = _cost([player.id for player in order], points, met, lead, had_bye)
    if len(ids) <= FEW:
        past = {*met, *(pair_of(player, NOBODY) for player in had_bye)}
        more = max(1, rounds - number)
        seats = _with_a_way_on(ids, cost, past, lead, more)
        if seats:
            return _in_order(seats, ids)
    pairs = in_blocks(ids, cost, UNBALANCED, lambda rest: _alternating(rest, lead, 1))
    bye = [(one,) for one, other in pairs if other == NOBODY]
    return [*_seated([pair for pair in pairs if NOBODY not in pair], met, lead, number), *bye]


def _in_order(seats: Sequence[Seats], ids: Sequence[Id]) -> list[Seats]:
    """Return the pairings in the order of the field, the bye last."""
    place = {player: number for number, player in enumerate(ids)}
    ordered = sorted(seats, key=lambda pair: min(map(place.__getitem__, pair)))
    games = [pair for pair in ordered if NOBODY not in pair]
    return [*games, *((max(pair),) for pair in ordered if NOBODY in pair)]


def _had_bye(played: Sequence[Played]) -> set[Id]:
    """Return the players with points without a game."""
    return {
        player
        for result in played
        if result.is_bye or result.forfeit
        for player, points in zip(result.seats, result.points, strict=True)
        if points
    }


def _folded(ids: Sequence[Id], points: dict[Id, float], lead: Counter[Id]) -> list[Id]:
    """Return the players by points, so that in each group of equals the first of the upper half
    stands beside the first of the lower half: those two should meet. In each half those who are due
    the first seat alternate with those who are due the second."""
    groups: dict[float, list[Id]] = defaultdict(list)
    for player in ids:
        groups[points.get(player, 0.0)].append(player)
    folded: list[Id] = []
    for group in groups.values():
        half = (len(group) + 1) // 2
        halves = _alternating(group[:half], lead, 1), _alternating(group[half:], lead, -1)
        folded += _merged(*halves)
    return folded


def _alternating(ids: Sequence[Id], lead: Counter[Id], sign: int) -> list[Id]:
    return _merged(
        [player for player in ids if sign * lead[player] > 0],
        [player for player in ids if sign * lead[player] <= 0],
    )


def _merged(one: Sequence[Id], other: Sequence[Id]) -> list[Id]:
    """Return both lists in turn, then what is left of the longer one."""
    pairs = zip_longest(one, other)
    return [player for pair in pairs for player in pair if player is not None]


def _cost(
    ids: Sequence[Id],
    points: dict[Id, float],
    met: Counter[tuple[Id, Id]],
    lead: Counter[Id],
    had_bye: set[Id],
) -> Cost:
    rank = {player: place for place, player in enumerate(ids)}
    sizes = Counter(points.get(player, 0.0) for player in ids)

    def cost(one: Id, other: Id) -> int:
        if NOBODY in (one, other):
            player = other if one == NOBODY else one
            return AGAIN * (player in had_bye) + BYE * (len(ids) - rank[player])
        mine, yours = points.get(one, 0.0), points.get(other, 0.0)
        price = AGAIN * met[pair_of(one, other)]
        price += UNBALANCED * _too_far(lead[one], lead[other])
        price += POINTS * round(2 * abs(mine - yours)) ** 2
        if mine == yours:
            price += min(POINTS - 1, abs(abs(rank[one] - rank[other]) - sizes[mine] // 2))
        return price

    return cost


def _with_a_way_on(
    ids: Sequence[Id], cost: Cost, met: Collection[Pair], lead: Counter[Id], more: int
) -> list[Seats]:
    """Return the cheapest pairs with seats, as good as any in seats and meetings, after which there
    are as many rounds as possible without trouble, up to `more`; [] if there are none."""
    good: list[list[Pair]] = []

    def as_good() -> Iterator[list[Pair]]:
        yield from good
        for pairs in islice(cheapest, WAYS - len(good)):
            if good and _worth(cost, pairs) > _worth(cost, good[0]):
                return
            good.append(pairs)
            yield pairs

    cheapest = ways(ids, cost)
    for rounds in range(more, 0, -1):
        search = Lookahead(ids, met, NOBODY)
        for pairs in as_good():
            if search.steps > 0 and (seats := search.seats(pairs, lead, rounds)):
                return seats
    return []


def _worth(cost: Cost, pairs: Sequence[Pair]) -> int:
    """Return the cost of pairs in repeated meetings, repeated byes, and seats."""
    return sum((cost(*pair) or 0) // UNBALANCED for pair in pairs)


def _too_far(one: int, other: int) -> int:
    """Return by how much two players would exceed a balance within one, with either in the first
    seat."""

    def beyond(first: int, second: int) -> int:
        return max(0, abs(first + 1) - 1) + max(0, abs(second - 1) - 1)

    return min(beyond(one, other), beyond(other, one))


def _seated(
    pairs: Sequence[Pair], met: Counter[tuple[Id, Id]], lead: Counter[Id], number: int
) -> list[Seats]:
    """Return the pairs with their seats. In a small field these leave a next round in which
    everybody can be balanced again: along two rounds of pairs, seats alternate."""
    first = _foreseen(pairs, met, lead) if len(pairs) <= BLOCK // 2 else {}
    seats: list[Seats] = []
    for place, (one, other) in enumerate(pairs):
        if lead[one] == lead[other] and one in first:
            seats.append((one, other) if first[one] else (other, one))
        else:
            seats.append(seated(one, other, lead, number + place))
    return seats


def _foreseen(
    pairs: Sequence[Pair], met: Counter[tuple[Id, Id]], lead: Counter[Id]
) -> dict[Id, bool]:
    """Return the first seats, by a possible next round."""
    now = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    free = [one for one in now if lead[one] == lead[now[one]] == 0]

    def cost(one: Id, other: Id) -> int | None:
        return None if met[pair_of(one, other)] or now[one] == other else 0

    after = {one: other for pair in matched(free, cost) for one, other in (pair, pair[::-1])}
    first: dict[Id, bool] = {}
    for start in free:
        for ahead in (after, now):  # both ways along a path, or once around a ring
            at, sits, step = start, first.get(start, True), ahead
            while at not in first or at == start:
                first[at] = sits
                if (beside := step.get(at)) is None or beside in first:
                    break
                at, sits, step = beside, not sits, now if step is after else after
    return first
