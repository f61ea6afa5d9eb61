"""The score of a series: the games that the same players have won one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def added(
    series: Mapping[str, int], players: Sequence[str], places: Sequence[int]
) -> dict[str, int]:
    """Return the score of a series after one more game: games won by the player's key, and "draws".
    A game without a result does not count."""
    first = [player for player, place in zip(players, places, strict=False) if place == 1]
    result = dict(series)
    if first and len(players) > 1:
        key = first[0] if len(first) == 1 else "draws"
        result[key] = result.get(key, 0) + 1
    return result


def score(
    before: Mapping[str, int],
    players: Sequence[str],
    names: Sequence[str],
    places: Sequence[int],
    viewer: int | None,
) -> str:
    """Return the score of a series with this game, the viewer first and then the best: "Ann 2,
    Ben 1½". A draw for two is half a point. "" for the first game of a series."""
    if not before or len(players) < 2:
        return ""
    now = added(before, players, places)
    draws = now.get("draws", 0) if len(players) == 2 else 0
    halves = [2 * now.get(player, 0) + draws for player in players]
    order = sorted(range(len(players)), key=lambda seat: (seat != viewer, -halves[seat]))
    return ", ".join([f"{names[seat]} {_halves(halves[seat])}" for seat in order])


def _halves(count: int) -> str:
    whole, half = divmod(count, 2)
    return f"{whole or ''}½" if half else str(whole)
