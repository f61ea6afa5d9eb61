"""Notices, their readers and times: found by looking, told once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from config.celery import app
from games.notices import due, services
from games.notices.grid import Topic, When
from games.notices.models import Kind, Notice, State, Where
from games.tables import services as tables
from games.tables.live import presence
from games.tables.models import Table
from tests.kit.types import Cast, Patch, Post
from tests.notices.conftest import DAY, HOUR, MINUTE, NOON, Deals, wishes

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def goes(mailoutbox: Post, now: object) -> list[str]:
    """Do what the task of beat does, and return "to: subject" of what went out."""
    before = len(mailoutbox)
    services.find_due(now=now)  # type: ignore[arg-type]
    services.send_due(now=now, clock=lambda: 0.0)  # type: ignore[arg-type]
    return [f"{mail.to[0].partition('@')[0]}: {mail.subject}" for mail in mailoutbox[before:]]


def asks(user: User, cell: str, when: str, now: datetime) -> None:
    """Change one wish on the page."""
    topic, where = cell.split("-")
    cells = {(Topic(topic), Where(where)): When(when)}
    services.ask(user=user, cells=cells, about={}, now=now)


# --- your turn ---


def test_told_within_forty_seconds(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    every = app.conf.beat_schedule["send-due-notices"]["schedule"]
    game = deals("ann", "ben")
    presence.record_looking(game.id, cast["ann"].pk)

    def seconds_to_mail(since: datetime) -> float:
        """Return how long a mail takes at most if the scheduler has just looked."""
        now = since
        while not goes(mailoutbox, now := now + timedelta(seconds=every)):
            assert now < since + MINUTE, "no mail came within a minute"
        return (now - since).total_seconds()

    for second in range(0, 60, int(every)):
        assert goes(mailoutbox, NOON + timedelta(seconds=second)) == []
    presence.record_leaving(game.id, cast["ann"].pk)
    assert seconds_to_mail(NOON + MINUTE) <= 40
    game.turn("ann")
    assert seconds_to_mail(game.now) <= 40


def test_while_nothing_is_due_a_look_is_one_query(
    deals: Deals, django_assert_num_queries: Any
) -> None:
    deals("ann", "ben")
    for _ in range(2):
        with django_assert_num_queries(1):
            assert services.find_due(now=NOON) == 0


def test_told_once_a_turn_after_a_calm_moment(deals: Deals, mailoutbox: Post) -> None:
    game = deals("ann", "ben")
    assert goes(mailoutbox, NOON + 19 * MINUTE / 60) == []
    assert goes(mailoutbox, NOON + MINUTE) == ["ann: Your turn: Lost Cities with ben (2 days left)"]
    assert goes(mailoutbox, NOON + HOUR) == []
    game.now += HOUR
    game.puts("ann")  # half a turn is the same turn
    assert goes(mailoutbox, game.now + HOUR) == []
    game.acts("ann", "draw stock")
    assert goes(mailoutbox, game.now + HOUR) == [
        "ben: Your turn: Lost Cities with ann (47 hours left)"
    ]
    game.turn("ben")
    assert goes(mailoutbox, game.now + HOUR) == [
        "ann: Your turn: Lost Cities with ben (2 days left)"
    ]
    assert set(Notice.objects.values_list("state", flat=True)) == {State.SENT}


def test_fast_play_is_not_told(deals: Deals, mailoutbox: Post) -> None:
    game = deals("ann", "ben")
    for name in ("ann", "ben", "ann"):
        game.turn(name, after=MINUTE / 4)
        assert goes(mailoutbox, game.now + MINUTE / 4) == []


@pytest.mark.parametrize("clock", ["fast", "untimed", "custom 300+20"])
def test_only_correspondence_is_told(clock: str, deals: Deals, mailoutbox: Post) -> None:
    deals("ann", "ben", clock=clock)
    assert goes(mailoutbox, NOON + MINUTE) == []


def test_nobody_without_a_confirmed_address(deals: Deals, mailoutbox: Post) -> None:
    deals("cal", "ann"), deals("dee", "ann")
    assert goes(mailoutbox, NOON + MINUTE) == [] and not Notice.objects.exists()


def test_nobody_who_does_not_want_it(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "turn-mail off")
    deals("ann", "ben")
    assert goes(mailoutbox, NOON + MINUTE) == []


def test_nobody_who_looks_until_they_leave(
    deals: Deals, cast: Cast, mailoutbox: Post, monkeypatch: Patch
) -> None:
    game = deals("ann", "ben")
    presence.record_looking(game.id, cast["ann"].pk)
    assert goes(mailoutbox, NOON + MINUTE) == goes(mailoutbox, NOON + 5 * MINUTE) == []
    monkeypatch.setattr(presence, "is_looking", lambda table_id, user_id: False)  # 75 seconds later
    assert len(goes(mailoutbox, NOON + 7 * MINUTE)) == 1


def test_nobody_who_has_moved_before_the_mail_went(deals: Deals, mailoutbox: Post) -> None:
    game = deals("ann", "ben")
    services.find_due(now=NOON + MINUTE)
    game.turn("ann")
    assert goes(mailoutbox, game.now + MINUTE) == [
        "ben: Your turn: Lost Cities with ann (2 days left)"
    ]
    assert Notice.objects.get(user__username="ann").state == State.DROPPED


def test_each_turn_counts_once_though_tables_change(deals: Deals, mailoutbox: Post) -> None:
    """A change of a table without a turn passing, like an offered draw, is no new turn."""
    game = deals("ann", "ben")
    assert len(goes(mailoutbox, NOON + MINUTE)) == 1
    Table.objects.filter(pk=game.id).update(version=99)
    assert goes(mailoutbox, NOON + HOUR) == []
    assert Notice.objects.get().version == 99


def test_turning_it_on_tells_of_later_turns_only(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    wishes(cast["ann"], "turn-mail off")
    game = deals("ann", "ben")
    asks(cast["ann"], "turn-mail", "now", NOON)
    assert goes(mailoutbox, NOON + HOUR) == []
    game.turn("ann"), game.turn("ben")
    assert len(goes(mailoutbox, game.now + HOUR)) == 1


# --- once a day ---


def test_once_a_day_all_tables_in_one_mail(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "turn-mail daily", mail_zone="Europe/Berlin")
    games = [deals("ann", "ben", clock="weekly") for _ in range(3)]
    assert goes(mailoutbox, NOON + MINUTE) == goes(mailoutbox, NOON + 18 * HOUR) == []
    games[2].turn("ann")
    morning = NOON.replace(day=22, hour=7)  # 8 in Berlin
    assert [line for line in goes(mailoutbox, morning) if line.startswith("ann")] == [
        "ann: Your turn at 2 tables"
    ]
    body = next(mail.body for mail in mailoutbox if mail.to == ["ann@example.org"])
    assert games[0].id in body and games[1].id in body and games[2].id not in body
    assert goes(mailoutbox, morning + HOUR) == goes(mailoutbox, morning + 2 * DAY) == []


def test_the_morning_is_where_the_reader_lives() -> None:
    eight = 8 * 60
    assert due.next_at(eight, ZoneInfo("UTC"), NOON) == NOON.replace(day=22, hour=8)
    assert due.next_at(eight, ZoneInfo("America/Los_Angeles"), NOON) == NOON.replace(hour=16)
    at_eight = NOON.replace(hour=8)
    assert due.next_at(eight, ZoneInfo("UTC"), at_eight) == NOON.replace(day=22, hour=8)
    assert due.next_hour(ZoneInfo("Asia/Kolkata"), NOON) == NOON + MINUTE * 30  # 17:30 there
    assert due.next_hour(ZoneInfo("UTC"), NOON) == NOON + HOUR
    assert [
        due.zone_of(User(mail_zone=name)).key
        for name in ("", "Mars/Olympus", "../etc/passwd", "Asia/Tokyo")
    ] == [
        *("UTC", "UTC", "UTC"),
        "Asia/Tokyo",
    ]


def test_changing_one_s_mind_moves_what_waits(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "turn-mail daily")
    deals("ann", "ben")
    assert goes(mailoutbox, NOON + MINUTE) == []
    asks(cast["ann"], "turn-mail", "now", NOON + HOUR)
    assert len(goes(mailoutbox, NOON + HOUR)) == 1


# --- game over ---


def test_the_end_is_told_to_those_who_do_not_look(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    game = deals("ann", "ben")
    goes(mailoutbox, NOON + MINUTE)
    tables.resign(table_id=game.id, user_id=cast["ann"].pk, now=NOON + HOUR)
    presence.record_looking(game.id, cast["ann"].pk)
    assert goes(mailoutbox, NOON + HOUR) == []
    assert goes(mailoutbox, NOON + HOUR + MINUTE) == ["ben: Lost Cities with ann is over"]
    assert "You win." in mailoutbox[-1].body and "ann resigned." in mailoutbox[-1].body
    assert goes(mailoutbox, NOON + DAY) == []


def test_a_walk_out_is_told_as_one(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    game = deals("ann", "ben", rated=True)
    tables.resign(table_id=game.id, user_id=cast["ann"].pk, now=NOON + HOUR)
    assert "ben: Lost Cities with ann is over" in goes(mailoutbox, NOON + HOUR + MINUTE)
    told = {
        mail.to[0].partition("@")[0]: mail.body for mail in mailoutbox if "is over" in mail.subject
    }
    assert "does not count.\nann left before everybody had moved." in told["ben"]


def test_a_live_game_that_ended_while_one_was_away_is_told(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    """Ann's time ran out while she was away. Ben saw the end, and so he did not read it by mail."""
    game = deals("ann", "ben", clock="fast")
    assert tables.flag_due(now=NOON + HOUR) == 1
    services.mark_table_read(user_id=cast["ben"].pk, table_id=game.id, now=NOON + HOUR)
    assert goes(mailoutbox, NOON + HOUR + MINUTE) == ["ann: Lost Cities with ben is over"]
    assert "You ran out of time." in mailoutbox[0].body
    assert goes(mailoutbox, NOON + DAY) == []


