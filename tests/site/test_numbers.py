"""The numbers of the house, counted each minute."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from config.monitoring import request_counts
from games.site import numbers, services
from games.site.models import Count
from games.site.numbers import DAY, HOUR
from games.tables import services as tables
from tests.kit.types import Patch
from tests.site.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def of_today() -> dict[str, int]:
    today = numbers.day_of(timezone.now())
    return dict(Count.objects.filter(of_day=True, since=today).values_list("name", "value"))


def test_what_happened_today_is_counted_once_however_often_one_counts(
    ann: User, ben: User, client: object
) -> None:
    client.post("/accounts/guest/")
    for _ in range(2):
        table = tables.open_table(creator=ann, game="lost_cities", now=timezone.now())
        tables.sit(table_id=table.id, user=ben, now=timezone.now())
    tables.open_table(creator=ann, game="lost_cities", now=timezone.now())  # waits
    request_counts._counts.clear()
    for seconds in (0.004, 0.004, 0.190):
        request_counts.add(seconds, move=True, failed=False)
    request_counts.add(0.01, move=False, failed=True)
    request_counts.send()
    for _ in range(2):
        services.count(now=timezone.now())
    told = of_today()
    assert told["people"] == 1 and told["games"] == 2
    assert (told["moves"], told["errors"], told["slow"]) == (3, 1, 200)
    assert 0 < told["disk"] < 1000 and told["mails"] == 0 and told["bots"] == 0


def test_one_number_that_cannot_be_read_keeps_no_other_back(monkeypatch: Patch, db: None) -> None:
    def fails(hour: int) -> dict[str, int]:
        raise OSError

    monkeypatch.setattr(request_counts, "read", fails)
    services.count(now=timezone.now())
    assert "moves" not in of_today() and "games" in of_today()


def test_old_numbers_go(db: None) -> None:
    for days, of_day in ((1, False), (9, False), (30, True), (401, True)):
        Count.objects.create(name="x", of_day=of_day, since=NOON - days * DAY, value=1)
    hours, days = timedelta(days=8), timedelta(days=400)
    assert services.forget_hours(now=NOON, after=hours, limit=9) == 1
    assert services.forget_days(now=NOON, after=days, limit=9) == 1


def test_the_disk_is_foretold_by_a_straight_line() -> None:
    told = [(NOON + day * DAY, 700 + 10 * day) for day in range(10)]
    assert numbers.days_until_full(told) == 21
    assert numbers.days_until_full(told[:2]) is None
    assert numbers.days_until_full([(at, 500) for at, _ in told]) is None


def test_hours_and_days_are_those_of_utc() -> None:
    at = NOON + timedelta(minutes=59)
    assert numbers.hour_of(at) == NOON and numbers.day_of(at) + 12 * HOUR == NOON
