"""Offers of a draw or of breaking off, as one seat sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.tables.models import DECLINED
from games.tables.state.snapshot import Snapshot
from games.tables.state.walkouts import decided


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


def of(snapshot: Snapshot, seat: int, *, acted: bool, walkouts: int | None) -> Offers:
    """Return the offers at a table as this seat sees them. `acted` and `walkouts` are as in
    Offers."""
    names, undo_by = snapshot.names, snapshot.undo_by
    declined = snapshot.draw_by == DECLINED
    draw = "" if declined else snapshot.draw_by
    asker = int(undo_by[0]) if undo_by and undo_by != DECLINED else None
    return Offers(
        seats=len(names),
        people=len(snapshot.people),
        rated=snapshot.rated,
        once=bool(snapshot.deal),
        acted=acted,
        ends=decided(snapshot, (*snapshot.left, seat)) is not None,
        walkouts=walkouts,
        draw_by=_others(draw, names, seat),
        draw_mine=str(seat) in draw,
        draw_declined=declined,
        abort_by=_others(snapshot.abort_by, names, seat),
        abort_mine=str(seat) in snapshot.abort_by,
        undo_by="" if asker in (None, seat) else names[asker or 0],
        undo_mine=asker == seat,
        undo_agreed=str(seat) in undo_by,
        undo_declined=undo_by == DECLINED,
        slow_by=_others(snapshot.slow_by, names, seat),
        slow_mine=str(seat) in snapshot.slow_by,
        may_slow=snapshot.control.kind == "live" and not snapshot.deal,
    )


def _others(seats: str, names: Sequence[str], but: int) -> str:
    return ", ".join([names[int(number)] for number in seats if int(number) != but])
