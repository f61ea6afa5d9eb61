"""Hours that change, however often, leave as much of any seven days as hours that do not."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from games.kernel import awake
from games.kernel.awake import DAY, LEAST_AWAKE, MINUTE, UTC, WEEK, Day, Hours, Rules

HOUR = 60 * MINUTE
HOLD = 2 * DAY
ALWAYS = (Day(),) * 7


@st.composite
def weeks(draw: st.DrawFn) -> tuple[Day, ...]:
    """Weeks as long as the caps allow, most of them."""
    free = draw(st.sets(st.integers(0, 6), max_size=awake.MOST_FREE))
    left, days = awake.MOST_ASLEEP_A_WEEK, []
    for number in range(7):
        asleep = 0 if number in free else min(left, 60 * draw(st.sampled_from([0, 8, 12, 16])))
        begins = 60 * draw(st.integers(0, 23))
        left -= asleep
        days.append(Day(begins, (begins + asleep) % awake.MINUTES, number in free))
    return tuple(days)


def free_from(weekday: int) -> tuple[Day, ...]:
    """Return the longest week: two free days from a weekday on, and 12 h 36 of sleep on others."""
    night = Day(0, awake.MOST_ASLEEP_A_WEEK // 5)
    return tuple(
        Day(free=(day - weekday) % 7 < 2) if (day - weekday) % 7 < 2 else night for day in range(7)
    )


def told(changes: list[tuple[int, tuple[Day, ...]]]) -> list[tuple[int, Hours]]:
    """Return the hours that hold when weeks are saved so many hours after each other."""
    held, now = [(0, Hours(Rules("UTC", ALWAYS), UTC))], 1000 * DAY
    for later, week in changes:
        now += later * HOUR
        if held[-1][0] > now:
            held.pop()  # it does not hold yet, and the new one takes its place
        hours = Hours(Rules("UTC", week), UTC)
        held.append((awake.change_from(held, hours, now + HOLD), hours))
    return held


def left_of(held: list[tuple[int, Hours]], since: int, until: int) -> int:
    ends = [start for start, _ in held[1:]] + [until]
    return sum(
        awake.counted(hours, max(since, start), min(until, end))
        for (start, hours), end in zip(held, ends, strict=True)
    )


ROLLING = [(48, free_from(weekday % 7)) for weekday in range(0, 60, 2)]


@given(st.lists(st.tuples(st.integers(1, 200), weeks()), min_size=1, max_size=6))
@example([(48, free_from(0)), (100, free_from(2))])
@example(ROLLING)
def test_any_seven_days_leave_what_a_week_leaves(
    changes: list[tuple[int, tuple[Day, ...]]],
) -> None:
    held = told(changes)
    first, last = held[1][0] - WEEK, held[-1][0] + WEEK
    for start in range(first, last, 6 * HOUR):
        assert left_of(held, start, start + WEEK) >= LEAST_AWAKE


def test_who_saves_another_week_every_two_days_gains_nothing() -> None:
    held = told(ROLLING)
    begun = held[1][0]
    assert left_of(held, begun, begun + 365 * DAY) >= 52 * LEAST_AWAKE


@given(weeks(), weeks())
def test_a_change_holds_within_two_weeks(before: tuple[Day, ...], after: tuple[Day, ...]) -> None:
    old, new = (Hours(Rules("UTC", week), UTC) for week in (before, after))
    now = 1000 * DAY
    assert now <= awake.change_from([(0, old)], new, now) < now + 2 * WEEK


def test_a_change_that_takes_less_holds_at_once() -> None:
    nights, earlier = (
        Hours(Rules("UTC", (Day(start * 60, 7 * 60),) * 7), UTC) for start in (23, 22)
    )
    now = 1000 * DAY + 5 * HOUR
    assert awake.change_from([(0, nights)], earlier, now) == now
