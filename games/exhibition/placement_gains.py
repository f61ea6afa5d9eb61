"""The effects of placing the card in hand at each legal spot: the points at once, and the spots
that no year fits any more. From the seat's view."""

from __future__ import annotations

from dataclasses import dataclass

from games.exhibition import turns, view
from games.exhibition.actions import placing
from games.exhibition.deck import CARDS, EINSTEIN, Bits, Card
from games.exhibition.evaluation import alive
from games.exhibition.scoring import points
from games.exhibition.showcases import GAP
from games.exhibition.state import State
from games.exhibition.view import View
from games.kernel.protocol import Seat


@dataclass(frozen=True, slots=True)
class Gain:
    """The consequences of a place. `points` are fame points, in a solo game too; `closed` counts
    other spots that no year fits any more (Einstein fits everywhere); `reach` is the widest gap in
    years that may still come of the first card in Years Gap, None elsewhere."""

    points: int
    closed: int
    reach: int | None


def gains(seen: View, seat: Seat) -> dict[str, Gain]:
    """Return the consequences by code, for the card in the hand of the seat to act."""
    if seen.taken is None:
        return {}
    card = CARDS[seen.taken]
    state = view.known(seen)._replace(step="place", turn=seat, taken=card)
    hall, others = state.halls[seat], alive(state) & ~(1 << card | 1 << EINSTEIN)
    before, open_before = _fame(state, seat), _fillable(hall.fitting, others)
    found = {}
    for spot, action in enumerate(placing(seen.showcases)):
        if not hall.fitting[spot] >> card & 1:
            continue
        after = turns.place(state, seat, action)
        fitting = after.halls[seat].fitting
        found[action.code] = Gain(
            _fame(after, seat) - before,
            max(0, open_before - (hall.fitting[spot] & others != 0) - _fillable(fitting, others)),
            _reach(seen, fitting, others, spot, card),
        )
    return found


def _fame(state: State, seat: Seat) -> int:
    return sum([each[seat] for each in points(state)])


def _fillable(fitting: tuple[Bits, ...], others: Bits) -> int:
    """Return the number of empty spots that one of these cards can still fill."""
    return sum([fits & others != 0 for fits in fitting])


def _reach(
    seen: View, fitting: tuple[Bits, ...], others: Bits, spot: int, card: Card
) -> int | None:
    """Return the years to the farthest card that may still lie beside this one in Years Gap."""
    if spot not in (GAP, GAP + 1) or seen.showcases[3] != "gap" or card == EINSTEIN:
        return None
    left = fitting[GAP + 1 if spot == GAP else GAP] & others
    if not left:
        return None
    return left.bit_length() - 1 - card if spot == GAP else card - ((left & -left).bit_length() - 1)
