"""The calendar as a calendar program reads it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import icalendar
import pytest
import time_machine
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from config.limits import Rate
from config.monitoring import log_privacy
from games.notices.calendar import services
from games.notices.calendar.models import Calendar
from games.tables import services as tables
from tests.kit.types import Cast, Log, Visits
from tests.notices.conftest import DAY, HOUR, NOON, Deals
from tests.notices.test_pages import posts

pytestmark = pytest.mark.django_db
Reads = Callable[[str], list[icalendar.Event]]


@pytest.fixture(autouse=True)
def noon() -> Any:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def tokens(cast: Cast) -> dict[str, str]:
    """Give the tokens of everybody's calendar."""
    return {name: services.renew(user=user, now=NOON) for name, user in cast.items()}


@pytest.fixture
def reads(tokens: dict[str, str]) -> Reads:
    """Read somebody's calendar: its events."""

    def read(name: str) -> list[icalendar.Event]:
        answer = Client().get(f"/calendar/{tokens[name]}.ics")
        assert answer.status_code == 200
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        calendar = icalendar.Calendar.from_ical(answer.content)
        assert calendar["VERSION"] == "2.0" and calendar.errors == []
        return list(calendar.walk("VEVENT"))

    return read


def test_a_turn_that_waits_for_me_is_an_event_at_its_deadline(deals: Deals, reads: Reads) -> None:
    game = deals("ann", "ben")
    (event,) = reads("ann")
    assert event.decoded("DTSTART") == NOON + 2 * DAY == game.row.flag_at
    assert event["DTSTART"].to_ical() == b"20261123T120000Z" and "DTEND" not in event
    assert event.decoded("DTSTAMP") == event.decoded("LAST-MODIFIED") == NOON
    assert event["SUMMARY"] == "Your turn: Lost Cities with ben"
    assert event["URL"].endswith(f"/t/{game.id}/") and event["SEQUENCE"] == game.row.version
    assert event["CLASS"] == "PRIVATE" and not event.walk("VALARM")
    assert reads("ben") == [] == reads("cal")


def test_only_then(deals: Deals, reads: Reads) -> None:
    deals("ann", "ben", clock="normal")
    deals("ann", "ben", clock="untimed")
    over = deals("ann", "ben")
    tables.resign(table_id=over.id, user_id=over.cast["ben"].pk, now=NOON)
    assert reads("ann") == []


def test_a_turn_keeps_its_uid_and_the_next_one_has_another(
    deals: Deals, reads: Reads, noon: Any
) -> None:
    game = deals("ann", "ben")
    (first,) = reads("ann")
    game.puts("ann")  # half of a turn
    (same,) = reads("ann")
    assert same["UID"] == first["UID"] and same["SEQUENCE"] > first["SEQUENCE"]
    game.acts("ann", "draw stock")
    assert reads("ann") == []
    (bens,) = reads("ben")
    game.turn("ben")
    (second,) = reads("ann")
    assert len({first["UID"], bens["UID"], second["UID"]}) == 3
    assert second.decoded("DTSTART") == game.row.flag_at
    assert second.decoded("LAST-MODIFIED") == game.now


def test_the_nearest_deadline_comes_first_and_what_is_past_does_not_come(
    deals: Deals, reads: Reads, noon: Any
) -> None:
    deals("ann", "ben", clock="weekly")
    deals("ann", "cal", clock="hours")
    ends = [event.decoded("DTSTART") for event in reads("ann")]
    assert ends == [NOON + 12 * HOUR, NOON + 5 * DAY]
    noon.move_to(NOON + 12 * HOUR)
    assert [event.decoded("DTSTART") for event in reads("ann")] == [NOON + 5 * DAY]


def test_it_asks_four_times_whatever_is_played(
    deals: Deals, tokens: dict[str, str], django_assert_num_queries: Callable[..., Any]
) -> None:
    for _ in range(3):
        deals("ann", "ben")
    with django_assert_num_queries(4):  # the last is for events
        Client().get(f"/calendar/{tokens['ann']}.ics")


