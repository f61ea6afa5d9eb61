"""Moves in the event loop, by one statement and without a thread: each is answered as Django
answers it, and what is not quite plain is answered by Django."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import limits
from accounts.models import Device, User
from config.monitoring import metrics
from games.tables import services
from games.tables.models import Action, Order, Seat
from games.tables.proof import audit
from games.tables.services import loop_connections
from tests.kit.loop import Answer, Loop, Person, loop
from tests.tables.conftest import NOON, Played
from tests.tables.test_at_once import AT_ONCE

__all__ = ["loop"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
TIMES = ("fairdeal-time", "content-length")  # gzip adds bytes at random
SOCKET = {"Fairdeal-Socket": "open"}


class Warm:
    """A game whose sessions and position the process knows."""

    def __init__(self, loop: Loop, table: Played) -> None:
        self.loop, self.table, self.path = loop, table, f"/t/{table.id}/act/"
        self.people = {name: Person.of(table.cast[name]) for name in table.cast}
        for _ in range(4):
            assert self.plays().status == 200

    @property
    def form(self) -> dict[str, Any]:
        return {"code": self.table.legal()[0], "ply": self.table.row.ply}

    @property
    def mover(self) -> Person:
        return self.people[self.table.mover]

    def plays(self, **headers: str) -> Answer:
        return self.loop.posts(self.mover, self.path, self.form, **headers)

    def is_sound(self) -> bool:
        return list(audit.faults(self.table.row)) == []


@pytest.fixture
def warm(loop: Loop, table: Played) -> Warm:
    return Warm(loop, table)


# --- plain moves


PLAIN: tuple[dict[str, str], ...] = (
    {},
    {"Accept-Encoding": "gzip, br", "Accept-Language": "de, en;q=0.5"},
    {"Fairdeal-Version": "BEFORE"},
    {"Fairdeal-Version": "x"},
    {"Fairdeal-Version": "BEFORE", **SOCKET},
    {"Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"},
    {"Origin": ""},
)


def test_a_plain_move_is_answered_as_django_answers_it(warm: Warm) -> None:
    """Django answers the same request after it, which it takes for a repeated one."""
    for asks in PLAIN:
        version, mover, form = warm.table.row.version, warm.mover, warm.form
        headers = {name: value.replace("BEFORE", str(version)) for name, value in asks.items()}
        one = warm.loop.posts(mover, warm.path, form, **headers)
        two = warm.loop.asks_django(mover, warm.path, form, **headers)
        assert (one.status, one.text) == (two.status, two.text), asks
        assert facts(one) == facts(two) and one.at_once == AT_ONCE, asks
        assert one.headers["fairdeal-receipt"] == warm.table.snapshot.receipt
        assert warm.table.row.version == version + 1
    assert warm.is_sound()


def test_the_first_move_after_a_page_needs_no_thread(loop: Loop, table: Played) -> None:
    """The page has proved the session, and the move proves it again in its statement."""
    mover, browser = Person.of(table.cast[table.mover]), Client()
    browser.cookies.load(mover.cookies)
    assert browser.get(f"/t/{table.id}/").status_code == 200
    form = {"code": table.legal()[0], "ply": table.row.ply}
    answer = loop.posts(mover, f"/t/{table.id}/act/", form, **SOCKET)
    assert (answer.status, answer.at_once) == (204, AT_ONCE)


def facts(answer: Answer) -> dict[str, set[str]]:
    """Return the headers; the order in which some are listed means nothing."""
    return {n: set(v.split(", ")) for n, v in answer.headers.items() if n not in TIMES}


@pytest.mark.parametrize("rounds", ["1", "3"])
def test_a_deal_and_the_end_are_django_s(loop: Loop, cast: dict[str, User], rounds: str) -> None:
    terms: dict[str, Any] = {"options": {"rounds": rounds}, "clock": "custom 9000+5"}
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", now=timezone.now(), **terms
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=timezone.now())
    table = Played(opened.id, cast)
    table.now = timezone.now()
    table.plays_on(lambda at: sum(logged.entry.code == "draw stock" for logged in at.log) == 38)
    game, answers = Warm(loop, table), []
    while table.row.status == "running" and len(answers) < 16:
        codes = table.legal()
        form = game.form | {"code": "draw stock" if "draw stock" in codes else codes[-1]}
        answers.append(loop.posts(game.mover, game.path, form, **SOCKET))
    assert {answer.status for answer in answers} == {204}
    assert sum(not answer.at_once for answer in answers) == 1 or not AT_ONCE
    assert game.is_sound() and (table.row.ended_by == "rules") == (rounds == "1")


def test_several_codes_and_cards(warm: Warm, cast: dict[str, User]) -> None:
    mover, ply, first = warm.mover, warm.table.row.ply, warm.table.legal()[0]
    form = {"codes": f"{first},draw stock", "ply": ply}
    one, two = (warm.loop.posts(mover, warm.path, form) for _ in range(2))
    assert (one.at_once, two.at_once) == (AT_ONCE, False) and one.text == two.text
    opened = services.open_table(
        creator=cast["ann"], game="odin", seats=2, order=Order.SEATS, now=NOON
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    odin = Warm(warm.loop, Played(opened.id, cast))
    plays = [code for code in odin.table.legal() if code.startswith("play ")]
    if not plays:
        odin.plays()
        plays = [code for code in odin.table.legal() if code.startswith("play ")]
    cards = {"card": plays[0].split(" ")[1:], "ply": odin.table.row.ply}
    answer = odin.loop.posts(odin.mover, odin.path, cards)
    assert (answer.status, answer.at_once) == (200, AT_ONCE), answer.alert
    assert odin.table.log[-1].endswith(plays[0])


# --- refusals

Sends = Callable[[Warm], tuple[Person, dict[str, Any] | bytes, dict[str, str]]]
REFUSED: dict[str, tuple[int, Sends]] = {
    "an illegal code": (422, lambda w: (w.mover, w.form | {"code": "fly"}, {})),
    "no code": (422, lambda w: (w.mover, {"ply": w.form["ply"]}, {})),
    "a seat that waits": (422, lambda w: (w.people[w.table.waiter], w.form, {})),
    "an earlier ply": (409, lambda w: (w.mover, {"code": w.table.legal()[-1], "ply": 2}, {})),
    "a later ply": (409, lambda w: (w.mover, w.form | {"ply": 200}, {})),
    "no ply": (422, lambda w: (w.mover, {"code": w.form["code"]}, {})),
    "a ply that is none": (422, lambda w: (w.mover, w.form | {"ply": "²"}, {})),
    "a stranger": (403, lambda w: (w.people["dee"], w.form, {})),
    "no session": (403, lambda w: (Person({"csrftoken": "t" * 32}), w.form, {})),
    "a forged session": (
        403,
        lambda w: (Person(w.mover.cookies | {"sessionid": "e30:1:x"}), w.form, {}),
    ),
    "no token": (403, lambda w: (w.mover, w.form, {"X-CSRFToken": ""})),
    "a wrong token": (403, lambda w: (w.mover, w.form, {"X-CSRFToken": "u" * 32})),
    "a wrong token in the form": (
        403,
        lambda w: (w.mover, w.form | {"csrfmiddlewaretoken": "u" * 32}, {}),
    ),
    "no cookie for the token": (
        403,
        lambda w: (Person({"sessionid": w.mover.cookies["sessionid"]}), w.form, {}),
    ),
    "another site": (403, lambda w: (w.mover, w.form, {"Origin": "https://evil.example"})),
    "no origin at all": (403, lambda w: (w.mover, w.form, {"Origin": "null"})),
    "another scheme": (403, lambda w: (w.mover, w.form, {"Origin": "https://localhost"})),
    "a host that is not ours": (400, lambda w: (w.mover, w.form, {"Host": "evil.example"})),
    "a NUL": (400, lambda w: (w.mover, w.form | {"code": "play\0R2"}, {})),
    "an unknown charset": (
        400,
        lambda w: (
            w.mover,
            w.form,
            {"Content-Type": "application/x-www-form-urlencoded; charset=utf-7"},
        ),
    ),
    "a body that is too large": (413, lambda w: (w.mover, b"a" * 70_000, {})),
    "a form that is not for forms": (
        422,
        lambda w: (w.mover, w.form, {"Content-Type": "text/plain"}),
    ),
}


def test_each_refusal_is_the_same_both_ways(warm: Warm) -> None:
    version = warm.table.row.version
    for name, (status, sends) in REFUSED.items():
        who, fields, headers = sends(warm)
        one = warm.loop.posts(who, warm.path, fields, **headers)
        two = warm.loop.asks_django(who, warm.path, fields, **headers)
        assert (one.status, one.alert) == (two.status, two.alert), name
        assert one.status == status, name
        assert set(one.headers) == set(two.headers), name
    assert warm.table.row.version == version
    for path, status in (("/t/nowhere/act/", 404), (f"{warm.path}?x=1", 200)):
        answer = warm.loop.posts(warm.mover, path, warm.form)
        assert (answer.status, answer.at_once) == (status, False)


def test_a_plain_form_goes_to_django(warm: Warm) -> None:
    answer = warm.plays(**{"HX-Request": "", "X-CSRFToken": ""})
    assert (answer.status, answer.at_once) == (403, False)
    form = warm.form | {"csrfmiddlewaretoken": "t" * 32}
    answer = warm.loop.posts(warm.mover, warm.path, form, **{"HX-Request": "", "X-CSRFToken": ""})
    assert (answer.status, answer.at_once) == (303, False)


def test_who_is_too_fast_is_told_so(warm: Warm) -> None:
    user, form = warm.table.cast[warm.table.mover], warm.form
    while limits.allow("moves", user.pk):
        pass
    answers = [ask(warm.mover, warm.path, form) for ask in (warm.loop.posts, warm.loop.asks_django)]
    assert {(answer.status, answer.alert) for answer in answers} == {
        (429, "That was too fast. Wait a moment, then try again.")
    }
    assert warm.form == form


def test_a_session_that_is_good_no_longer(warm: Warm) -> None:
    """The process knows the cookie, and that it was good a moment ago."""
    version, user = warm.table.row.version, warm.table.cast[warm.table.mover]
    users, seats = User.objects.filter(pk=user.pk), Seat.objects.filter(user=user)
    number = seats.get().pk
    changes: tuple[tuple[Any, dict[str, Any]], ...] = (
        (users, {"password": "another"}),
        (users, {"sign_outs": 9}),
        (users, {"is_active": False}),
        (Device.objects.filter(user=user), {"ended": NOON}),
        (Seat.objects.filter(pk=number), {"user": warm.table.cast["dee"]}),
    )
    for rows, change in changes:
        before = rows.values(*change).get()
        rows.update(**change)
        for ask in (warm.loop.posts, warm.loop.asks_django):
            assert ask(warm.people[user.username], warm.path, warm.form).status == 403, change
        rows.update(**before)
    assert warm.table.row.version == version
    assert warm.plays().status == 200


def test_a_cookie_that_is_too_old(warm: Warm, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time() + settings.SESSION_COOKIE_AGE + 60
    monkeypatch.setattr(time, "time", lambda: now)
    answer = warm.plays()
    assert (answer.status, answer.at_once) == (403, False)


# --- what Django is asked


def test_a_flag_that_is_due_falls_first(
    loop: Loop, cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", clock="normal", now=timezone.now()
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=timezone.now())
    game = Warm(loop, Played(opened.id, cast))
    mover, form, due = game.mover, game.form, game.table.row.flag_at
    assert due is not None
    monkeypatch.setattr(timezone, "now", lambda: due + timedelta(seconds=1))
    answer = loop.posts(mover, game.path, form)
    assert (answer.status, answer.at_once) == (409, False)
    assert game.table.row.ended_by == "flag" and game.is_sound()


def test_an_offer_lapses_with_the_next_move(warm: Warm) -> None:
    waiter = warm.table.cast[warm.table.waiter].pk
    services.draw(table_id=warm.table.id, user_id=waiter, agree=True, now=NOON)
    answer = warm.plays()
    assert (answer.status, answer.at_once, warm.table.row.draw_by) == (200, False, "")


def test_a_bot_is_asked_for_its_move(
    loop: Loop, cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    for name in ("send", "send_in_thread"):
        monkeypatch.setattr(
            f"games.tables.services.task_queue.{name}",
            lambda task, *facts, countdown=0: asked.append((task, *facts)),
        )
    terms: dict[str, Any] = {"order": Order.SEATS, "bots": {1: "club"}}
    opened = services.open_table(creator=cast["ann"], game="lost_cities", now=NOON, **terms)
    table, ann = Played(opened.id, cast), Person.of(cast["ann"])
    for _ in range(2):
        form = {"code": table.legal("ann")[-1], "ply": table.row.ply}
        answer = loop.posts(ann, f"/t/{table.id}/act/", form)
    assert (answer.status, answer.at_once) == (200, AT_ONCE)
    assert asked == [("games.tables.tasks.play_bot", table.id, table.row.ply)]


# --- races and cut lines


def test_two_at_once_and_the_same_one_twice(warm: Warm) -> None:
    """They meet in the loop, and one of them in a thread of Django's."""

    async def together(*forms: dict[str, Any]) -> list[Answer]:
        here = [warm.loop.post(mover, warm.path, form) for form in forms]
        one = warm.loop.post(mover, warm.path, forms[0], app=warm.loop.django)
        return list(await asyncio.gather(*here, one))

    for _ in range(5):
        mover, codes, ply = warm.mover, warm.table.legal(), warm.table.row.ply
        forms = [{"code": code, "ply": ply} for code in (*codes[:2], codes[0])]
        statuses = [answer.status for answer in warm.loop.run(together(*forms))]
        assert set(statuses) <= {200, 409} and statuses.count(409) in (0, 1, 3)
        assert warm.table.row.ply == ply + 1
    assert warm.is_sound()


