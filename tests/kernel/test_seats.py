"""Sets of seats, the text that stores them, and the seat deal."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from games.kernel.seats import ACTING, MAX_SEATS, NOBODY, parse, seat_cards, seat_order, text

EVERY_SET = [
    frozenset(seats)
    for seats in chain.from_iterable(
        combinations(range(MAX_SEATS), size) for size in range(MAX_SEATS + 1)
    )
]


def test_the_stored_text_has_one_digit_for_each_seat_in_ascending_order() -> None:
    assert text({2, 0}) == "02"
    assert text([5]) == "5"
    assert text(NOBODY) == ""


def test_every_set_of_seats_comes_back_from_its_text() -> None:
    assert [parse(text(seats)) for seats in EVERY_SET] == EVERY_SET


def test_seats_that_are_named_twice_are_stored_once() -> None:
    assert text([3, 1, 3]) == "13"


@pytest.mark.parametrize("stored", ["-", "0,2", "20", "00", " 1", "1 ", "x", "²", "٣"])
def test_another_text_is_refused(stored: str) -> None:
    with pytest.raises(ValueError, match=r"not a set of seats|invalid literal"):
        parse(stored)


@pytest.mark.parametrize("seat", [-1, MAX_SEATS, 12])
def test_a_seat_that_needs_more_than_one_digit_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 9"):
        text({0, seat})


def test_one_seat_that_acts_is_the_set_of_that_seat() -> None:
    assert all(ACTING[seat] == {seat} for seat in range(MAX_SEATS))


def test_nobody_acts_when_it_is_the_turn_of_no_seat() -> None:
    assert ACTING[None] == NOBODY


def test_the_seat_deal_puts_the_seats_in_order_of_play() -> None:
    assert seat_cards(3) == ("S0", "S1", "S2")
    assert seat_order(("S2", "S0", "S1")) == (2, 0, 1)
