"""The turns of the others since one's own."""

from __future__ import annotations

from games.screens.since import since
from games.screens.values import Turn
from tests.tables.conftest import NOON

ANN, BEN, CAL = 0, 1, 2


def log(*seats: int | None) -> list[Turn]:
    """Return turns of these seats, the newest first; None is a deal."""
    return [
        Turn(number, seat, f"seat {seat}", seat == ANN, (f"code {number}",), number, NOON)
        for number, seat in reversed(list(enumerate(seats)))
    ]


def told(*seats: int | None) -> list[tuple[int | None, int, int]]:
    return [(deed.turn.seat, deed.turn.number, deed.more) for deed in since(log(*seats), ANN)]


def test_each_rival_has_its_newest_turn_in_the_order_of_play() -> None:
    assert told(None, ANN, BEN, CAL) == [(BEN, 2, 0), (CAL, 3, 0)]


def test_it_empties_with_ones_own_move_and_fills_while_others_move() -> None:
    assert told(ANN, BEN, CAL, ANN) == []
    assert told(ANN, BEN, CAL, ANN, BEN) == [(BEN, 4, 0)]


def test_a_rival_with_several_turns_shows_the_last_and_their_number() -> None:
    assert told(ANN, BEN, CAL, BEN, BEN) == [(CAL, 2, 0), (BEN, 4, 2)]


def test_there_is_nothing_before_the_first_turn_of_a_deal() -> None:
    assert told(None, BEN, CAL) == [] == told(ANN, BEN, None, CAL)
