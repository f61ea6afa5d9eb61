"""Two people in two zones play by correspondence for twelve days, across the end of summer time in
both; the flag falls at the minute that both were shown."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.kernel.awake_hours import Day
from games.tables import services as tables
from games.tables.board import presenter
from games.tables.proof import audit
from games.tables.sleep import services
from tests.kit.types import Cast
from tests.sleep.conftest import DAY, HOUR, NEW_YORK, NIGHTS, PRAGUE, Deals, acts, sleeps, utc
from tests.tables.conftest import Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]

START = utc("2026-10-23 09:00")  # a Friday; Prague changes on the 25th, New York on 1 November
MINUTE = timedelta(minutes=1)


def shown(table: Played, name: str, zone: str) -> str:
    with timezone.override(ZoneInfo(zone)):
        board = presenter.board(
            presenter.look(table.id), table.cast[name].pk, now=table.now + MINUTE
        )
    return " ".join(board.split())


def test_twelve_days(cast: Cast, deals: Deals) -> None:
    ann, ben = cast["ann"], cast["ben"]
    sleeps(ann, week=(*NIGHTS[:6], Day(free=True)), now=START - 9 * DAY)
    sleeps(ben, NEW_YORK, now=START - 9 * DAY)
    table = deals("custom 24h+12h/24h", now=START)
    for day in range(8):
        acts(table, START + day * DAY + 7 * HOUR)  # 18:00 in Prague, and an hour earlier later on
        acts(table, START + day * DAY + 9 * HOUR)
        assert list(audit.faults(table.row)) == []
        if day == 3:
            services.book(
                user=ann,
                first=utc("2026-10-31").date(),
                last=utc("2026-11-02").date(),
                now=table.now,
            )
            assert "stops at different hours" in shown(table, "ben", NEW_YORK)
    # Friday, 30 October, 19:00 in Prague: of 16 hours four are of that day, none of the days away
    # from Saturday to Monday, and 12 of Tuesday.
    assert table.snapshot.budgets[0] == 16 * HOUR // timedelta(milliseconds=1)
    due = table.row.flag_at
    assert due == utc("2026-11-03 18:00")
    assert ">Tue 19:00</time>" in shown(table, "ann", PRAGUE)
    assert ">Tue 13:00</time>" in shown(table, "ben", NEW_YORK)
    assert tables.flag_due(now=due - timedelta(milliseconds=1)) == 0
    assert tables.flag_due(now=due) == 1
    assert (table.row.status, table.row.ended_by) == ("ended", "flag")
    call_command("replay_all")
