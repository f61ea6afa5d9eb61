"""Awake hours, played: while Ann sleeps her clock stands. Always: in every zone, over ten years."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import zones
from games.epoch import milliseconds, moment
from games.kernel import awake_hours, clock
from games.kernel.awake_hours import DAY, MINUTE, Day, Hours, Rules
from games.kernel.clock import HOUR, PRESETS
from tests.kit import tiers

NIGHT = Day(23 * 60, 7 * 60)
NIGHTS = (NIGHT,) * 7
ALWAYS = (Day(),) * 7
FIRST, LAST = date(2025, 1, 1), date(2034, 12, 31)


def day(year: int, month: int, number: int) -> int:
    return (date(year, month, number) - date(1970, 1, 1)).days


def hours(rules: Rules, year: int = 2026) -> Hours:
    return Hours(rules, zones.zone(rules.zone, year))


def at(zone: str, text: str, fold: int = 0) -> int:
    local = datetime.fromisoformat(text).replace(tzinfo=zones.known(zone), fold=fold)
    return milliseconds(local.astimezone(UTC))


PRAGUE = "Europe/Prague"
ANN = hours(Rules(PRAGUE, NIGHTS))


def counted(since: str, until: str, who: Hours = ANN) -> float:
    return awake_hours.counted(who, at(PRAGUE, since), at(PRAGUE, until)) / HOUR


def test_a_night_does_not_count() -> None:
    assert counted("2026-11-25 20:00", "2026-11-26 08:00") == 4
    assert counted("2026-11-25 23:00", "2026-11-26 07:00") == 0
    assert counted("2026-11-26 08:00", "2026-11-25 20:00") == 0


def test_a_clock_runs_out_at_bed_time_and_not_in_the_morning() -> None:
    start = at(PRAGUE, "2026-11-25 20:00")
    assert awake_hours.runs_out(ANN, start, 3 * HOUR) == at(PRAGUE, "2026-11-25 23:00")
    assert awake_hours.runs_out(ANN, start, 3 * HOUR + 1) == at(PRAGUE, "2026-11-26 07:00") + 1
    assert awake_hours.runs_out(ANN, at(PRAGUE, "2026-11-26 03:00"), 0) == at(
        PRAGUE, "2026-11-26 03:00"
    )


def test_an_hour_that_is_skipped_is_nobodys() -> None:
    """On 29 March 2026 it is three o'clock after two."""
    owl = hours(Rules(PRAGUE, (Day(4 * 60, 12 * 60),) * 7))
    assert counted("2026-03-29 00:00", "2026-03-29 04:00", owl) == 3
    assert counted("2026-03-28 22:00", "2026-03-29 08:00") == 2, "asleep, for an hour less"


def test_an_hour_that_comes_twice_counts_twice_or_is_slept_through_twice() -> None:
    """On 25 October 2026 it is two o'clock after three."""
    owl = hours(Rules(PRAGUE, (Day(4 * 60, 12 * 60),) * 7))
    assert counted("2026-10-25 00:00", "2026-10-25 04:00", owl) == 5
    assert counted("2026-10-24 22:00", "2026-10-25 08:00") == 2, "asleep, for an hour more"
    first, second = (at(PRAGUE, "2026-10-25 02:30", fold) for fold in (0, 1))
    assert awake_hours.counted(owl, first, second) == HOUR


def test_free_days_and_days_away_do_not_count() -> None:
    week = (*NIGHTS[:6], Day(free=True))
    off = hours(Rules(PRAGUE, week, ((day(2026, 12, 24), day(2026, 12, 27)),)))
    assert counted("2026-11-28 22:00", "2026-11-30 08:00", off) == 2, "a Sunday in between"
    assert counted("2026-12-23 22:00", "2026-12-28 08:00", off) == 2
    late = at(PRAGUE, "2026-12-23 22:00")
    assert awake_hours.next_change(off, late) == (True, at(PRAGUE, "2026-12-23 23:00"))
    assert awake_hours.next_change(off, late + HOUR) == (False, at(PRAGUE, "2026-12-28 07:00"))


def test_who_never_sleeps_is_awake_for_very_long() -> None:
    ever = hours(Rules(PRAGUE, ALWAYS))
    assert awake_hours.next_change(ever, at(PRAGUE, "2026-11-25 23:30")) == (True, None)
    assert Rules(PRAGUE, ALWAYS).always
    assert not ANN.rules.always


def test_stretches_are_as_long_as_they_can_be() -> None:
    ever = hours(Rules(PRAGUE, ALWAYS))
    since, until = at(PRAGUE, "2026-11-25 20:00"), at(PRAGUE, "2026-11-28 20:00")
    assert awake_hours.stretches(ever, since, until) == [(since, until)]
    found = awake_hours.stretches(ANN, since, until)
    assert [(end - start) / HOUR for start, end in found] == [3, 16, 16, 13]


