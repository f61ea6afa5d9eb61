"""Push and webhooks beside mail: each place by itself. The push service and the listener run here,
and answer over TCP."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from accounts import mail_connection
from accounts import models as accounts
from accounts.models import User
from games.notices import services
from games.notices.channels import CHANNELS, interface
from games.notices.models import Notice, State, Where, Why
from games.notices.push import services as push
from games.notices.push.models import Device
from games.notices.push.services.devices import read
from games.notices.services import timing
from games.notices.webhooks import services as hooks
from games.tables import services as tables
from games.tables.live import presence
from tests.kit.types import Cast, Patch, Post, Together
from tests.notices.conftest import DAY, HOUR, MINUTE, NOON, Deals, wishes
from tests.push.service import Browser, Service, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    settings.OUTBOUND_NETWORKS = [ip_network("127.0.0.0/8")]
    with running(NOON) as service:
        yield service


def phone(user: User, service: Service, name: str = "Phone") -> tuple[Browser, Device]:
    """Return a browser of a user that takes pushes, and the site's record of it."""
    browser, day = service.browser(f"/p/{user.pk}-{name}"), NOON.date()
    signed_in = accounts.Device.objects.create(
        user=user, key=f"{user.pk}{name}", browser=name, first_seen=day, last_seen=day
    )
    fields = browser.fields
    where = read(fields["endpoint"], fields["p256dh"], fields["auth"])
    taken = push.subscribe(user=user, signed_in=signed_in, subscription=where, now=NOON)
    return browser, taken


def listens(user: User, service: Service) -> None:
    """Give a user a webhook, that of a program which says yes."""
    service.answers["/hook"] = (200, {})
    hooks.set_address(user=user, kind="json", address=f"{service.origin}/hook", now=NOON)


def path(browser: Browser) -> str:
    return urlsplit(browser.endpoint).path


def still() -> float:
    """Return the time by a clock that stands: a busy machine ends no run early."""
    return 0.0


def goes(now: datetime, *wheres: Where) -> list[int]:
    """Do what the tasks of beat do; how many messages went out on each channel."""
    services.find_due(now=now)
    return [services.send_due(now=now, where=where, clock=still) for where in wheres or Where]


def told(user: User, where: Where = Where.PUSH) -> list[tuple[str, str]]:
    rows = Notice.objects.filter(user=user, where=where).order_by("pk")
    return list(rows.values_list("kind", "state"))


def titles(browser: Browser, service: Service) -> list[str]:
    """Return the titles that a browser was pushed, in order."""
    ours = [taken for taken in service.taken if browser.endpoint.endswith(taken.path)]
    return [browser.reads(taken.body)["title"] for taken in ours]


# --- where it goes ---


def test_every_place_is_told_once(
    deals: Deals, cast: Cast, service: Service, mailoutbox: Post
) -> None:
    ann = cast["ann"]
    ann_phone, ann_laptop = phone(ann, service), phone(ann, service, "Laptop")
    listens(ann, service)
    deals("ann", "ben")
    assert goes(NOON + MINUTE) == [1, 2, 1]
    assert goes(NOON + HOUR) == [0, 0, 0]
    for browser, _device in (ann_phone, ann_laptop):
        assert titles(browser, service) == ["Your turn: Lost Cities with ben"]
    assert len(mailoutbox) == 1 and service.asked.count("/hook") == 1
    assert {row.place for row in Notice.objects.all()} == {
        "",
        "Phone",
        "Laptop",
        urlsplit(service.origin).netloc,
    }


def test_each_cell_counts_by_itself(deals: Deals, cast: Cast, service: Service) -> None:
    phone(cast["ann"], service), listens(cast["ann"], service)
    wishes(cast["ann"], "turn-mail off, turn-push hourly, turn-webhook now")
    deals("ann", "ben")
    assert goes(NOON + MINUTE) == [0, 0, 1]
    assert goes(NOON + HOUR - MINUTE) == [0, 0, 0]
    assert goes(NOON + HOUR) == [0, 1, 0]


def test_who_has_a_device_and_no_address_is_told(
    deals: Deals, cast: Cast, service: Service
) -> None:
    """Dee is a guest, Cal's address is not confirmed."""
    dees, cals = phone(cast["dee"], service)[0], phone(cast["cal"], service, "Tablet")[0]
    deals("dee", "ann"), deals("cal", "ann")
    assert goes(NOON + MINUTE, Where.PUSH) == [2]
    assert titles(dees, service) == titles(cals, service) == ["Your turn: Lost Cities with ann"]


