"""The moments at which one is told: live turns, clocks that run low, hours of quiet, digests."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from games.kernel.awake_hours import Day
from games.notices import due, mail_links, services
from games.notices.models import Kind, Notice, State, Why
from games.notices.quiet_hours import quiet_until
from games.notices.services import scan
from games.tables import services as tables
from games.tables.live import presence
from games.tables.models import Table
from games.tables.sleep import services as sleep
from tests.kit.types import Cast, Patch, Post
from tests.notices.conftest import DAY, HOUR, MINUTE, NOON, Deals, wishes
from tests.notices.test_due import asks, goes

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def state_of(user: User, kind: Kind) -> tuple[str, str]:
    return Notice.objects.filter(user=user, kind=kind).values_list("state", "error").get()


# --- your turn, live ---


def test_a_live_turn_is_told_to_who_is_not_at_the_table(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    wishes(cast["ann"], "live-mail now"), wishes(cast["ben"], "live-mail now")
    game = deals("ann", "ben", clock="normal")
    presence.record_looking(game.id, cast["ben"].pk)
    assert goes(mailoutbox, NOON + 4 * SECOND) == [], "who comes from another page needs a moment"
    assert goes(mailoutbox, NOON + 6 * SECOND) == [
        "ann: Your turn: Lost Cities with ben (4 minutes left)"
    ]
    assert goes(mailoutbox, NOON + 10 * SECOND) == []
    game.turn("ann", after=20 * SECOND)
    assert goes(mailoutbox, game.now + 20 * SECOND) == [], "Ben sees it"
    assert not Notice.objects.filter(user=cast["ben"]).exists(), "and nothing was written for it"
    presence.record_leaving(game.id, cast["ben"].pk)
    assert [line[:9] for line in goes(mailoutbox, game.now + 30 * SECOND)] == ["ben: Your"]


def test_a_live_turn_that_was_played_is_no_news(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "live-mail now")
    game = deals("ann", "ben", clock="normal")
    services.find_due(now=NOON + 6 * SECOND)
    game.turn("ann", after=7 * SECOND)
    assert goes(mailoutbox, game.now) == []
    assert state_of(cast["ann"], Kind.LIVE) == (State.DROPPED, Why.PASSED)


# --- a clock that runs low ---


@pytest.mark.parametrize(
    "clock, low",
    [
        ("daily", 2 * DAY - timedelta(hours=9, minutes=36)),  # a fifth of two days
        ("weekly", 5 * DAY - 12 * HOUR),  # twelve hours are less than a fifth
        ("hours", 12 * HOUR - timedelta(hours=2, minutes=24)),
        ("custom 300+20", 4 * MINUTE),  # live
    ],
)
def test_a_clock_that_runs_low_is_told_once_a_turn(
    clock: str, low: timedelta, deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    wishes(cast["ann"], "low-mail now, turn-mail off")
    game = deals("ann", "ben", clock=clock)
    assert goes(mailoutbox, NOON + low - SECOND) == []
    assert goes(mailoutbox, NOON + low) == ["ann: Your clock runs low: Lost Cities with ben"]
    assert " left, until " in mailoutbox[0].body and f"/t/{game.id}/" in mailoutbox[0].body
    assert goes(mailoutbox, NOON + low + SECOND) == []
    game.now = NOON + low + SECOND
    game.puts("ann")  # half a turn is the same turn
    assert goes(mailoutbox, game.now + SECOND) == []


def test_the_next_turn_s_clock_is_told_anew(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    """Ann begins her second turn with ten hours and four more, and so with two hours and some
    minutes it is low."""
    wishes(cast["ann"], "low-mail now, turn-mail off"), wishes(cast["ben"], "turn-mail off")
    game = deals("ann", "ben", clock="hours")
    game.turn("ann", after=11 * HOUR)
    assert len(Notice.objects.filter(kind=Kind.LOW)) == 0, "nobody looked"
    game.turn("ben", after=HOUR)
    assert goes(mailoutbox, game.now + 3 * HOUR) == []  # of five hours two are left
    assert len(goes(mailoutbox, game.now + 4 * HOUR)) == 1
    assert goes(mailoutbox, game.now + 4 * HOUR + MINUTE) == []


def test_who_sits_before_a_low_clock_knows(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "low-mail now")
    game = deals("ann", "ben", clock="custom 300+20")
    presence.record_looking(game.id, cast["ann"].pk)
    assert goes(mailoutbox, NOON + 4 * MINUTE) == []
    presence.record_leaving(game.id, cast["ann"].pk)
    assert len(goes(mailoutbox, NOON + 4 * MINUTE + 10 * SECOND)) == 1


def test_first_wishes_write_no_mail_about_clocks(deals: Deals, mailoutbox: Post) -> None:
    deals("ann", "ben")
    goes(mailoutbox, NOON + MINUTE)
    assert goes(mailoutbox, NOON + 2 * DAY - HOUR) == []


# --- hours of quiet ---


def test_the_hours_of_quiet_are_where_the_user_lives() -> None:
    def until(quiet: str, now: datetime, zone: str = "Europe/Berlin") -> datetime | None:
        return quiet_until(User(quiet=quiet, zone=zone), now)

    night = NOON.replace(hour=23)  # midnight in Berlin
    morning = NOON.replace(day=22, hour=6)  # seven there
    assert until("23:00-07:00", night) == morning
    assert until("23:00-07:00", morning) is until("23:00-07:00", NOON) is None
    assert until("13:00-14:00", NOON) == NOON + HOUR
    assert until("23:00-07:00", NOON, "Pacific/Auckland") == NOON.replace(hour=18)
    assert [until(none, night) for none in ("-", "7-8", "25:00-26:00")] == [None] * 3
    spring = datetime.fromisoformat("2026-03-28T23:00:00+00:00")  # the clocks go forward at two
    assert until("23:00-07:00", spring) == spring + 6 * HOUR


def test_they_follow_sleep_unless_told_otherwise(cast: Cast) -> None:
    ann = cast["ann"]
    nights = (Day(23 * 60, 7 * 60),) * 7
    sleep.save_week(user=ann, zone="Europe/Berlin", week=nights, now=NOON - 9 * DAY)
    night, morning = NOON.replace(hour=23), NOON.replace(day=22, hour=6)
    assert quiet_until(ann, night) == morning
    assert quiet_until(ann, NOON) is quiet_until(cast["ben"], night) is None
    ann.quiet = "13:00-14:00"
    assert quiet_until(ann, night) is None
    ann.quiet = "-"
    assert quiet_until(ann, night) is None


def test_the_night_holds_everything_but_a_low_clock(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    wishes(cast["ann"], "low-mail now", quiet="11:00-15:00")
    game = deals("ann", "ben", clock="hours", now=NOON - 10 * HOUR)
    deals("ann", "ben", clock="daily")
    deals("ann", "ben", clock="daily")
    assert goes(mailoutbox, NOON + MINUTE) == ["ann: Your clock runs low: Lost Cities with ben"]
    held = Notice.objects.filter(user=cast["ann"], kind=Kind.TURN)
    assert set(held.values_list("error", "due_at")) == {(Why.HELD, NOON + 3 * HOUR)}
    tables.resign(table_id=game.id, user_id=cast["ann"].pk, now=NOON + HOUR)
    assert goes(mailoutbox, NOON + 2 * HOUR) == ["ben: Lost Cities with ann is over"]
    assert goes(mailoutbox, NOON + 3 * HOUR) == ["ann: 3 pieces of news about your games"]


def test_other_hours_let_go_what_they_held(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "", quiet="11:00-15:00")
    deals("ann", "ben")
    assert goes(mailoutbox, NOON + MINUTE) == []
    services.ask(user=cast["ann"], cells={}, about={"quiet": "-"}, now=NOON + HOUR)
    assert len(goes(mailoutbox, NOON + HOUR)) == 1


# --- by the hour and by the day ---


def test_an_hour_s_news_is_one_mail(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "turn-mail hourly, over-mail hourly, invited-mail hourly")
    first, second = deals("ann", "ben"), deals("ann", "ben")
    table = tables.open_table(creator=cast["ben"], game="odin", clock="daily", now=NOON)
    tables.invite_by_name(table_id=table.id, by=cast["ben"], name="ann", now=NOON)
    tables.resign(table_id=second.id, user_id=cast["ben"].pk, now=NOON + MINUTE)
    assert goes(mailoutbox, NOON + 5 * MINUTE) == ["ben: Lost Cities with ann is over"]
    assert goes(mailoutbox, NOON + 55 * MINUTE) == []
    assert goes(mailoutbox, NOON + HOUR) == ["ann: 3 pieces of news about your games"]
    body = mailoutbox[-1].body
    for words in (
        "Your turn: Lost Cities with ben (47 hours left)",
        "ben invites you to Odin",
        "Lost Cities with ben is over",
        "ben resigned.",
        *(f"/t/{table_id}/" for table_id in (first.id, second.id, table.id)),
    ):
        assert words in body
    html = mailoutbox[-1].alternatives[0].content  # type: ignore[attr-defined]
    assert "ben invites you to Odin</h2>" in html
    asked = mail_links.read(mailoutbox[-1].extra_headers["List-Unsubscribe"].split("/")[-2])
    assert asked and set(asked.kinds) == {Kind.TURN, Kind.OVER, Kind.INVITATION}


def test_a_day_s_news_comes_at_the_user_s_time(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "turn-mail daily", daily_at=17 * 60 + 30, zone="Asia/Kolkata")
    deals("ann", "ben")  # at half past five there
    assert goes(mailoutbox, NOON + MINUTE) == goes(mailoutbox, NOON + 23 * HOUR) == []
    assert len(goes(mailoutbox, NOON + DAY)) == 1


def test_another_time_of_the_day_moves_what_waits(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    wishes(cast["ann"], "turn-mail daily")
    deals("ann", "ben")
    assert goes(mailoutbox, NOON + MINUTE) == []
    services.ask(user=cast["ann"], cells={}, about={"daily_at": 13 * 60}, now=NOON + MINUTE)
    assert len(goes(mailoutbox, NOON + HOUR)) == 1


def test_switching_a_way_on_tells_of_later_things_only(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    wishes(cast["ann"], "over-mail off")
    game = deals("ann", "ben")
    tables.resign(table_id=game.id, user_id=cast["ben"].pk, now=NOON)
    asks(cast["ann"], "over-mail", "hourly", NOON + MINUTE)
    assert goes(mailoutbox, NOON + 2 * HOUR) == ["ben: Lost Cities with ann is over"]


# --- who stays where others are looked for ---


@pytest.mark.parametrize("asked", ["live-mail", "low-mail"])
def test_who_sits_at_a_table_for_long_keeps_nobody_from_being_told(
    deals: Deals, cast: Cast, mailoutbox: Post, monkeypatch: Patch, asked: str
) -> None:
    monkeypatch.setattr(scan, "MANY", 1)
    wishes(cast["ann"], f"{asked} now"), wishes(cast["ben"], f"{asked} now")
    first = deals("ann", "ben", clock="custom 300+20")
    deals("ben", "ann", clock="custom 300+20", now=NOON + SECOND)
    presence.record_looking(first.id, cast["ann"].pk)
    said = goes(mailoutbox, NOON + 4 * MINUTE + 10 * SECOND)
    assert [line[:4] for line in said] == ["ben:"]


def test_clocks_that_are_not_low_yet_keep_no_low_one_from_being_told(
    deals: Deals, cast: Cast, mailoutbox: Post, monkeypatch: Patch
) -> None:
    """The flag of a day's game falls sooner, and is not low yet, as its turns are short."""
    monkeypatch.setattr(scan, "MANY", 1)
    wishes(cast["ann"], "low-mail now, turn-mail off"), wishes(cast["ben"], "turn-mail off")
    long = deals("ann", "ben", clock="weekly")
    low = NOON + 5 * DAY - 12 * HOUR
    short = deals("ben", "ann", clock="hours", now=low - MINUTE)
    assert short.row.flag_at and long.row.flag_at
    Table.objects.filter(pk=short.id).update(flag_at=long.row.flag_at - HOUR)
    wishes(cast["ben"], "low-mail now, turn-mail off")
    assert [line[:4] for line in goes(mailoutbox, low)] == ["ann:"]


