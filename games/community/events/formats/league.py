"""Leagues: divisions in which everybody meets everybody, season after season; the best go up and
the last go down."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.community.events.formats.values import Id


def divided(ids: Sequence[Id], size: int) -> list[list[Id]]:
    """Return the divisions of a first season, the strongest on top, equal in size within one."""
    count = max(1, round(len(ids) / size))
    less, more = divmod(len(ids), count)
    divisions, start = [], 0
    for number in range(count):
        end = start + less + (number < more)
        divisions.append([*ids[start:end]])
        start = end
    return divisions


def moving(division: Sequence[Id], moves: int) -> int:
    """Return the numbers of promotions and relegations: together at most half of a division."""
    return min(moves, len(division) // 4 or len(division) // 3)


def next_season(
    finals: Sequence[Sequence[Id]], moves: int, gone: Collection[Id] = (), new: Sequence[Id] = ()
) -> list[list[Id]]:
    """Return the divisions of the next season from the final order of each. As many go up as go
    down; who has left is replaced from below, and new players begin at the bottom."""
    sizes = [len(division) for division in finals]
    kept = [[player for player in division if player not in gone] for division in finals]
    for above in range(len(kept) - 1):
        count = min(moving(finals[above], moves), moving(finals[above + 1], moves))
        up = finals[above + 1][:count]
        down = finals[above][len(finals[above]) - count :]
        kept[above] = [p for p in kept[above] if p not in down] + [p for p in up if p not in gone]
        below = [player for player in kept[above + 1] if player not in up]
        kept[above + 1] = [player for player in down if player not in gone] + below
    kept[-1] += new
    for above, size in enumerate(sizes[:-1]):
        while len(kept[above]) < size and kept[above + 1]:
            kept[above].append(kept[above + 1].pop(0))
    return [division for division in kept if division]