def test_an_end_that_was_seen_before_the_mail_went_is_no_news(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    game = deals("ann", "ben", clock="fast")
    tables.resign(table_id=game.id, user_id=cast["ann"].pk, now=NOON)
    services.find_due(now=NOON + MINUTE)
    services.mark_table_read(user_id=cast["ben"].pk, table_id=game.id, now=NOON + MINUTE)
    assert goes(mailoutbox, NOON + MINUTE) == []


def test_old_ends_and_closed_tables_are_no_news(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    old = deals("ann", "ben")
    tables.resign(table_id=old.id, user_id=cast["ann"].pk, now=NOON + MINUTE)
    closed = tables.open_table(creator=cast["ann"], game="lost_cities", clock="daily", now=NOON)
    tables.stand(table_id=closed.id, user=cast["ann"], now=NOON)
    assert goes(mailoutbox, NOON + 4 * DAY) == []
    Table.objects.filter(pk=old.id).update(ended_at=NOON + 3 * DAY)
    assert len(goes(mailoutbox, NOON + 4 * DAY)) == 2


# --- invitations ---


def test_an_invitation_is_told_once_a_table(cast: Cast, mailoutbox: Post) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", clock="daily", now=NOON)
    for _ in range(2):
        assert (
            tables.invite_by_name(table_id=table.id, by=cast["ann"], name="BEN", now=NOON)
            == cast["ben"]
        )
    assert goes(mailoutbox, NOON) == ["ben: ann invites you to Lost Cities"]
    assert table.id in mailoutbox[0].body and goes(mailoutbox, NOON + HOUR) == []


def test_an_invitation_to_a_table_that_has_begun_is_dropped(cast: Cast, mailoutbox: Post) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    tables.invite_by_name(table_id=table.id, by=cast["ann"], name="ben", now=NOON)
    tables.sit(table_id=table.id, user=cast["cal"], now=NOON)
    assert goes(mailoutbox, NOON) == []


# --- what is kept, and what it costs ---


def test_what_was_told_long_ago_is_forgotten(deals: Deals, mailoutbox: Post) -> None:
    deals("ann", "ben")
    goes(mailoutbox, NOON + MINUTE)
    assert (
        services.forget_old(now=NOON + 80 * DAY) == 0
        and services.forget_old(now=NOON + 100 * DAY) == 1
    )


def test_one_look_however_many_tables_were_told(
    deals: Deals, mailoutbox: Post, django_assert_max_num_queries: Callable[..., object]
) -> None:
    for _ in range(5):
        deals("ann", "ben")
    goes(mailoutbox, NOON + MINUTE)
    with django_assert_max_num_queries(8):  # type: ignore[attr-defined]
        assert goes(mailoutbox, NOON + HOUR) == []
    assert Notice.objects.filter(kind=Kind.TURN).count() == 5
