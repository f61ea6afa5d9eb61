"""Lookahead for small fields: pairs and seats of a round after which there are further rounds in
which nobody meets somebody again and everybody's seats stay balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from games.community.events.formats.matching import Cost, Pair, matched
from games.community.events.formats.values import Id, Seats, pair_of

STEPS = 3_000
"""The maximum of players placed in a search. Most need a hundred."""
WAYS = 40
"""The maximum of examined ways to pair a round, the cheapest first."""


class Lookahead:
    """A search for the rounds to come. `met`: the pairs that must not meet again; `nobody` is the
    bye, and who is in `met` with it had one."""

    def __init__(self, ids: Sequence[Id], met: Collection[Pair], nobody: Id) -> None:
        self.ids, self.met, self.nobody, self.steps = ids, {*met}, nobody, STEPS

    def seats(self, pairs: Sequence[Pair], lead: Mapping[Id, int], more: int) -> list[Seats]:
        """Return these pairs with seats after which there are `more` rounds; [] if none were
        found. Who has met again, or is not balanced, in this round already, may be so."""
        ways: list[list[Seats]] = [self._orders(*pair, lead, balanced=False) for pair in pairs]
        return self._first(ways, [], Counter(lead), more)

    def _first(
        self, ways: Sequence[list[Seats]], chosen: list[Seats], lead: Counter[Id], more: int
    ) -> list[Seats]:
        if not ways:
            pairs = {pair_of(*seats) for seats in chosen}
            before = pairs & self.met
            self.met |= pairs
            found = self._rounds(self.ids, lead, more)
            self.met -= pairs - before
            return chosen if found else []
        for seats in ways[0]:
            self._sit(seats, lead, 1)
            if comes_out := self._first(ways[1:], [*chosen, seats], lead, more):
                return comes_out
            self._sit(seats, lead, -1)
        return []

    def _rounds(self, waiting: Sequence[Id], lead: Counter[Id], more: int) -> bool:
        """Return whether those who wait can be paired, and then all for the rounds after."""
        if more == 0:
            return True
        if not waiting:
            return self._rounds(self.ids, lead, more - 1)
        self.steps -= 1
        if self.steps < 0:
            return False
        ways = min((self._ways(one, waiting, lead) for one in waiting), key=len)
        for seats in ways:
            self._sit(seats, lead, 1)
            self.met.add(pair_of(*seats))
            rest = [player for player in waiting if player not in seats]
            found = self._rounds(rest, lead, more)
            self.met.discard(pair_of(*seats))
            self._sit(seats, lead, -1)
            if found:
                return True
        return False

    def _ways(self, one: Id, waiting: Sequence[Id], lead: Counter[Id]) -> list[Seats]:
        return [
            seats
            for other in waiting
            if other != one and pair_of(one, other) not in self.met
            for seats in self._orders(one, other, lead)
        ]

    def _orders(
        self, one: Id, other: Id, lead: Mapping[Id, int], *, balanced: bool = True
    ) -> list[Seats]:
        """Return the orders of two players, the better one first; with `balanced` those alone that
        leave both within one."""
        if self.nobody in (one, other):
            return [(one, other)]
        orders = [(one, other), (other, one)]

        def beyond(seats: Seats) -> int:
            first, second = (lead.get(player, 0) for player in seats)
            return max(abs(first + 1), 1) + max(abs(second - 1), 1)

        best = min(map(beyond, orders))
        if balanced and best > 2:
            return []
        return [seats for seats in orders if beyond(seats) == best]

    def _sit(self, seats: Seats, lead: Counter[Id], sign: int) -> None:
        first, second = seats
        if self.nobody not in seats:
            lead[first] += sign
            lead[second] -= sign


def ways(players: Sequence[Id], cost: Cost) -> Iterator[list[Pair]]:
    """Yield ways to pair all players, the cheapest first."""
    made = 0

    def cheapest(kept: Collection[Pair], banned: Collection[Pair]) -> list[Pair]:
        taken = {player for pair in kept for player in pair}
        free = [player for player in players if player not in taken]

        def price(one: Id, other: Id) -> int | None:
            return None if pair_of(one, other) in banned else cost(one, other)

        found = [*kept, *matched(free, price)]
        return found if 2 * len(found) == len(players) else []

    waiting: list[tuple[int, int, list[Pair], list[Pair], list[Pair]]] = []

    def add(kept: list[Pair], banned: list[Pair]) -> None:
        nonlocal made
        if pairs := cheapest(kept, banned):
            made += 1
            price = sum(cost(*pair) or 0 for pair in pairs)
            heappush(waiting, (price, made, pairs, kept, banned))

    add([], [])
    while waiting:
        _price, _number, pairs, kept, banned = heappop(waiting)
        yield pairs
        fixed = [*kept]
        for pair in pairs[len(kept) :]:
            add(fixed, [*banned, pair_of(*pair)])
            fixed = [*fixed, pair]
