"""Weeks that follow each other let a clock stand for no longer than one of them may, whenever each
turn begins and ends."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TypeAlias

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.kernel.awake_hours import MINUTES, Day
from games.kernel.standing_time import WEEK, Held, Kind, asleep, free, too_long
from tests.kit import tiers

HOUR, DAY = 60, MINUTES
AWAKE, FREE, NIGHT = Day(), Day(free=True), Day(23 * HOUR, 7 * HOUR)
NIGHTS = (NIGHT,) * 7
START = 20_604 * DAY  # a Monday in UTC
LIMITS: dict[Kind, int] = {asleep: 63 * HOUR, free: 2 * DAY}


def off(*days: int) -> tuple[Day, ...]:
    return tuple(FREE if number in days else AWAKE for number in range(7))


def follow(*weeks: tuple[Day, ...], after: int = 2, ahead: int = 0) -> list[Held]:
    """Return weeks that hold one after another, each for so many days."""
    begins = [START + number * after * DAY for number in range(len(weeks) + 1)]
    held = [
        Held(week, ahead, begins[number], begins[number + 1]) for number, week in enumerate(weeks)
    ]
    return [*held[:-1], replace(held[-1], until=None)]


def test_one_week_is_never_too_long() -> None:
    for week in (NIGHTS, off(5, 6), (FREE, FREE, *(Day(0, 756),) * 5)):
        held = follow(week)
        assert [too_long(held, kind, most) for kind, most in LIMITS.items()] == [0, 0]


def test_free_days_add_up() -> None:
    assert too_long(follow(off(0, 1), off(2, 3)), free, 2 * DAY) == 4 * DAY
    assert too_long(follow(off(0, 1), off(1, 2)), free, 2 * DAY) == 3 * DAY
    assert too_long(follow(off(0, 1), off(1)), free, 2 * DAY) == 0
    assert too_long(follow(off(0), off(1)), free, 2 * DAY) == 0


def test_a_turn_that_lasts_makes_them_add_up_later() -> None:
    """The free days of the old week are over when the new one begins, and come again."""
    assert too_long(follow(off(5, 6), off(0, 1), after=3), free, 2 * DAY) == 4 * DAY


def test_a_week_that_no_turn_can_go_by_any_more_is_passed_over() -> None:
    held = follow(off(0, 1), NIGHTS, off(2, 3), after=14)
    assert too_long(held, free, 2 * DAY) == 4 * DAY, "from the first week into the last"
    assert too_long(held[1:], free, 2 * DAY) == 0


def test_what_is_no_longer_than_before_is_allowed() -> None:
    rolls = follow(off(0, 1), off(2, 3), off(4, 5), off())
    assert too_long(rolls, free, 2 * DAY) == 0
    assert too_long(rolls[:-1], free, 2 * DAY) == 6 * DAY


def test_nights_come_again_in_a_zone_to_the_east() -> None:
    here, there = follow(NIGHTS, NIGHTS)
    assert too_long([here, replace(there, ahead=7 * HOUR)], asleep, 63 * HOUR) == 0
    assert too_long([here, replace(there, ahead=8 * HOUR)], asleep, 63 * HOUR) == 64 * HOUR


# --- always ---

STEP = 4 * HOUR
STEPS = WEEK // STEP
Told: TypeAlias = list[tuple[tuple[Day, ...], int, int]]


def legal(nights: list[tuple[int, int]], free_days: set[int]) -> tuple[Day, ...]:
    """Return a week with these free days, and of these nights as many as a week may have."""
    left, week = 15, []
    for number, (start, long) in enumerate(nights):
        long = 0 if number in free_days else min(long, left)
        left -= long
        day = Day(start * STEP, (start + long) * STEP % DAY)
        week.append(FREE if number in free_days else day)
    return tuple(week)


weeks = st.builds(
    legal,
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), min_size=7, max_size=7),
    st.sets(st.integers(0, 6), max_size=2),
)
told_ = st.lists(st.tuples(weeks, st.integers(-3, 3), st.integers(12, 40)), min_size=2, max_size=4)


def accepted(told: Told) -> list[Held]:
    """Return those of the weeks that are taken: each with its zone and how many steps after the one
    before it was to hold."""
    held: list[Held] = []
    at = START
    for week, zone, steps in told:
        at += steps * STEP
        then = [*held[:-1], *(replace(last, until=at) for last in held[-1:])]
        then.append(Held(week, zone * STEP, at))
        if not any(too_long(then, kind, most) for kind, most in LIMITS.items()):
            held = then
    return held


def stands(held: Held, kind: Kind, at: int) -> bool:
    day, minute = divmod(at + held.ahead, DAY)
    return any(start <= minute < end for start, end in kind(held.week[(day + 3) % 7]))


def longest(held: list[Held], kind: Kind, first: int, last: int) -> int:
    """Return the most steps of seven days, which begin between two moments, in which a clock stands
    if each turn ends at the best moment: tried out turn by turn."""
    stood = {
        (number, at): stands(week, kind, at)
        for number, week in enumerate(held)
        for at in range(first, last + WEEK, STEP)
    }

    @cache
    def goes_by(number: int, at: int, left: int) -> int:
        if not left:
            return 0
        found = stood[number, at] + goes_by(number, at + STEP, left - 1)
        other = next(n for n, week in enumerate(held) if week.begins(at))
        return found if other == number else max(found, goes_by(other, at, left))

    return max(
        goes_by(number, at, STEPS)
        for at in range(first, last, STEP)
        for number, week in enumerate(held)
        if week.since <= at
    )


@given(told_)
@settings(max_examples=tiers.part(40))
@example([(off(0, 1), 0, 12), (off(2, 3), 0, 12), (off(4, 5), 0, 12)])
@example([(off(5, 6), 0, 12), (off(0, 1), 0, 18), (off(5, 6), 0, 40)])
@example([(off(3, 4), 3, 12), (off(3, 4), -3, 12), (off(3, 4), 3, 12)])
def test_no_turns_make_more_of_weeks_that_were_taken(told: Told) -> None:
    """Whenever turns end: no seven days have more sleep, or more free days, than one week may."""
    held = accepted(told)
    for kind, most in LIMITS.items():
        assert longest(held, kind, held[0].since, held[-1].since + 2 * WEEK) * STEP <= most
