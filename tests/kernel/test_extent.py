"""The extent of a log by the entries that stand, and the take-backs that a seat has left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import extent
from games.kernel.extent import TAKE_BACKS, Extent
from games.kernel.replay import Entry, effective

UNDO = "undo"
SEATS = 3


def reached(*lines: str) -> Extent:
    """Return the extent of a log: `0 a` is an action of seat 0, `deal` is chance."""
    return extent.of(
        [Entry(None, line) if line == "deal" else Entry(int(line[0]), line[2:]) for line in lines]
    )


def test_what_is_taken_back_does_not_stand() -> None:
    found = reached("deal", "0 a", "0 undo", "0 b")
    assert (found.standing, found.longest, found.take_backs(0)) == (2, 2, TAKE_BACKS - 1)


def test_a_seat_takes_back_three_times_until_the_game_moves_on() -> None:
    found = reached("deal", *["0 a", "0 undo"] * TAKE_BACKS, "0 a")
    assert (found.take_backs(0), found.take_backs(1)) == (0, TAKE_BACKS)
    assert found.after(Entry(1, "b")).take_backs(0) == TAKE_BACKS


def test_three_steps_that_are_taken_back_in_a_row_come_to_the_same() -> None:
    found = reached(
        "deal", "0 a", "0 b", "0 c", "0 d", "0 undo", "0 undo", "0 undo", "0 e", "0 f", "0 g"
    )
    assert found.take_backs(0) == 0
    assert found.after(Entry(0, "h")).take_backs(0) == TAKE_BACKS


def test_what_another_seat_took_back_costs_one_nothing() -> None:
    found = reached("deal", "0 a", "0 b", "0 c", *["0 undo"] * 3, "0 pass", "1 a")
    assert (found.take_backs(0), found.take_backs(1)) == (0, TAKE_BACKS)


@given(st.lists(st.tuples(st.integers(0, SEATS - 1), st.booleans()), max_size=400))
def test_a_log_is_no_longer_than_a_small_multiple_of_what_stood(
    wishes: list[tuple[int, bool]],
) -> None:
    """Whatever the seats try, in any order: an attempt to lengthen the log by take-backs fails."""
    log: list[Entry] = []
    at = Extent()
    for seat, back in wishes:
        standing = effective(log)
        if not back:
            entry = Entry(seat, "act")
        elif at.take_backs(seat) and standing and standing[-1].seat == seat:
            entry = Entry(seat, UNDO)
        else:
            continue
        log.append(entry)
        at = at.after(entry)
        assert at.standing == len(effective(log))
        assert at == extent.of(log), "kept as one goes, or counted anew"
    assert at.standing <= at.longest
    assert len(log) <= at.longest * (1 + 2 * SEATS * TAKE_BACKS)


@pytest.mark.parametrize("pairs", [1, 4, 500])
def test_pumping_does_not_lengthen_what_stands(pairs: int) -> None:
    """Logs of earlier releases have any number of take-backs."""
    assert reached("deal", "0 a", *["0 undo", "0 a"] * pairs).standing == 2
