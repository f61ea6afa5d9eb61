"""Endings that players propose to each other, as one seat sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.tables.models import DECLINED


@dataclass(frozen=True, slots=True)
class Offers:
    """What a seat may do about the end of its game. `…_by` names the others who offer it."""

    seats: int
    people: int  # who still play, this seat among them
    rated: bool
    # everybody has: before, no rated game counts, and an unrated one may be broken off alone
    acted: bool
    ends: bool  # leaving ends the game: nobody plays on
    # of the last 30 days, where leaving now would be one more; None where it would not
    walkouts: int | None
    draw_by: str
    draw_mine: bool
    draw_declined: bool
    abort_by: str
    abort_mine: bool

    @property
    def alone(self) -> bool:
        """Whether nobody has to agree to break the game off, and it costs nothing."""
        return not self.rated and not self.acted


def of(
    seat: int,
    names: Sequence[str],
    draw_by: str,
    abort_by: str,
    *,
    people: int,
    rated: bool,
    acted: bool,
    ends: bool,
    walkouts: int | None,
) -> Offers:
    """From the table's columns; `names` by seat."""
    declined = draw_by == DECLINED
    draw = "" if declined else draw_by
    return Offers(
        seats=len(names),
        people=people,
        rated=rated,
        acted=acted,
        ends=ends,
        walkouts=walkouts,
        draw_by=_others(draw, names, seat),
        draw_mine=str(seat) in draw,
        draw_declined=declined,
        abort_by=_others(abort_by, names, seat),
        abort_mine=str(seat) in abort_by,
    )


def _others(seats: str, names: Sequence[str], but: int) -> str:
    return ", ".join([names[int(number)] for number in seats if int(number) != but])


def added(
    series: Mapping[str, int], players: Sequence[str], places: Sequence[int]
) -> dict[str, int]:
    """The score of a series after one more game: games won by a player's key, and "draws". One
    without a result counts for nobody."""
    first = [player for player, place in zip(players, places, strict=False) if place == 1]
    result = dict(series)
    if first and len(players) > 1:
        key = first[0] if len(first) == 1 else "draws"
        result[key] = result.get(key, 0) + 1
    return result


def series(before: Mapping[str, int], players: Sequence[str], places: Sequence[int]) -> str:
    """The score by seat with this game, "2 : 1½", half a game for a draw; "" for the first game of
    a series."""
    if not before or len(players) != 2:
        return ""
    now = added(before, players, places)
    return " : ".join([_halves(2 * now.get(player, 0) + now.get("draws", 0)) for player in players])


def _halves(count: int) -> str:
    whole, half = divmod(count, 2)
    return f"{whole or ''}½" if half else str(whole)
