"""Moments as milliseconds since 1970."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from games import epoch


@given(st.integers(-(10**13), 10**13))
def test_a_moment_comes_back_to_the_millisecond(milliseconds: int) -> None:
    assert epoch.milliseconds(epoch.moment(milliseconds)) == milliseconds


def test_parts_of_a_millisecond_are_dropped() -> None:
    moment = datetime(1970, 1, 1, 0, 0, 1, 999, tzinfo=UTC)
    assert epoch.milliseconds(moment) == 1_000
    assert epoch.moment(1_000) == datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)


def test_the_zone_of_a_moment_does_not_matter() -> None:
    moment = datetime(2026, 8, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert epoch.milliseconds(moment) == epoch.milliseconds(moment.astimezone(UTC))
