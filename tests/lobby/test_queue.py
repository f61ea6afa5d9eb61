"""Tables that wait for the reader: in the order of their deadlines, with what the others did, and
put off for an hour."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lobby import last_turns, selectors
from games.notices import selectors as notices
from games.tables.models import Seat, Table
from tests.kit.played import Played, dealt, sits_down
from tests.lobby.conftest import NOON
from tests.tables.pages import read

Visits = Callable[..., Client]
Opens = Callable[..., Table]
HOUR = timedelta(hours=1)


@pytest.fixture
def clock() -> object:
    with time_machine.travel(NOON, tick=False) as moving:
        yield moving


@pytest.fixture
def waits(cast: dict[str, User]) -> Callable[..., str]:
    """`waits("daily")`: the id of a table at which Ann has to begin against Ben."""
    return lambda pace="daily": dealt(cast, "ann", "ben", clock=pace, order="seats").id


def posts(browser: Client, path: str, **fields: str) -> str:
    """Post a form with its token, and return the page that is then shown."""
    token = browser.cookies["csrftoken"] = "x" * 32
    answer = browser.post(path, {"csrfmiddlewaretoken": token, **fields}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def listed(html: str) -> list[str]:
    """Return the ids of the tables in the queue, as the page has them."""
    return re.findall(r'<h2><a href="/t/(\w+)/"', html)


def line(html: str) -> str:
    """Return the line about hidden tables; "" if there is none."""
    found = re.search(r'class="turns__hidden".*?</form>', html, re.DOTALL)
    text = re.sub(r"<[^>]*>", " ", found[0].partition(">")[2]) if found else ""
    return " ".join(unescape(text).split())


def test_the_nearest_deadline_comes_first_and_so_does_the_way_on(
    waits: Callable[..., str], visits: Visits, clock: object
) -> None:
    untimed, weekly, hours, daily = map(waits, ("untimed", "weekly", "hours", "daily"))
    ann = visits("ann")
    html = ann.get("/").content.decode()
    assert listed(html) == [hours, daily, weekly, untimed]
    assert ann.get("/next/")["Location"] == f"/t/{hours}/"
    assert ann.get(f"/next/?from={hours}")["Location"] == f"/t/{daily}/"
    since = [row.text for row in read(html).all("p", class_="turn__since")]
    assert since == ["12 hours left", "2 days left", "5 days left", "just now"]


def test_what_runs_low_is_marked(waits: Callable[..., str], cast: dict[str, User]) -> None:
    for pace, after, low in (
        ("hours", timedelta(hours=9), False),
        ("hours", timedelta(hours=10), True),
        ("weekly", timedelta(days=4), False),
        ("weekly", timedelta(days=4, hours=12), True),
    ):
        table = waits(pace)
        mine = selectors.my_tables(cast["ann"], NOON + after).my_turn
        assert [each.is_low for each in mine if each.id == table] == [low]


def test_a_live_clock_says_what_was_left_when_the_page_was_made(
    waits: Callable[..., str], visits: Visits, clock: object
) -> None:
    waits("slow")
    html = visits("ann").get("/").content.decode()
    assert "10 min on your clock" in html and "Snooze for an hour" not in html


def test_each_opponent_is_told_by_the_last_turn(cast: dict[str, User], visits: Visits) -> None:
    terms = {"game": "odin", "seats": 3, "clock": "daily", "order": "seats"}
    game = sits_down(cast, "ann", "ben", "cal", **terms)
    order = []
    while len(order) < 3 or game.mover in order[-2:]:
        order.append(game.mover)
        game.plays(f"{game.mover} {game.legal()[0]}")
    me = game.mover
    table = Table.objects.get()
    told = last_turns.by_table([table], cast[me])[table.pk]
    others = [name for name in dict.fromkeys(reversed(order)) if name != me]
    assert [text.split()[0] for text in told.lines] == others and len(others) == 2
    html = visits(me).get("/").content.decode()
    assert all(text in unescape(html) for text in told.lines)


def test_a_pile_that_was_taken_from_names_the_card_that_all_saw(
    cast: dict[str, User], waits: Callable[..., str]
) -> None:
    """As the log does. What was drawn from the stock is not named to the other."""
    game = Played(waits(), cast)
    discard = next(code for code in game.legal() if code.startswith("discard"))
    game.plays(f"ann {discard}", "ann draw stock")
    card = discard.split()[1]
    discards = [code for code in game.legal() if code.startswith("discard")]
    second = next(code for code in discards if code.split()[1][0] != card[0])
    game.plays(f"ben {second}", f"ben draw {card[0]}")
    table = Table.objects.get()
    (text,) = last_turns.by_table([table], cast["ann"])[table.pk].lines
    assert "took" in text and "stock" not in text
    (own,) = last_turns.by_table([table], cast["ben"])[table.pk].lines[1:]
    assert own.startswith("ann discarded") and own.endswith("and drew from the stock")


def test_an_hour_later_it_is_back(waits: Callable[..., str], visits: Visits) -> None:
    first, second = waits("hours"), waits("daily")
    ann = visits("ann")
    with time_machine.travel(NOON, tick=False) as moving:
        html = posts(ann, "/later/", table=first)
        assert listed(html) == [second]
        assert line(html) == "1 table hidden until 13:00 UTC · Show hidden tables"
        assert ann.get("/next/")["Location"] == f"/t/{second}/"
        assert 'data-count="1"' in html
        moving.move_to(NOON + HOUR)
        html = ann.get("/").content.decode()
        assert listed(html) == [first, second] and line(html) == ""
        assert 'data-count="2"' in html


def test_show_brings_all_back(waits: Callable[..., str], visits: Visits, clock: object) -> None:
    tables = [waits(), waits()]
    ann = visits("ann")
    for table in tables:
        html = posts(ann, "/later/", table=table)
    assert listed(html) == [] and "Nothing else is waiting for you" in html
    assert line(html).startswith("2 tables hidden, the first until 13:00")
    assert ann.get("/next/")["Location"] == "/"
    assert sorted(listed(posts(ann, "/later/show/"))) == sorted(tables)


def test_the_time_is_that_of_the_readers_zone(
    waits: Callable[..., str], visits: Visits, cast: dict[str, User], clock: object
) -> None:
    User.objects.filter(pk=cast["ann"].pk).update(zone="Asia/Kolkata")
    assert "until 18:30 ·" in line(posts(visits("ann"), "/later/", table=waits()))


def test_what_is_over_within_the_hour_cannot_wait(
    waits: Callable[..., str], visits: Visits, cast: dict[str, User], clock: object
) -> None:
    live, close = waits("normal"), waits("hours")
    Table.objects.filter(pk=close).update(flag_at=NOON + HOUR)
    ann = visits("ann")
    for table in (live, close, "nosuch", "x" * 300):
        assert "cannot be snoozed" in posts(ann, "/later/", table=table)
    assert not Seat.objects.filter(hidden_until__isnull=False).exists()


def test_nobody_hides_what_belongs_to_others(
    waits: Callable[..., str], visits: Visits, cast: dict[str, User], clock: object
) -> None:
    table = waits()
    posts(visits("cal"), "/later/", table=table)
    assert not Seat.objects.filter(hidden_until__isnull=False).exists()
    posts(visits("ben"), "/later/", table=table)
    assert listed(visits("ann").get("/").content.decode()) == [table]
    assert "/login/" in visits().post("/later/", {"table": table}).get("Location", "/login/")


def test_open_tabs_learn_when_the_hour_is_over(
    waits: Callable[..., str], visits: Visits, cast: dict[str, User]
) -> None:
    waits()
    with time_machine.travel(NOON, tick=False) as moving:
        before = notices.marks([cast["ann"].pk])
        posts(visits("ann"), "/later/", table=Table.objects.get().pk)
        assert notices.marks([cast["ann"].pk]) != before
        moving.move_to(NOON + HOUR)
        assert notices.marks([cast["ann"].pk]) == before


def test_the_queue_reads_no_more_rows_for_more_tables(
    waits: Callable[..., str],
    cast: dict[str, User],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(4):
        waits()
    with django_assert_num_queries(4):
        selectors.my_tables(cast["ann"], NOON)