def test_one_that_cannot_be_told_keeps_nobody_else_from_it(
    deals: Deals, mailoutbox: Post, monkeypatch: Patch
) -> None:
    first, _second = deals("ann", "ben"), deals("ben", "ann", now=NOON + SECOND)
    real = scan.current_turn.begun

    def begun(table_id: str, number: int) -> int:
        if table_id == first.id:
            raise ValueError
        return real(table_id, number)

    monkeypatch.setattr(scan.current_turn, "begun", begun)
    assert [line[:4] for line in goes(mailoutbox, NOON + MINUTE + SECOND)] == ["ben:"]


# --- the nights on which the clocks change ---

# (zone, its minute of the day, the moments in UTC that a digest of then has in these days)
NIGHTS = [
    ("Europe/Berlin", "02:30", ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"]),
    ("Europe/Berlin", "02:30", ["2026-03-28T01:30", "2026-03-29T01:00", "2026-03-30T00:30"]),
    ("Europe/Berlin", "03:00", ["2026-10-24T01:00", "2026-10-25T02:00", "2026-10-26T02:00"]),
    ("Africa/Cairo", "23:30", ["2026-10-28T20:30", "2026-10-29T20:30", "2026-10-30T21:30"]),
    ("Africa/Cairo", "00:30", ["2026-04-22T22:30", "2026-04-23T22:00", "2026-04-24T21:30"]),
    ("Australia/Lord_Howe", "01:45", ["2026-04-03T14:45", "2026-04-04T14:45", "2026-04-05T15:15"]),
    ("Australia/Lord_Howe", "02:15", ["2026-10-02T15:45", "2026-10-03T15:30", "2026-10-04T15:15"]),
    ("America/Havana", "00:30", ["2026-10-31T04:30", "2026-11-01T04:30", "2026-11-02T05:30"]),
]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


def minute(text: str) -> int:
    return int(text[:2]) * 60 + int(text[3:])


@pytest.mark.parametrize("zone, clock, moments", NIGHTS)
def test_a_day_s_digest_has_one_moment_on_the_nights_when_the_clocks_change(
    zone: str, clock: str, moments: list[str]
) -> None:
    """Whenever within these days it is asked for."""
    wanted, now = [utc(moment) for moment in moments], utc(moments[0]) - HOUR
    found = set()
    while now < wanted[-1]:
        found.add(due.next_at(minute(clock), ZoneInfo(zone), now))
        now += 5 * MINUTE
    assert sorted(found) == wanted


@pytest.mark.parametrize(
    "zone, quiet, begins, ends",
    [
        ("Europe/Berlin", "23:00-02:30", "2026-03-28T22:00", "2026-03-29T01:00"),
        ("Europe/Berlin", "02:15-09:00", "2026-03-29T01:00", "2026-03-29T07:00"),
        ("Europe/Berlin", "23:00-02:30", "2026-10-24T21:00", "2026-10-25T00:30"),
        ("Europe/Berlin", "02:30-09:00", "2026-10-25T00:30", "2026-10-25T08:00"),
        ("Europe/Berlin", "22:00-07:00", "2026-10-24T20:00", "2026-10-25T06:00"),
        ("Africa/Cairo", "22:00-00:30", "2026-04-23T20:00", "2026-04-23T22:00"),
        ("Australia/Lord_Howe", "23:00-02:15", "2026-10-03T12:30", "2026-10-03T15:30"),
    ],
)
def test_quiet_begins_and_ends_once_on_those_nights(
    zone: str, quiet: str, begins: str, ends: str
) -> None:
    """Hold until they end, to the minute, and not once more an hour later."""
    user, now = User(quiet=quiet, zone=zone), utc(begins) - 2 * HOUR
    while now < utc(ends) + 3 * HOUR:
        held = utc(ends) if utc(begins) <= now < utc(ends) else None
        assert quiet_until(user, now) == held, now
        now += 5 * MINUTE


def test_another_zone_moves_what_waits_for_the_day_and_for_the_morning(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    """Ann says that she lives in Auckland, where it is past one at night."""
    wishes(cast["ann"], "turn-mail daily", daily_at=13 * 60, quiet="11:00-20:00")
    over = deals("ann", "ben")
    deals("ann", "ben")
    tables.resign(table_id=over.id, user_id=cast["ben"].pk, now=NOON)
    assert [line[:4] for line in goes(mailoutbox, NOON + MINUTE)] == ["ben:"]
    zone = {"mail_zone": "Pacific/Auckland"}
    services.ask(user=cast["ann"], cells={}, about=zone, now=NOON + 2 * MINUTE)
    assert goes(mailoutbox, NOON + 3 * MINUTE) == ["ann: Lost Cities with ben is over"]
    assert goes(mailoutbox, NOON + 9 * HOUR) == goes(mailoutbox, NOON + 11 * HOUR) == []
    waits = Notice.objects.get(user=cast["ann"], state=State.WAITING)
    assert waits.due_at == NOON + 12 * HOUR, "at one in the afternoon there"
