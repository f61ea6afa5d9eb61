"""Arena: free players are paired at once, for a span of time."""

from __future__ import annotations

from collections.abc import Sequence

from games.community.events.formats.matching import in_blocks
from games.community.events.formats.values import (
    Id,
    Played,
    Seats,
    leads,
    meetings,
    pair_of,
    scores,
    seated,
)


def pair(waiting: Sequence[Id], played: Sequence[Played], *, patient: bool = False) -> list[Seats]:
    """Return the pairs of those who wait, the longest first. Nobody meets the last opponent again
    where there is another way; with `patient` not at all, since others will be free soon."""
    last = last_opponents(played)
    points, met, lead = scores(played), meetings(played), leads(played)

    def cost(one: Id, other: Id) -> int | None:
        again = last.get(one) == other or last.get(other) == one
        if again and patient:
            return None
        apart = round(2 * abs(points.get(one, 0) - points.get(other, 0)))
        seats = abs(lead[one] + lead[other])
        return 10**9 * again + 10**4 * met[pair_of(one, other)] + 10 * seats + min(apart, 999)

    order = sorted(waiting, key=lambda player: -points.get(player, 0))
    if len(order) % 2 and waiting:
        order.remove(waiting[-1])  # the one who came last waits on
        rest = [waiting[-1]]
    else:
        rest = []
    pairs = in_blocks(order, cost)
    if rest and len(pairs) * 2 < len(order):  # with the last one more can play
        pairs = max(pairs, in_blocks([*order, *rest], cost), key=len)
    return [seated(one, other, lead, len(played)) for one, other in pairs]


def last_opponents(played: Sequence[Played]) -> dict[Id, Id]:
    """Return the last opponent of each player. `played` is in the order of the ends."""
    last: dict[Id, Id] = {}
    for result in played:
        if len(result.seats) == 2:
            one, other = result.seats
            last[one], last[other] = other, one
    return last