def test_what_a_day_of_the_week_says() -> None:
    assert (NIGHT.asleep, NIGHT.asleep_spans) == (480, ((0, 420), (1380, 1440)))
    assert NIGHT.awake_spans == ((420, 1380),)
    siesta = Day(13 * 60, 14 * 60)
    assert siesta.awake_spans == ((0, 780), (840, 1440))
    assert Day(23 * 60, 0).asleep_spans == ((1380, 1440),)
    assert (Day().asleep, Day().awake_spans) == (0, ((0, 1440),))
    assert Day(free=True).awake_spans == ()


def test_nobody_is_free_all_week() -> None:
    with pytest.raises(ValueError, match="seven days"):
        Rules(PRAGUE, (Day(free=True),) * 7)
    with pytest.raises(ValueError, match="seven days"):
        Rules(PRAGUE, NIGHTS[:6])


def test_days_away_are_summed_over_any_year() -> None:
    assert awake_hours.most_away([]) == 0
    assert awake_hours.most_away([(100, 159), (300, 359)]) == 120
    assert awake_hours.most_away([(100, 159), (440, 499)]) == 85, (
        "25 days of each are 365 days on end"
    )
    assert awake_hours.most_away([(100, 159), (464, 523)]) == 61
    assert awake_hours.most_away([(100, 159), (600, 659)]) == 60


def test_live_clocks_do_not_care() -> None:
    night = at(PRAGUE, "2026-11-26 01:00")
    facts = ((300_000, 300_000), [0], night)
    assert clock.flag_at(PRESETS["normal"], *facts, {0: ANN}) == night + 300_000
    assert clock.flag_at(PRESETS["daily"], *facts, {0: ANN}) == night + 6 * HOUR + 300_000
    assert clock.flag_at(PRESETS["daily"], *facts, {1: ANN}) == night + 300_000
    assert clock.spend(PRESETS["daily"], *facts, night + 7 * HOUR, {0: ANN})[0] == -HOUR + 300_000


def test_the_longest_turn_is_reckoned_day_by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    week = (*(Day(12 * 60, 24 * 60 - 1),) * 5, *(Day(free=True),) * 2)
    away = tuple((day(2026, 12, 1) + 2 * number,) * 2 for number in range(120))
    slow, awake_on, looks = hours(Rules(PRAGUE, week, away)), Rules.awake_on, []

    def counting(rules: Rules, number: int) -> tuple[awake_hours.Span, ...]:
        looks.append(number)
        return awake_on(rules, number)

    monkeypatch.setattr(Rules, "awake_on", counting)
    since = at(PRAGUE, "2026-11-25 20:00")
    end = awake_hours.runs_out(slow, since, 28 * DAY)
    assert 150 < (end - since) / DAY < 160
    assert len(looks) < 160
    assert awake_hours.counted(slow, since, end) == 28 * DAY


# --- always ---

minutes = st.integers(0, 95).map(lambda quarter: 15 * quarter) | st.integers(0, 1439)
days = st.builds(Day, minutes, minutes) | st.just(Day(free=True))
weeks = st.lists(days, min_size=7, max_size=7).filter(lambda week: any(d.awake_spans for d in week))
names = st.sampled_from(sorted(zones.names()))
dates = st.dates(FIRST, LAST)
bookings = st.lists(
    st.tuples(dates, st.integers(0, 40)).map(
        lambda one: ((one[0] - date(1970, 1, 1)).days, (one[0] - date(1970, 1, 1)).days + one[1])
    ),
    max_size=4,
)


@st.composite
def people(draw: st.DrawFn) -> Hours:
    rules = Rules(draw(names), tuple(draw(weeks)), tuple(draw(bookings)))
    return Hours(rules, _ten_years(rules.zone))


def _ten_years(name: str) -> awake_hours.Zone:
    """Return the rules of a zone over all the years, put together from those of single years."""
    parts = [zones.zone(name, year) for year in range(2025, 2037, 3)]
    found = {
        change: after
        for part in parts
        for change, after in zip(part.changes, part.offsets[1:], strict=True)
    }
    changes = tuple(sorted(found))
    return awake_hours.Zone(changes, (parts[0].offsets[0], *(found[change] for change in changes)))


@st.composite
def moments(draw: st.DrawFn, who: Hours) -> int:
    """Draw a moment, every other time one close to a change of summer time."""
    near = draw(st.sampled_from(who.zone.changes) | st.none()) if who.zone.changes else None
    if near is not None:
        return near + draw(st.integers(-3 * HOUR, 3 * HOUR) | st.sampled_from([-1, 0, 1]))
    noon = milliseconds(datetime.combine(draw(dates), datetime.min.time(), UTC))
    return noon + draw(st.integers(0, 1439)) * MINUTE + draw(st.integers(0, MINUTE - 1))


