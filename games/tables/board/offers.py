"""Offers of a draw or of breaking off, as one seat sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.tables.models import DECLINED


@dataclass(frozen=True, slots=True)
class Offers:
    """The endings that a seat may choose or offer. `…_by` names the other players who offer it."""

    seats: int
    people: int  # the number of people who still play, this seat included
    rated: bool
    once: bool  # others play the same cards, so that it is played to its end
    # Every seat has acted. Before that no rated game counts, and one player alone may break an
    # unrated one off.
    acted: bool
    ends: bool  # the game ends if this seat leaves, since nobody continues
    # The walk-outs of the last 30 days if leaving now would be one more; None if it would not.
    walkouts: int | None
    draw_by: str
    draw_mine: bool
    draw_declined: bool
    abort_by: str
    abort_mine: bool
    undo_by: str  # the name of another player who asks for the last action
    undo_mine: bool
    undo_agreed: bool  # this seat has agreed to it, and others have not yet
    undo_declined: bool
    slow_by: str  # the name of another player who would go on by correspondence
    slow_mine: bool
    may_slow: bool

    @property
    def open(self) -> bool:
        """Tell whether anything is offered or was just declined."""
        return bool(
            self.draw_by
            or self.draw_mine
            or self.draw_declined
            or self.abort_by
            or self.abort_mine
            or self.slow_by
            or self.slow_mine
            or self.undo_by
            or self.undo_mine
            or self.undo_declined
        )

    @property
    def alone(self) -> bool:
        """Tell whether the player may break the game off without consent and without a loss."""
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
    once: bool = False,
    undo_by: str = "",
    slow_by: str = "",
    may_slow: bool = False,
) -> Offers:
    """Return the offers from the columns of a table; `names` are by seat."""
    declined = draw_by == DECLINED
    draw = "" if declined else draw_by
    asker = int(undo_by[0]) if undo_by and undo_by != DECLINED else None
    return Offers(
        seats=len(names),
        people=people,
        rated=rated,
        once=once,
        acted=acted,
        ends=ends,
        walkouts=walkouts,
        draw_by=_others(draw, names, seat),
        draw_mine=str(seat) in draw,
        draw_declined=declined,
        abort_by=_others(abort_by, names, seat),
        abort_mine=str(seat) in abort_by,
        undo_by="" if asker in (None, seat) else names[asker or 0],
        undo_mine=asker == seat,
        undo_agreed=str(seat) in undo_by,
        undo_declined=undo_by == DECLINED,
        slow_by=_others(slow_by, names, seat),
        slow_mine=str(seat) in slow_by,
        may_slow=may_slow,
    )


def _others(seats: str, names: Sequence[str], but: int) -> str:
    return ", ".join([names[int(number)] for number in seats if int(number) != but])


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


def series(
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
