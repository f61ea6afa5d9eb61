"""Housekeeping removes nothing that a game, a rating or an opponent needs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.community.moderation.models import Report, Sanction
from games.notices.models import Notice
from games.retention.services import rounds
from games.tables import services as tables
from games.tables.models import Table
from tests.kit.types import Cast
from tests.retention.conftest import DAY, NOON

pytestmark = pytest.mark.django_db
LATER = NOON + 4000 * DAY


def test_played_games_stay_for_ever(cast: Cast) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", clock="fast", now=NOON)
    tables.sit(table_id=table.id, user=cast["ben"], now=NOON)
    tables.resign(table_id=table.id, user_id=cast["ben"].pk, now=NOON)
    entries = table.actions.count()
    rounds.run_due_rules(now=LATER)
    table.refresh_from_db()
    assert (table.status, table.ended_by) == ("ended", "resign")
    assert table.seats.count() == 2 and table.actions.count() == entries > 0


def test_a_rematch_that_nobody_came_to_goes_and_its_game_stays(cast: Cast) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    tables.sit(table_id=table.id, user=cast["ben"], now=NOON)
    tables.resign(table_id=table.id, user_id=cast["ben"].pk, now=NOON)
    again = tables.rematch(table_id=table.id, user=cast["ann"], now=NOON)
    tables.stand(table_id=again.id, user=cast["ann"], now=NOON)
    rounds.run_due_rules(now=LATER)
    assert list(Table.objects.values_list("pk", flat=True)) == [table.id]


def test_a_game_of_two_accounts_without_a_clock_stays(cast: Cast) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    tables.sit(table_id=table.id, user=cast["ben"], now=NOON)
    rounds.run_due_rules(now=LATER)
    table.refresh_from_db()
    assert table.status == "running"


def test_what_waits_to_be_told_stays(cast: Cast) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    tables.sit(table_id=table.id, user=cast["ben"], now=NOON)
    Notice.objects.create(table=table, user=cast["ann"], kind="turn", due_at=NOON)
    rounds.run_due_rules(now=LATER)
    assert Notice.objects.count() == 1


def test_accounts_are_never_removed(cast: Cast) -> None:
    User.objects.update(date_joined=NOON - 5000 * DAY, last_login=None)
    rounds.run_due_rules(now=LATER)
    assert User.objects.filter(is_active=True, closed_at=None).count() == 4


def test_a_guest_who_played_a_bot_is_gone_in_the_end(cast: Cast) -> None:
    """A word after 4 days, broken off after 7, and 30 days later the guest is closed."""
    guest = User.objects.create(username="guest-x", is_guest=True, date_joined=NOON)
    table = tables.open_table(creator=guest, game="lost_cities", bots={1: "club"}, now=NOON)
    Table.objects.update(bot_at=None)
    for hour in range(0, 40 * 24, 6):
        rounds.run_due_rules(now=NOON + timedelta(hours=hour, minutes=1))
    table.refresh_from_db()
    guest.refresh_from_db()
    assert table.ended_by == "abort" and table.ended_at is not None
    assert NOON + 7 * DAY <= table.ended_at < NOON + 8 * DAY
    assert guest.is_closed


def test_a_measure_that_holds_keeps_its_report_and_an_appeal_that_waits_stays(cast: Cast) -> None:
    ann, ben = cast["ann"], cast["ben"]
    facts = {"by": ann, "about": ben, "reason": "other", "at": NOON, "decided_at": NOON}
    report = Report.objects.create(subject="name", **facts)
    over = Report.objects.create(subject="game", **facts)
    waits = Report.objects.create(subject="line", **{**facts, "decided_at": None})
    told = {"user": ben, "by": ann, "at": NOON}
    closing = Sanction.objects.create(measure="closing", report=report, **told)
    Sanction.objects.create(measure="mute", report=over, until=NOON + DAY, **told)
    appeal = Sanction.objects.create(measure="warning", appealed_at=NOON, **told)
    rounds.run_due_rules(now=LATER)
    assert set(Sanction.objects.all()) == {closing, appeal}
    assert set(Report.objects.all()) == {report, waits}


def test_a_guest_whom_a_report_names_is_closed_and_not_deleted(cast: Cast) -> None:
    """And keeps nobody else from being removed."""
    for name in ("x", "y"):
        User.objects.create(username=f"guest-{name}", is_guest=True, date_joined=NOON - 40 * DAY)
    named = User.objects.get(username="guest-x")
    Report.objects.create(by=cast["ann"], about=named, subject="name", reason="other", at=NOON)
    assert rounds.run_due_rules(now=NOON)["guests"] == 2
    named.refresh_from_db()
    assert named.is_closed and not User.objects.filter(username="guest-y").exists()
