"""Results are written whatever else stands there."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.daily import services
from games.daily.models import Entry
from games.daily.services import settlement
from games.tables.models import Seat
from tests.daily import factory
from tests.daily.conftest import NOON, Deals
from tests.kit.types import Patch

DAY = timedelta(days=1)
pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def entries(deals: Deals) -> list[Entry]:
    return [
        factory.ended(deals["lost_cities"], factory.person(name), 50, now=NOON, settle=False)
        for name in ("cleo", "dora")
    ]


def test_an_entry_whose_seat_is_gone_keeps_no_result_back(entries: list[Entry]) -> None:
    Seat.objects.filter(table=entries[0].table, user=entries[0].user).delete()
    assert services.settle(now=NOON, limit=1) == 1
    assert list(Entry.objects.filter(settled_at=None)) == entries[:1]
    assert services.settle(now=NOON, limit=1) == 0


def test_a_day_that_cannot_be_closed_keeps_no_other_open(
    entries: list[Entry], monkeypatch: Patch
) -> None:
    services.make(now=NOON + DAY)
    real = settlement._close

    def close(day: object, now: object) -> int:
        if day == entries[0].deal.date:
            raise ValueError
        return real(day, now)  # type: ignore[arg-type]

    monkeypatch.setattr(settlement, "_close", close)
    assert services.close(now=NOON + 2 * DAY) > 0