def is_awake(rules: Rules, at: int) -> bool:
    """Tell from the wall clock alone, as zoneinfo has it, whether somebody is awake."""
    wall = moment(at).astimezone(zones.known(rules.zone))
    today, now = rules.week[wall.weekday()], wall.hour * 60 + wall.minute
    number = (wall.date() - date(1970, 1, 1)).days
    if today.free or any(first <= number <= last for first, last in rules.away):
        return False
    if today.start <= today.end:
        return not today.start <= now < today.end
    return not (now >= today.start or now < today.end)


def test_every_zone_is_known_and_read_alike() -> None:
    """Every change that was found is one to the millisecond, and between two the offset stays."""
    files = zones.PACKAGE / "zoneinfo"
    different = {files.joinpath(*name.split("/")).read_bytes(): name for name in zones.names()}
    assert len(different) > 300, "the others are names for one of these"
    for name in different.values():
        zone = _ten_years(name)
        assert list(zone.changes) == sorted(set(zone.changes))
        assert all(a != b for a, b in pairwise(zone.offsets))
        for change in zone.changes:
            assert zone.local(change - 1) - change + 1 == zones._offset(
                zones.known(name), change - 1
            )
            assert zone.local(change) - change == zones._offset(zones.known(name), change)


@settings(max_examples=tiers.part(300))
@given(people(), st.data())
def test_a_moment_counts_if_the_clock_on_the_wall_says_so(who: Hours, data: st.DataObject) -> None:
    at = data.draw(moments(who))
    assert awake_hours.counted(who, at, at + 1) == is_awake(who.rules, at)
    is_so, until = awake_hours.next_change(who, at)
    assert is_so == is_awake(who.rules, at)
    if until is not None:
        assert is_awake(who.rules, until) != is_so
        assert awake_hours.counted(who, at, until) == (until - at if is_so else 0)


@settings(max_examples=tiers.part(300))
@given(people(), st.data())
def test_no_minute_is_lost_and_none_counts_twice(who: Hours, data: st.DataObject) -> None:
    since, middle, until = sorted(data.draw(moments(who)) for _ in range(3))
    middle, until = min(middle, since + 400 * DAY), min(until, since + 500 * DAY)
    halves = awake_hours.counted(who, since, middle), awake_hours.counted(who, middle, until)
    assert sum(halves) == awake_hours.counted(who, since, until) <= max(0, until - since)
    spans = awake_hours.stretches(who, since, until)
    assert sum(end - start for start, end in spans) == awake_hours.counted(who, since, until)
    assert all(a[1] < b[0] for a, b in pairwise(spans))


@settings(max_examples=tiers.part(300))
@given(people(), st.integers(1, 28 * DAY), st.data())
def test_a_clock_runs_out_when_all_has_counted_and_not_before(
    who: Hours, left: int, data: st.DataObject
) -> None:
    since = data.draw(moments(who))
    end = awake_hours.runs_out(who, since, left)
    assert awake_hours.counted(who, since, end) == left
    assert awake_hours.counted(who, since, end - 1) == left - 1


@settings(max_examples=tiers.part(300))
@given(people(), st.integers(1, 14 * DAY), st.data())
def test_the_deadline_that_is_shown_is_the_one_that_is_enforced(
    who: Hours, left: int, data: st.DataObject
) -> None:
    """Whenever one looks, the moment is the same, and the flag falls at it."""
    since, control = data.draw(moments(who)), PRESETS["weekly"]
    shown = clock.flag_at(control, (left,), [0], since, {0: who})
    assert shown is not None
    later = data.draw(st.integers(since, shown))
    spent = clock.spend(control, (left,), [0], since, later, {0: who})
    if spent[0]:
        assert clock.flag_at(control, spent, [0], later, {0: who}) == shown
    assert clock.flagged(control, (left,), [0], since, shown, {0: who}) == (0,)
    assert clock.flagged(control, (left,), [0], since, shown - 1, {0: who}) == ()


@given(names, weeks, bookings)
def test_rules_are_read_back_as_they_were_written(
    zone: str, week: list[Day], away: list[awake_hours.Days]
) -> None:
    rules = Rules(zone, tuple(Day(free=True) if d.free else d for d in week), tuple(away))
    assert awake_hours.parse(awake_hours.text(rules)) == rules


def test_a_zone_that_is_no_more_is_utc() -> None:
    assert zones.zone("Mars/Olympus", 2026) == awake_hours.UTC
    assert zones.hours(Rules("Asia/Kolkata", NIGHTS), at(PRAGUE, "2026-11-25 20:00")).zone.offsets
    assert timedelta(milliseconds=zones.zone("Asia/Kolkata", 2026).offsets[0]).seconds == 19800