def test_a_new_device_hears_of_what_happens_from_then_on(
    deals: Deals, cast: Cast, service: Service
) -> None:
    """Cal sees the tables that wait while he adds his phone."""
    deals("cal", "ann", now=NOON - DAY)
    browser, _ = phone(cast["cal"], service)
    assert goes(NOON + MINUTE, Where.PUSH) == [0]
    deals("cal", "ann", now=NOON + MINUTE)
    assert goes(NOON + HOUR, Where.PUSH) == [1]
    service.now = NOON + 20 * HOUR
    assert goes(service.now, Where.PUSH) == [1], "but a clock that runs low is told"
    assert titles(browser, service) == ["Your turn: Lost Cities with ann", "Your clock runs low"]


def test_a_lock_screen_tells_no_card(deals: Deals, cast: Cast, service: Service) -> None:
    browser, _ = phone(cast["ann"], service)
    game = deals("ben", "ann")
    game.turn("ben")  # he discarded a card that Ann may see on the board, and others on the train
    goes(game.now + MINUTE)
    (taken,) = service.taken
    said = browser.reads(taken.body)
    assert said == {
        "title": "Your turn: Lost Cities with ben",
        "body": "2 days left, until Monday 13:00 UTC.",
        "url": f"{settings.BASE_URL}/t/{game.id}/",
        "tag": f"table-{game.id}",
        "turn": True,
    }


def test_invitations_and_ends_are_pushed(deals: Deals, cast: Cast, service: Service) -> None:
    browser, _ = phone(cast["ben"], service)
    wishes(cast["ben"], "over-push now")
    table = tables.open_table(creator=cast["ann"], game="odin", clock="daily", now=NOON)
    tables.invite_by_name(table_id=table.id, by=cast["ann"], name="ben", now=NOON)
    game = deals("ann", "ben")
    tables.resign(table_id=game.id, user_id=cast["ann"].pk, now=NOON)
    goes(NOON + MINUTE)
    assert titles(browser, service) == ["ann invites you to Odin", "Lost Cities with ann is over"]
    assert "You win." in browser.reads(service.taken[-1].body)["body"]


# --- trouble ---


def test_one_place_that_fails_keeps_no_other_back(
    deals: Deals, cast: Cast, service: Service, mailoutbox: Post
) -> None:
    """The phone's push service answers 500. It is tried again with growing pauses, and whatever
    else waits for the phone costs no try of its own."""
    broken, fine = phone(cast["ann"], service), phone(cast["ann"], service, "Laptop")
    service.answers[path(broken[0])] = 500
    deals("ann", "ben"), deals("ann", "ben")
    assert goes(NOON + MINUTE) == [1, 2, 0]
    assert titles(fine[0], service) == ["Your turn: Lost Cities with ben"] * 2
    rows = Notice.objects.filter(target=broken[1].pk, where="push").order_by("pk")
    failed = (1, "The push service reported an error.")
    assert list(rows.values_list("tries", "error")) == [failed, (0, Why.RESTS)]
    assert len(mailoutbox) == 1 and service.asked.count(path(broken[0])) == 1
    now, asked = NOON + MINUTE, 1
    for wait in mail_connection.AGAIN[:3]:
        assert goes(now + wait - MINUTE / 2, Where.PUSH) == [0]
        now += wait
        goes(now, Where.PUSH)
        asked += 1
        assert service.asked.count(path(broken[0])) == asked
    service.answers.clear()
    assert goes(now + mail_connection.AGAIN[3], Where.PUSH) == [2]
    assert titles(broken[0], service) == ["Your turn: Lost Cities with ben"] * 2
    assert {state for _, state in told(cast["ann"])} == {State.SENT}


def test_a_service_that_asks_for_patience_gets_it(
    deals: Deals, cast: Cast, service: Service
) -> None:
    browser, _ = phone(cast["ann"], service)
    service.answers[path(browser)] = (429, {"Retry-After": "3600"})
    deals("ann", "ben")
    goes(NOON + MINUTE, Where.PUSH)
    service.answers.clear()
    assert goes(NOON + HOUR, Where.PUSH) == [0]
    assert goes(NOON + HOUR + MINUTE, Where.PUSH) == [1]


def test_it_is_given_up_at_last_and_says_why(deals: Deals, cast: Cast, service: Service) -> None:
    browser, _ = phone(cast["ann"], service)
    service.answers[path(browser)] = 500
    deals("ann", "ben", clock="weekly")
    now = NOON + HOUR
    goes(now, Where.PUSH)
    for wait in mail_connection.AGAIN:
        goes(now := now + wait, Where.PUSH)
    row = Notice.objects.get(where=Where.PUSH)
    assert (row.state, row.tries) == (State.FAILED, len(mail_connection.AGAIN) + 1)
    assert row.error == "The push service reported an error."


