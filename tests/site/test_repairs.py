"""While the site is closed for repairs, clocks by correspondence stand; the proof holds."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.site import switches
from games.site.models import Name
from games.tables import services as tables
from games.tables.models import Status, Table
from games.tables.proof import audit
from games.tables.state import snapshot_cache
from tests.site.conftest import NOON, turns
from tests.sleep.conftest import sleeps

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def no_memory() -> None:
    snapshot_cache.forget()


def deal(ann: User, ben: User, clock: str = "daily") -> Table:
    table = tables.open_table(creator=ann, game="lost_cities", clock=clock, order="seats", now=NOON)
    tables.sit(table_id=table.id, user=ben, now=NOON)
    return Table.objects.get(pk=table.id)


def repairs(ann: User, value: str, now: datetime) -> int:
    turns(ann, Name.MAINTENANCE, value)
    return tables.follow_switch(now=now)


def moves(table: Table, user: User, now: datetime) -> None:
    """Play whatever is legal first."""
    table.refresh_from_db()
    snapshot = snapshot_cache.current(table)
    seat = snapshot.seated(user.pk)
    assert snapshot.position is not None
    engine = snapshot.engine
    code = engine.encode(engine.legal_actions(snapshot.position.state, seat)[0])
    tables.act(table_id=table.id, user_id=user.pk, code=code, ply=table.ply, now=now)


def proved(table: Table) -> Table:
    """Return the row as the database has it, after the proof."""
    snapshot_cache.forget()
    row = Table.objects.get(pk=table.pk)
    assert list(audit.faults(row)) == []
    return row


@pytest.mark.parametrize("asleep", [False, True])
def test_a_flag_falls_later_by_what_the_clock_stood(ann: User, ben: User, asleep: bool) -> None:
    if asleep:
        sleeps(ann)
    table = deal(ann, ben)
    flag = table.flag_at
    assert flag is not None
    assert repairs(ann, switches.ON, NOON + HOUR) == 1
    assert repairs(ann, switches.ON, NOON + 2 * HOUR) == 0
    proved(table)
    assert tables.flag_due(now=flag + DAY) == 0
    assert repairs(ann, switches.OFF, NOON + HOUR + 7 * DAY) == 1
    row = proved(table)
    assert row.flag_at == flag + 7 * DAY  # a whole week, so hours of sleep are the same
    assert tables.flag_due(now=flag + 7 * DAY - timedelta(seconds=1)) == 0
    assert tables.flag_due(now=flag + 7 * DAY) == 1
    assert proved(table).status == Status.ENDED


def test_a_move_meanwhile_costs_what_was_thought_before(ann: User, ben: User) -> None:
    table = deal(ann, ben)
    before = [seat.clock_ms for seat in table.seats.order_by("number")]
    repairs(ann, switches.ON, NOON + HOUR)
    moves(table, ann, NOON + 5 * HOUR)
    moves(table, ann, NOON + 6 * HOUR)
    row = proved(table)
    moves(table, ben, NOON + 2 * DAY)
    repairs(ann, switches.OFF, NOON + 3 * DAY)
    row = proved(table)
    left = row.seats.get(number=1).clock_ms
    assert left == before[1], "Ben was to move while clocks stood, and spent nothing"
    moves(table, ben, NOON + 3 * DAY + HOUR)
    row = proved(table)
    assert row.seats.get(number=1).clock_ms is not None


def test_an_entry_that_was_counted_before_the_clocks_follow_stays_as_it_is(
    ann: User, ben: User
) -> None:
    """Tables follow the switch within seconds; who moves in between is counted as ever."""
    table = deal(ann, ben)
    turns(ann, Name.MAINTENANCE, switches.ON)
    moves(table, ann, NOON + 2 * HOUR)
    tables.follow_switch(now=NOON + HOUR)  # a clock that is late
    proved(table)
    repairs(ann, switches.OFF, NOON + 3 * HOUR)
    proved(table)


def test_a_flag_that_was_due_before_still_falls(ann: User, ben: User) -> None:
    table = deal(ann, ben)
    assert table.flag_at is not None
    repairs(ann, switches.ON, table.flag_at + HOUR)
    assert proved(table).status == Status.ENDED


def test_live_clocks_run_on(ann: User, ben: User) -> None:
    table = deal(ann, ben, clock="normal")
    assert repairs(ann, switches.ON, NOON) == 0
    assert proved(table).stood == ""


def test_the_board_says_that_clocks_stand(ann: User, ben: User, client: object) -> None:
    table = deal(ann, ben)
    client.force_login(ben)
    repairs(ann, switches.ON, NOON + HOUR)
    page = client.get(f"/t/{table.id}/").content.decode()
    assert "stopped while the site is closed" in page and "2036" not in page
