"""Limits of what people may say about their sleep, and the moment from which it holds."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from accounts.models import User
from games.kernel.awake_hours import Day
from games.tables.sleep import selectors, services
from games.tables.sleep.errors import Refused
from games.tables.sleep.models import Away, Week
from tests.kit.types import Cast
from tests.sleep.conftest import DAY, HOUR, NIGHTS, PRAGUE, sleeps
from tests.tables.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def refused(week: tuple[Day, ...], user: User, zone: str = PRAGUE) -> tuple[str, str]:
    with pytest.raises(Refused) as found:
        services.save_week(user=user, zone=zone, week=week, now=NOON)
    return str(found.value.sentence), found.value.field


def test_a_change_holds_from_48_hours_later(cast: Cast) -> None:
    ann = cast["ann"]
    saved = sleeps(ann, now=NOON)
    assert saved.holds_from == NOON + 2 * DAY
    assert selectors.rules(ann.pk, NOON + 2 * DAY - timedelta(milliseconds=1)).always
    assert selectors.rules(ann.pk, NOON + 2 * DAY).week == NIGHTS
    assert services.holds_from(NOON + timedelta(seconds=1)) == NOON + 2 * DAY + HOUR / 60


def test_a_later_change_takes_the_place_of_one_that_does_not_hold(cast: Cast) -> None:
    ann, late = cast["ann"], (Day(60, 9 * 60),) * 7
    sleeps(ann, now=NOON)
    assert sleeps(ann, now=NOON + HOUR).holds_from == NOON + 2 * DAY, "the same form again"
    sleeps(ann, week=late, now=NOON + HOUR)
    assert [week.week for week in Week.objects.all()] == [late]
    sleeps(ann, week=(Day(),) * 7, now=NOON + 4 * DAY)
    sleeps(ann, week=late, now=NOON + 4 * DAY + HOUR)
    assert [week.week for week in Week.objects.all()] == [late], "as it is, after all"


def test_nothing_is_called_off_in_the_minute_before_it_holds(cast: Cast) -> None:
    sleeps(cast["ann"], now=NOON)
    with pytest.raises(Refused, match="has taken effect already"):
        services.call_off_week(user=cast["ann"], now=NOON + 2 * DAY - timedelta(seconds=30))
    services.call_off_week(user=cast["ann"], now=NOON + 2 * DAY - 2 * HOUR)
    assert not Week.objects.exists()


def test_a_week_leaves_opponents_enough_hours(cast: Cast) -> None:
    ann = cast["ann"]
    long, free = Day(0, 16 * 60 + 1), Day(free=True)
    assert refused((*NIGHTS[:6], long), ann) == ("Be awake for 8 hours of the day.", "day6")
    assert refused((*NIGHTS[:4], free, free, free), ann) == ("1 free day too many.", "day6")
    ten = (Day(22 * 60, 8 * 60),) * 7
    assert refused(ten, ann) == ("7 hours too many.", "day0")
    assert refused((*(Day(22 * 60, 7 * 60),) * 6, Day(0, 570)), ann) == ("30 min too many.", "day6")
    assert refused(NIGHTS, ann, "Mars/Olympus") == ("There is no such time zone.", "zone")
    assert refused(NIGHTS[:3], ann)[0] == "A week has seven days."
    assert refused((Day(0, 1440), *NIGHTS[1:]), ann)[1] == "day0"
    assert not Week.objects.exists()
    sleeps(ann, week=((Day(22 * 60, 8 * 60),) * 5 + (free, free)), now=NOON)


def test_guests_have_no_hours(cast: Cast) -> None:
    guest = User.objects.create_user("guest-1", is_guest=True)
    assert "Create an account" in refused(NIGHTS, guest)[0]


def test_others_may_ask_until_when_somebody_sleeps(cast: Cast) -> None:
    ann = cast["ann"].pk
    assert selectors.asleep_until(ann, NOON) is None
    sleeps(cast["ann"])
    assert selectors.asleep_until(ann, NOON) is None
    assert selectors.asleep_until(ann, NOON + 14 * HOUR) == NOON + 18 * HOUR


# --- days away ---


def book(user: User, first: str, last: str, now: object = NOON) -> Away:
    return services.book(
        user=user, first=date.fromisoformat(first), last=date.fromisoformat(last), now=now
    )


def test_days_away_are_booked_two_days_ahead(cast: Cast) -> None:
    ann = cast["ann"]
    with pytest.raises(Refused, match="Save your week first"):
        book(ann, "2026-12-24", "2026-12-27")
    sleeps(ann)
    with pytest.raises(Refused, match="two days ahead"):
        book(ann, "2026-11-23", "2026-11-27")
    with pytest.raises(Refused, match="before the first"):
        book(ann, "2026-12-24", "2026-12-23")
    with pytest.raises(Refused, match="too far"):
        book(ann, "2028-12-24", "2028-12-25")
    assert book(ann, "2026-11-24", "2026-11-27").count == 4, "midnight in Prague is 23:00"
    assert book(ann, "2026-11-24", "2026-11-27").count == 4, "the same form again"
    with pytest.raises(Refused, match="booked already"):
        book(ann, "2026-11-27", "2026-11-28")
    assert Away.objects.count() == 1


def test_at_most_120_days_of_a_year_are_days_away(cast: Cast) -> None:
    ann = cast["ann"]
    sleeps(ann)
    book(ann, "2026-12-01", "2027-03-20")
    with pytest.raises(Refused, match="more than 120"):
        book(ann, "2027-06-01", "2027-06-11")
    book(ann, "2027-06-01", "2027-06-10")
    with pytest.raises(Refused, match="more than 120"):
        book(ann, "2027-11-30", "2027-11-30")
    book(ann, "2027-12-01", "2027-12-01")


def test_days_away_are_called_off(cast: Cast) -> None:
    """At once while nobody reckons with them; later on two days later, and they stay spent."""
    ann = cast["ann"]
    sleeps(ann)
    booked = book(ann, "2026-12-24", "2026-12-27")
    services.call_off(user=ann, away_id=booked.pk, now=NOON + HOUR)
    assert not Away.objects.exists()
    booked = book(ann, "2026-12-24", "2026-12-27")
    services.call_off(user=ann, away_id=booked.pk, now=NOON + 3 * DAY)
    services.call_off(user=ann, away_id=booked.pk, now=NOON + 4 * DAY)
    booked.refresh_from_db()
    assert booked.ends_from == NOON + 5 * DAY
    assert selectors.rules(ann.pk, NOON + 4 * DAY).away
    assert not selectors.rules(ann.pk, NOON + 5 * DAY).away
    with pytest.raises(Refused, match="cancelled already"):
        services.call_off(user=cast["ben"], away_id=booked.pk, now=NOON + 4 * DAY)


def test_days_that_are_over_are_not_in_the_rules(cast: Cast) -> None:
    sleeps(cast["ann"])
    book(cast["ann"], "2026-12-24", "2026-12-27")
    assert selectors.rules(cast["ann"].pk, NOON + 35 * DAY).away
    assert not selectors.rules(cast["ann"].pk, NOON + 60 * DAY).away
