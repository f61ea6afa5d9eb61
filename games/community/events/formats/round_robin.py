"""Everybody meets everybody: the circle method, with seats balanced within one."""

from __future__ import annotations

from collections.abc import Sequence

from games.community.events.formats.values import Id, Seats


def rounds(count: int, times: int = 1) -> int:
    """Return the number of rounds in which so many players all meet, so many times."""
    return 0 if count < 2 else times * (count - 1 + count % 2)


def pair(ids: Sequence[Id], number: int) -> list[Seats]:
    """Return the pairings of a round, counted from 1; behind the last they go on with the seats
    exchanged. An odd number of players has a bye in each round, last in the list."""
    count = len(ids)
    if count < 2:
        return [(player,) for player in ids]
    even = count + count % 2
    leg, turn = divmod(number - 1, even - 1)
    pairs: list[Seats] = []
    bye: list[Seats] = []
    for step in range(even // 2):
        one = (turn + step) % (even - 1)
        other = (turn - step) % (even - 1) if step else even - 1
        if other >= count:
            bye.append((ids[one],))
            continue
        # The one who stays in place sits first in every second round, the others by how far
        # apart they are on the circle.
        exchanged = (step % 2 if step else turn % 2) != leg % 2
        pairs.append((ids[other], ids[one]) if exchanged else (ids[one], ids[other]))
    return pairs + bye
