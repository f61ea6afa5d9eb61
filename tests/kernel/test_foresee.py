"""The next turn of a seat, foreseen by its own view: for games without a form for plans."""

from __future__ import annotations

from random import Random

import pytest

from games.kernel import foresee
from games.kernel.replay import Position
from tests.kernel.test_replay import after
from tests.kernel.toy import ENGINE


def turn(position: Position, seat: int, steps: int) -> tuple[tuple[str, ...], ...]:
    return foresee.turn(ENGINE, ENGINE.view(position.state, seat), seat, Random(0), steps)


def test_what_may_be_legal_once_the_others_have_acted() -> None:
    """Seat 1 begins; then seat 0 plays one of its cards, and draws or ends its turn."""
    play, then = turn(after("1 play C2"), 0, steps=2)
    assert set(play) == {"play C3", "play C4"} and set(then) == {"draw", "end"}


def test_no_turn_is_foreseen_after_the_last_one() -> None:
    assert turn(after("1 play C2", "1 end"), 1, steps=1) == ()


def test_no_turn_is_foreseen_that_is_too_far_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foresee, "OTHERS", 1)
    assert turn(after(), 0, steps=1) == ()