def test_opponents_are_not_named_if_i_say_so(
    deals: Deals, reads: Reads, cast: Cast, tokens: dict[str, str]
) -> None:
    deals("ann", "ben")
    services.choose_names(user=cast["ann"], names=False)
    assert reads("ann")[0]["SUMMARY"] == "Your turn: Lost Cities"
    assert b"ben" not in Client().get(f"/calendar/{tokens['ann']}.ics").content


def test_no_name_adds_a_line(deals: Deals, reads: Reads, cast: Cast) -> None:
    deals("ann", "ben")
    hostile = "a\r\nURL:evil;,\\n\nEND:"
    User.objects.filter(pk=cast["ben"].pk).update(username=hostile)
    (event,) = reads("ann")
    assert event["URL"].startswith("http://") and "evil" not in event["URL"]
    assert event["SUMMARY"].startswith("Your turn: Lost Cities with a")
    assert "URL:evil;,\\n" in event["SUMMARY"]


def test_a_guest_has_a_calendar_too(deals: Deals, reads: Reads) -> None:
    deals("dee", "ben")
    assert len(reads("dee")) == 1


def test_a_program_that_has_it_is_told_so(deals: Deals, tokens: dict[str, str]) -> None:
    game, address = deals("ann", "ben"), f"/calendar/{tokens['ann']}.ics"
    first = Client().get(address)
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    game.turn("ann")
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200
    for answer in (first, again, Client().head(address)):
        assert answer["Cache-Control"] == "private, no-store"
        assert answer["X-Robots-Tag"] == "noindex"


def test_a_new_address_ends_the_old_one(tokens: dict[str, str], cast: Cast) -> None:
    new = services.renew(user=cast["ann"], now=NOON)
    assert Client().get(f"/calendar/{tokens['ann']}.ics").status_code == 404
    assert Client().get(f"/calendar/{new}.ics").status_code == 200
    services.remove(user=cast["ann"])
    assert Client().get(f"/calendar/{new}.ics").status_code == 404


def test_a_closed_account_has_none(tokens: dict[str, str], cast: Cast) -> None:
    accounts.close(user=cast["ann"], now=NOON)
    assert Client().get(f"/calendar/{tokens['ann']}.ics").status_code == 404
    assert not Calendar.objects.filter(user=cast["ann"]).exists()


def test_the_token_stands_nowhere(tokens: dict[str, str]) -> None:
    for calendar in Calendar.objects.all():
        assert not {*tokens.values()} & {str(value) for value in vars(calendar).values()}
    line = log_privacy.redact(f"GET /calendar/{tokens['ann']}.ics failed")
    assert line == "GET /calendar/… failed"


def test_readings_are_limited(tokens: dict[str, str], settings: Any, caplog: Log) -> None:
    settings.LIMIT_RATES = settings.LIMIT_RATES | {"calendar": Rate(3, 10**6)}
    with caplog.at_level(logging.DEBUG):
        answers = [Client().get(f"/calendar/{tokens['ann']}.ics").status_code for _ in range(4)]
        assert answers == [200] * 3 + [429]
        assert Client().get(f"/calendar/{tokens['ben']}.ics").status_code == 200
        misses = [Client().get("/calendar/no-such.ics").status_code for _ in range(4)]
        assert misses == [404] * 3 + [429]
    assert tokens["ann"] not in caplog.text


def test_the_page_shows_an_address_once(visits: Visits, deals: Deals) -> None:
    deals("ann", "ben")
    ann = visits("ann")
    status, page = posts(ann, "/calendar/")
    address = re.search(r"https?://[^<\"]+\.ics", page)
    assert status == 200 and address and f"webcal://{address[0].partition('://')[2]}" in page
    assert b"Lost Cities" in Client().get(urlsplit(address[0]).path).content
    assert ".ics" not in ann.get("/calendar/").content.decode()
    posts(ann, "/calendar/names/")
    assert not Calendar.objects.get().names
    posts(ann, "/calendar/names/", names="on")
    assert Calendar.objects.get().names
    posts(ann, "/calendar/remove/")
    assert not Calendar.objects.exists()


def test_strangers_are_asked_to_sign_in(visits: Visits) -> None:
    for path in ("/calendar/", "/calendar/names/", "/calendar/remove/"):
        assert "id_password" in posts(visits(), path)[1]
    assert not Calendar.objects.exists()