def test_a_device_that_is_gone_is_told_nothing_more(
    deals: Deals, cast: Cast, service: Service
) -> None:
    browser, _ = phone(cast["ann"], service)
    service.answers[path(browser)] = 410
    deals("ann", "ben"), deals("ann", "ben")
    assert goes(NOON + MINUTE, Where.PUSH) == [0] and len(service.asked) == 1
    assert told(cast["ann"]) == [("turn", State.FAILED), ("turn", State.DROPPED)]
    assert set(Notice.objects.filter(where="push").values_list("error", flat=True)) == {Why.GONE}
    deals("ann", "ben")
    goes(NOON + HOUR, Where.PUSH)
    assert len(service.asked) == 1 and len(told(cast["ann"])) == 2


def test_whoever_dies_while_pushing_does_not_push_twice(
    deals: Deals, cast: Cast, service: Service, monkeypatch: Patch
) -> None:
    browser, _ = phone(cast["ann"], service)
    real = push.send

    def die(**facts: Any) -> None:
        real(**facts)
        raise KeyboardInterrupt  # killed between the service's yes and our own note

    deals("ann", "ben")
    monkeypatch.setattr(push, "send", die)
    with pytest.raises(KeyboardInterrupt):
        goes(NOON + MINUTE, Where.PUSH)
    monkeypatch.setattr(push, "send", real)
    assert goes(NOON + 2 * MINUTE, Where.PUSH) == goes(NOON + HOUR, Where.PUSH) == [0]
    assert len(titles(browser, service)) == 1
    assert told(cast["ann"]) == [("turn", State.FAILED)]


def test_a_channel_that_somebody_uses_delays_no_other(
    deals: Deals, cast: Cast, service: Service, mailoutbox: Post
) -> None:
    """As while a push service hangs: its run has not ended, and the next one does nothing."""
    phone(cast["ann"], service), listens(cast["ann"], service)
    deals("ann", "ben")
    with CHANNELS[Where.PUSH].exclusive() as ours:
        assert ours is not None
        assert goes(NOON + MINUTE) == [1, 0, 1]
    assert goes(NOON + MINUTE, Where.PUSH) == [1]


def test_a_day_without_workers_loses_nothing_that_is_still_news(
    deals: Deals, cast: Cast, service: Service, mailoutbox: Post
) -> None:
    browser, _ = phone(cast["ann"], service)
    wishes(cast["ann"], "over-push now")
    ended, past, waits = deals("ann", "ben"), deals("ann", "ben"), deals("ann", "ben")
    tables.resign(table_id=ended.id, user_id=cast["ben"].pk, now=NOON + HOUR)
    past.turn("ann")
    live = deals("ann", "ben", clock="normal")
    tables.flag_due(now=NOON + DAY)
    service.now = NOON + DAY + MINUTE
    goes(service.now)
    assert titles(browser, service) == [
        "Your turn: Lost Cities with ben",
        "Lost Cities with ben is over",
        "Lost Cities with ben is over",
    ]
    mine = {mail.subject for mail in mailoutbox if mail.to == ["ann@example.org"]}
    assert mine == {
        "Your turn: Lost Cities with ben (24 hours left)",
        "Lost Cities with ben is over",
    }
    assert live.row.ended_by == "flag" and waits.row.status == "running"


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_sweepers_at_once_push_once(
    deals: Deals, cast: Cast, service: Service, together: Together, monkeypatch: Patch
) -> None:
    """All look, and all may send, as while Redis is away and keeps nobody out; and all have read
    what is due before the first of them sends any."""
    browser, _ = phone(cast["ann"], service)
    gate, arrived, real = threading.Barrier(3), threading.local(), timing.is_news

    def judge(notice: Notice, now: datetime) -> bool:
        if not hasattr(arrived, "here"):
            arrived.here = True
            gate.wait(timeout=20)
        return real(notice, now)

    monkeypatch.setattr(timing, "is_news", judge)
    deals("ann", "ben"), deals("ann", "ben")
    nobody = SimpleNamespace(add=lambda *facts: True, delete=lambda *facts: True)
    monkeypatch.setattr(interface, "cache", nobody)
    answers = together(*[lambda: goes(NOON + MINUTE, Where.PUSH)] * 3)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert sum(count for (count,) in answers) == 2
    assert titles(browser, service) == ["Your turn: Lost Cities with ben"] * 2
    assert told(cast["ann"]) == [("turn", State.SENT)] * 2


# --- nobody is told what is in front of them ---


def test_a_table_that_is_open_is_told_on_no_channel(
    deals: Deals, cast: Cast, service: Service
) -> None:
    phone(cast["ann"], service), listens(cast["ann"], service)
    game = deals("ann", "ben")
    presence.record_looking(game.id, cast["ann"].pk)
    assert goes(NOON + MINUTE) == goes(NOON + 2 * MINUTE) == [0, 0, 0]
    presence.record_leaving(game.id, cast["ann"].pk)
    assert goes(NOON + 3 * MINUTE) == [1, 1, 1]
