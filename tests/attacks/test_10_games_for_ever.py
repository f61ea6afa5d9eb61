"""In 400 simulated days untimed games against bots and their guests stayed for ever. A game that
nobody plays on is broken off after thirty days now, with a word before, and thirty days later its
guest is gone. Days cannot be skipped on a running site, so these are the tasks that it runs every
hour, with the time passed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from accounts.services import new_guest, remove_idle_guests
from games.tables import services
from games.tables.models import Status, Table

START = datetime(2026, 1, 1, tzinfo=UTC)
GUESTS = 20
DAY = timedelta(days=1)

pytestmark = [pytest.mark.django_db]


def test_400_days_of_guests_who_come_once() -> None:
    everybody = []
    for day in range(0, 400, 5):
        now = START + timedelta(days=day)
        if day % 20 == 0:
            guest = new_guest()
            everybody.append(guest.pk)
            User.objects.filter(pk=guest.pk).update(date_joined=now, last_login=now)
            services.play_now(user=guest, game="lost_cities", now=now)
            Table.objects.update(bot_at=None)  # the bots have played
        services.warn_idle(now=now, after=30 * DAY, word=3 * DAY)
        services.end_idle(now=now, after=30 * DAY)
        remove_idle_guests(now=now)
    assert len(everybody) == GUESTS
    running = Table.objects.filter(status=Status.RUNNING)
    assert {table.created_at for table in running} == {START + timedelta(days=380)}, (
        "of the one who came last"
    )
    assert set(Table.objects.exclude(status=Status.RUNNING).values_list("ended_by", flat=True)) == {
        "abort"
    }
    left = list(User.objects.filter(is_guest=True).order_by("pk").values_list("pk", flat=True))
    assert left == everybody[-3:], "whoever had a game in the last thirty days"
