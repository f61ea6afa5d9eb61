"""Clocks by correspondence at tables: they stand while the player sleeps, in the player's zone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.kernel.awake_hours import Day
from games.tables import services as tables
from games.tables.models import Seat
from games.tables.proof import audit
from games.tables.sleep import services
from games.tables.state import snapshot_cache
from tests.kit.types import Cast
from tests.sleep.conftest import DAY, HOUR, NEW_YORK, NIGHTS, Deals, acts, sleeps, utc
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def left(table: Played) -> list[timedelta]:
    rows = Seat.objects.filter(table=table.id).order_by("number").values_list("clock_ms", flat=True)
    return [timedelta(milliseconds=ms or 0) for ms in rows]


def sound(table: Played) -> bool:
    return list(audit.faults(table.row)) == []


def test_a_deadline_is_reckoned_in_awake_hours(cast: Cast, deals: Deals) -> None:
    """Two days are 48 hours awake: from Saturday, 13:00 in Prague, ten until 23:00, and then
    sixteen a day."""
    sleeps(cast["ann"])
    table = deals()
    assert table.row.flag_at == utc("2026-11-24 12:00"), "48 = 10 + 16 + 16 + 6"
    assert sound(table)


def test_a_turn_costs_awake_hours(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ann"])
    table = deals()
    acts(table, utc("2026-11-22 08:00"))
    assert left(table)[0] == (48 - 10 - 2 + 24) * HOUR, "and a day more for the turn"
    assert table.row.flag_at == utc("2026-11-24 08:00"), "Ben has said nothing: every hour counts"
    assert sound(table)


def test_each_player_sleeps_in_a_zone_of_their_own(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ann"])
    sleeps(cast["ben"], NEW_YORK)
    table = deals("hours")
    acts(table, utc("2026-11-22 04:00"))
    assert table.row.flag_at == utc("2026-11-23 00:00"), "it is 23:00 on Saturday in New York"
    acts(table, utc("2026-11-22 05:00"))
    assert left(table) == [(12 - 10 + 4) * HOUR, 12 * HOUR + 4 * HOUR]
    assert sound(table)


def test_the_flag_falls_at_the_moment_that_was_shown(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ann"])
    table = deals("hours")
    acts(table, NOON)
    acts(table, NOON)
    due = table.row.flag_at
    assert due == utc("2026-11-22 12:00"), "16 = 10 + 6"
    assert tables.flag_due(now=due - timedelta(milliseconds=1)) == 0
    assert tables.flag_due(now=due) == 1
    assert table.row.ended_by == "flag"
    assert sound(table)


def test_free_days_and_summer_time_are_slept_through(cast: Cast, deals: Deals) -> None:
    """On 28 March 2027 it is three o'clock after two in Prague, and a Sunday."""
    sleeps(cast["ann"], week=(*NIGHTS[:6], Day(free=True)))
    table = deals("hours", now=utc("2027-03-27 17:00"))
    assert table.row.flag_at == utc("2027-03-29 12:00"), "five hours of Saturday, seven of Monday"


