from __future__ import annotations

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from games.lobby.pairing.pool import NARROW, WIDE, accepted_range, fit
from tests.kit import tiers

WAITS = st.timedeltas(timedelta(0), timedelta(days=30))
RATINGS = st.integers(0, 4000)


@settings(max_examples=tiers.part(100))
@given(WAITS, WAITS, st.booleans())
def test_the_window_never_narrows_and_ends_wide(
    one: timedelta, other: timedelta, live: bool
) -> None:
    assert (
        NARROW
        <= accepted_range(min(one, other), live)
        <= accepted_range(max(one, other), live)
        <= WIDE
    )
    assert accepted_range(timedelta(days=2), live) == WIDE


@settings(max_examples=tiers.part(100))
@given(RATINGS, RATINGS, WAITS, WAITS, st.booleans())
def test_it_is_the_same_from_both_sides(
    one: int, other: int, first: timedelta, second: timedelta, live: bool
) -> None:
    there = fit((one, other), (first, second), live)
    assert there == fit((other, one), (second, first), live)
    if abs(one - other) <= NARROW:
        assert there


def test_both_must_have_waited_for_a_far_one() -> None:
    minute, hour = timedelta(minutes=1), timedelta(hours=1)
    assert not fit((1500, 1900), (hour, timedelta(0)), live=True)
    assert fit((1500, 1900), (hour, minute), live=True)