@pytest.mark.parametrize("written", [True, False])
def test_a_line_that_breaks_leaves_the_move_once(
    warm: Warm, written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows whether the statement was committed: Django finds out."""
    mover, form, ply = warm.mover, warm.form, warm.table.row.ply
    row = loop_connections.Connections.row

    async def cut(*statement: Any) -> None:
        if written:
            await row(*statement)
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(loop_connections.Connections, "row", cut)
    one = warm.loop.posts(mover, warm.path, form)
    assert (one.status, one.at_once) == (200, False)
    two = warm.loop.posts(mover, warm.path, form)
    assert (two.status, two.text) == (200, one.text)
    assert Action.objects.filter(table=warm.table.id, ply=ply).get().code == form["code"]
    assert warm.table.row.ply == ply + 1 and warm.is_sound()


def test_connections_that_were_cut_are_made_anew(warm: Warm) -> None:
    if not AT_ONCE:  # SQLite has no connections to cut
        return
    assert warm.plays().at_once
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    cut, next_ = warm.plays(), warm.plays()
    assert (cut.status, next_.status, next_.at_once) == (200, 200, True)
    assert warm.is_sound()


def test_nothing_waits_for_redis(warm: Warm, redis_server: Any) -> None:
    redis_server.stop()
    try:
        answers = [warm.plays() for _ in range(3)]
    finally:
        redis_server.start()
    assert [(answer.status, answer.at_once) for answer in answers] == [(200, AT_ONCE)] * 3


def test_an_error_in_the_loop_is_django_s_to_answer(
    warm: Warm, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(services, "prepare", lambda **_facts: 1 / 0)
    answer = warm.plays()
    assert (answer.status, answer.at_once) == (200, False)
    assert "ZeroDivisionError" in caplog.text


# --- screens and figures


def test_the_opponent_sees_it_before_the_mover_is_answered(warm: Warm) -> None:
    table, version, form, seen = warm.table, warm.table.row.version, warm.form, []
    mover, waiter = warm.mover, warm.people[table.waiter]

    async def scene() -> tuple[Answer, int]:
        async with (
            warm.loop.screen(mover, table.id, version) as movers,
            warm.loop.screen(waiter, table.id, version) as others,
        ):
            handed = warm.loop.loop.hand_overs
            answer = await warm.loop.post(mover, warm.path, form, **SOCKET)
            handed = warm.loop.loop.hand_overs - handed
            if AT_ONCE:
                seen.append(others.output_queue.get_nowait()["text"])
            seen.append((await movers.receive_output(timeout=30))["text"])
        return answer, handed

    answer, handed = warm.loop.run(scene())
    assert (answer.status, answer.at_once) == (204, AT_ONCE)
    assert handed == 0 or not AT_ONCE
    shown = f'data-version="{version + 1}"'
    assert seen and all(shown in text for text in seen)


def test_each_move_is_counted_once(warm: Warm) -> None:
    def counted() -> float:
        return metrics.MOVES._value.get()

    before = counted()
    warm.plays()
    warm.loop.posts(warm.mover, warm.path, warm.form | {"code": "fly"})
    assert counted() == before + 1