def test_days_away_are_slept_through(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ann"])
    booked = services.book(
        user=cast["ann"],
        first=utc("2026-11-22 00:00").date(),
        last=utc("2026-11-23 00:00").date(),
        now=NOON - 20 * DAY,
    )
    assert booked.count == 2
    assert deals().row.flag_at == utc("2026-11-26 12:00")


@pytest.mark.parametrize("terms", [{"clock": "normal"}, {"sleepless": True}])
def test_live_and_sleepless_clocks_run_day_and_night(
    cast: Cast, deals: Deals, terms: dict[str, Any]
) -> None:
    sleeps(cast["ann"])
    table = deals(**terms)
    assert table.row.flag_at == NOON + (5 * HOUR / 60 if "clock" in terms else 2 * DAY)
    assert not Seat.objects.filter(table=table.id).exclude(sleeps="").exists()
    assert sound(table)


def test_only_a_table_by_correspondence_is_sleepless(deals: Deals) -> None:
    assert not deals("normal", sleepless=True).row.sleepless
    table = deals(sleepless=True)
    table.does("ann", "resign", now=NOON)
    again = table.lets("ann", "rematch", now=NOON)
    assert again.sleepless, "and so is its rematch"


# --- a change ---


def test_a_change_moves_no_deadline_that_runs(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ann"])
    table = deals("weekly")
    due = table.row.flag_at
    sleeps(cast["ann"], week=(*NIGHTS[:4], Day(free=True), *NIGHTS[5:]), now=NOON + HOUR)
    assert table.row.flag_at == due
    acts(table, NOON + 5 * DAY, times=1)
    assert table.row.flag_at == due, "the turn began before the change held: half of it, and all"
    acts(table, NOON + 5 * DAY)
    assert sound(table)
    acts(table, NOON + 5 * DAY)
    # 88 hours: ten on Thursday, none on Friday, sixteen from Saturday to Tuesday, and then 14
    assert left(table)[0] == (120 - 80 + 48) * HOUR
    assert table.row.flag_at == utc("2026-12-02 20:00")
    assert sound(table)


def test_a_change_holds_for_the_first_turn_that_begins_48_hours_later(
    cast: Cast, deals: Deals
) -> None:
    sleeps(cast["ann"])
    table = deals()
    sleeps(cast["ann"], week=(Day(),) * 7, now=NOON)
    acts(table, NOON)
    acts(table, NOON + 2 * DAY - timedelta(seconds=1))
    begun_before = table.row.flag_at
    acts(table, NOON + 2 * DAY)
    acts(table, NOON + 2 * DAY)
    assert begun_before == utc("2026-11-27 19:59:59"), "72 = 10 + 16 + 16 + 16 + 14"
    assert table.row.flag_at == NOON + 6 * DAY - timedelta(seconds=1)
    assert sound(table)


def test_a_change_shows_on_boards_and_can_be_called_off(cast: Cast, deals: Deals) -> None:
    table = deals()
    before = table.row.version
    sleeps(cast["ann"], now=NOON)
    assert table.row.version == before + 1
    assert table.snapshot.players[0].sleeps
    services.call_off_week(user=cast["ann"], now=NOON + HOUR)
    assert table.row.version == before + 2
    assert table.snapshot.players[0].sleeps == ""
    services.call_off_week(user=cast["ann"], now=NOON + HOUR)
    assert table.row.version == before + 2, "there is nothing to call off"


def test_another_process_that_knows_the_table_reads_the_change(cast: Cast, deals: Deals) -> None:
    table = deals()
    acts(table, NOON)
    old = table.snapshot
    sleeps(cast["ann"], now=NOON)
    acts(table, NOON)
    snapshot_cache.forget()
    snapshot_cache.remember(old)
    found = snapshot_cache.load(table.id)
    assert found is not None and found.players[0].sleeps


def test_replay_all_proves_a_game_with_changes(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ann"])
    sleeps(cast["ben"], NEW_YORK)
    table, now = deals("weekly"), NOON
    for number in range(12):
        now += 19 * HOUR
        if number % 5 == 2:
            hours = Day(23 * 60 - number * 5, 6 * 60)
            sleeps(cast["ann"], week=(hours,) * 7, now=now)
        acts(table, now)
        assert sound(table)
    call_command("replay_all")
    Seat.objects.filter(table=table.id, number=0).update(sleeps="")
    assert not sound(table)


def test_a_move_asks_nobody_when_people_sleep(cast: Cast, deals: Deals) -> None:
    """Sleep costs a query at the start of a game, and none at a move."""
    counts = []
    for _ in range(2):
        table = deals()
        table.snapshot  # noqa: B018
        user_id, code = cast["ann"].pk, table.legal("ann")[0]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            tables.act(table_id=table.id, user_id=user_id, code=code, ply=table.row.ply, now=NOON)
        counts.append(len(queries))
        sleeps(cast["ann"])
    assert counts[0] == counts[1]


def test_a_closed_account_is_forgotten(cast: Cast, deals: Deals) -> None:
    from accounts import services as accounts
    from games.tables.sleep import selectors

    sleeps(cast["ann"])
    table = deals()
    accounts.close(user=cast["ann"], now=NOON)
    tables.release_seats(user=User.objects.get(pk=cast["ann"].pk), now=NOON)
    assert selectors.history(cast["ann"].pk).weeks == ()
    assert table.row.status == "ended"
    assert sound(table)


def test_a_turn_that_comes_again_at_night_runs_from_the_morning(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ben"])
    table = deals("hours")
    discard = next(code for code in table.legal() if code.startswith("discard"))
    table.plays(f"ann {discard}", "ann draw stock")
    other = next(c for c in table.legal() if c.startswith("discard") and c[8] != discard[8])
    table.now = table.now + 2 * HOUR - timedelta(seconds=2)
    table.plays(f"ben {other}", f"ben draw {discard[8]}")
    assert left(table)[1] == (12 - 2 + 4) * HOUR
    table.now = utc("2026-11-21 23:00") + (table.now - NOON - 2 * HOUR)
    for name in ("ben", "ann"):
        table.does(name, "take_back_together", ply=table.row.ply)
    seconds = table.now - utc("2026-11-21 23:00")
    assert left(table)[1] == (12 - 2) * HOUR, "as before the turn, less two hours"
    assert left(table)[0] == (12 + 4 - 9) * HOUR - timedelta(seconds=2)
    assert table.row.flag_at == utc("2026-11-22 16:00") and seconds < HOUR, "06:00 and ten hours"
    assert sound(table)
    table.now = utc("2026-11-22 08:00")
    table.plays(f"ben draw {discard[8]}")
    assert left(table)[1] == (12 - 2 - 2 + 4) * HOUR - timedelta(seconds=1)
    assert sound(table)
