"""Knock-out: a bracket by seeds, byes for the highest, series of an odd length, and a game for the
third place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.community.events.formats.values import Id, Played, Seats

EXTRA = 2
"""The games that are added to a series that stands level. After these the higher seed goes on."""


@dataclass(frozen=True, slots=True)
class Match:
    """A place of the bracket: two players, or one with a bye; the higher seed first. `third`: the
    match for the third place."""

    players: tuple[Id, ...]
    third: bool = False


def seeded(count: int) -> list[int]:
    """Return the seeds, from 0, in the order of the lines of a bracket of `count`, a power of two:
    the first two meet in the final at the earliest, the first four in the semi-finals."""
    lines = [0]
    while len(lines) < count:
        size = 2 * len(lines)
        lines = [seed for line in lines for seed in (line, size - 1 - line)]
    return lines


def rounds(count: int) -> int:
    """Return the number of rounds for so many players."""
    return max(0, (count - 1).bit_length())


def first(ids: Sequence[Id]) -> list[Match]:
    """Return the matches of the first round for players in the order of their seeds."""
    lines = seeded(1 << rounds(len(ids)))
    pairs = zip(lines[::2], lines[1::2], strict=True) if len(lines) > 1 else [(0, len(ids))]
    return [Match(tuple(ids[seed] for seed in sorted(pair) if seed < len(ids))) for pair in pairs]


def following(
    matches: Sequence[Match],
    winners: Sequence[Id | None],
    seeds: Mapping[Id, int],
    *,
    third: bool = True,
) -> list[Match]:
    """Return the matches of the next round; [] after the final. `winners` are those of the matches,
    in their order. A match that nobody won (both left) leaves a bye to whoever comes from beside
    it."""
    main = [(m, won) for m, won in zip(matches, winners, strict=True) if not m.third]
    if len(main) < 2:
        return []

    def of(*players: Id | None, third: bool = False) -> Match:
        left = [player for player in players if player is not None]
        return Match(tuple(sorted(left, key=seeds.__getitem__)), third)

    after = [
        of(one, other) for (_one, one), (_other, other) in zip(main[::2], main[1::2], strict=True)
    ]
    if third and len(main) == 2:
        losers = [_loser(match, won) for match, won in main]
        if any(loser is not None for loser in losers):
            after.append(of(*losers, third=True))
    return after


def _loser(match: Match, winner: Id | None) -> Id | None:
    others = [player for player in match.players if player != winner]
    return others[0] if winner is not None and others else None


def winner(match: Match, games: Sequence[Played], length: int) -> Id | None:
    """Return the winner of a series of `length` games, None while it goes on. It ends when the
    leader cannot be caught, or after EXTRA further games."""
    if len(match.players) < 2:
        return match.players[0] if match.players else None
    high, low = match.players
    won = {high: 0.0, low: 0.0}
    for game in games:
        for player, points in zip(game.seats, game.points, strict=True):
            won[player] += points
    lead, left = abs(won[high] - won[low]), length - len(games)
    if lead > max(0, left):
        return high if won[high] > won[low] else low
    if len(games) >= length + EXTRA:
        return high
    return None


def seats(match: Match, game: int, turn: int = 0) -> Seats:
    """Return the seats of a game of the series, counted from 1: they are exchanged each time."""
    one, other = match.players
    return (one, other) if (game + turn) % 2 else (other, one)
