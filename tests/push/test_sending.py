"""A push, as the service in between takes it and the browser opens it."""

from __future__ import annotations

import json
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from accounts.models import User
from games.notices import outbound
from games.notices.push import keys, services
from games.notices.push.message import Message
from games.notices.push.models import Device, Trouble
from games.notices.push.services import deliver
from tests.kit.types import Patch
from tests.push.conftest import NOON, TURN, comes_in, subscribes
from tests.push.service import Service, seconds

pytestmark = pytest.mark.django_db


def pushes(device: Device, message: Message = TURN) -> None:
    services.send(device_id=device.pk, message=message, now=NOON)


def test_ann_is_told_on_her_phone(ann: User, service: Service) -> None:
    phone = service.browser()
    device = subscribes(ann, phone)
    pushes(device)
    (taken,) = service.taken
    assert phone.reads(taken.body) == {
        "title": "Your turn: Lost Cities with Ben",
        "body": "1 day 4 h left.",
        "url": "https://cards.example.org/t/k3x9q7/",
        "tag": "table-k3x9q7",
        "turn": True,
    }
    assert (taken.headers["urgency"], taken.headers["ttl"]) == ("high", "43200")
    (known,) = services.targets(ann.pk)
    assert (known.name, known.reached_at, known.gone) == ("Firefox, Linux", NOON, False)


def test_the_service_learns_who_sends_and_nothing_else(ann: User, service: Service) -> None:
    pushes(subscribes(ann, service.browser()))
    (taken,) = service.taken
    claims = service.claims(taken.headers["authorization"])
    assert claims == {
        "aud": service.origin,
        "exp": int((NOON + keys.LIFE).timestamp()),
        "sub": "mailto:noreply@localhost",
    }
    assert f"k={keys.public_key()}" in taken.headers["authorization"]
    outside = (taken.path + repr(taken.headers)).encode() + taken.body
    assert b"Lost Cities" not in outside and b"k3x9q7" not in outside
    assert set(taken.headers) == {
        *"host connection accept-encoding authorization content-encoding content-type".split(),
        *("content-length", "ttl", "topic", "urgency"),
    }


def test_a_site_with_an_address_names_it(settings: Any) -> None:
    settings.HTTPS, settings.BASE_URL = True, "https://cards.example.org"
    assert keys.contact() == "https://cards.example.org"


def test_notices_of_one_table_take_each_others_place(ann: User, service: Service) -> None:
    device = subscribes(ann, service.browser())
    for tag in ("table-1", "table-1", "table-2"):
        pushes(device, Message("over", "It is over", "", "https://cards.example.org/", tag))
    first, second, other = (taken.headers["topic"] for taken in service.taken)
    assert first == second != other and len(first) == 32
    assert service.taken[0].headers["urgency"] == "normal"


@pytest.mark.parametrize("status", [404, 410])
def test_what_the_service_calls_gone_is_removed(ann: User, service: Service, status: int) -> None:
    device = subscribes(ann, service.browser())
    service.answers["/p/ann"] = status
    for _ in range(2):  # the second time nobody is asked
        with pytest.raises(services.Gone):
            pushes(device)
    assert service.asked == ["/p/ann"]
    (gone,) = services.targets(ann.pk)
    assert gone.gone and gone.gone_at == NOON and gone.name == "Firefox, Linux"
    assert (gone.endpoint, gone.mark, bytes(gone.public), bytes(gone.auth)) == ("", "", b"", b"")


def test_a_browser_that_has_subscribed_anew_meanwhile_is_not_gone(
    ann: User, service: Service, monkeypatch: Patch
) -> None:
    client = comes_in(ann)
    device, send = subscribes(ann, service.browser(), client), outbound.send

    def meanwhile(*facts: Any, **more: Any) -> outbound.Answer:
        subscribes(ann, service.browser("/p/anew"), client)
        return send(*facts, **more)

    monkeypatch.setattr(outbound, "send", meanwhile)
    service.answers["/p/ann"] = 410
    with pytest.raises(services.Gone):
        pushes(device)
    assert not services.targets(ann.pk)[0].gone


@pytest.mark.parametrize(
    ("answer", "trouble", "wait"),
    [
        ((429, {"Retry-After": "90"}), Trouble.BUSY, 90),
        ((429, {}), Trouble.BUSY, None),
        ((429, {"Retry-After": "-4"}), Trouble.BUSY, None),
        ((503, {"Retry-After": "9" * 9}), Trouble.BROKEN, 86400),
        ((503, {"Retry-After": format_datetime(NOON + timedelta(minutes=2))}), Trouble.BROKEN, 120),
        ((503, {"Retry-After": "soon"}), Trouble.BROKEN, None),
        (500, Trouble.BROKEN, None),
        (400, Trouble.REFUSED, None),
        (403, Trouble.REFUSED, None),
        ((301, {"Location": "/p/elsewhere"}), Trouble.REFUSED, None),
        ("babbles", Trouble.SILENT, None),
    ],
)
def test_what_fails_is_told_with_its_reason(
    ann: User, service: Service, answer: Any, trouble: Trouble, wait: int | None
) -> None:
    device = subscribes(ann, service.browser())
    service.answers["/p/ann"] = answer
    with pytest.raises(services.Failed) as failed:
        pushes(device)
    assert (failed.value.reason, failed.value.retry_after) == (str(trouble.label), wait)
    assert service.asked == ["/p/ann"] and not service.taken
    known = Device.objects.get()
    assert (known.trouble, known.failed_at, known.reached_at) == (trouble, NOON, None)
    service.answers.clear()
    pushes(device)
    known.refresh_from_db()
    assert (known.trouble, known.failed_at, known.reached_at) == (Trouble.NONE, None, NOON)


@pytest.mark.parametrize("answer", ["hangs", "drips"])
def test_a_service_that_hangs_keeps_nobody_waiting(
    ann: User, service: Service, answer: str, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(deliver, "SECONDS", 0.2)
    device = subscribes(ann, service.browser())
    service.answers["/p/ann"] = answer

    def waits() -> None:
        with pytest.raises(services.Failed, match="did not answer"):
            pushes(device)

    assert seconds(waits) < 2


def test_nobody_is_there(ann: User, service: Service) -> None:
    device = subscribes(ann, service.browser())
    Device.objects.update(endpoint="http://127.0.0.1:1/p/ann")
    with pytest.raises(services.Failed, match="did not answer"):
        pushes(device)


def test_an_endpoint_of_this_network_is_not_asked(
    ann: User, service: Service, settings: Any
) -> None:
    device = subscribes(ann, service.browser())
    settings.OUTBOUND_NETWORKS = []
    for endpoint in (service.browser().endpoint, f"https://localhost:{service.port}/p/ann"):
        Device.objects.update(endpoint=endpoint)
        with pytest.raises(services.Failed, match="not on the internet"):
            pushes(device)
    assert not service.asked


def test_under_a_new_key_of_the_site_browsers_are_not_reached(
    ann: User, service: Service, settings: Any
) -> None:
    device, kept = subscribes(ann, service.browser()), settings.PUSH_KEY
    settings.PUSH_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
    with pytest.raises(services.Failed, match="new key"):
        pushes(device)
    assert not service.asked and not services.targets(ann.pk)[0].gone
    settings.PUSH_KEY = kept  # the host brings it back
    pushes(device)
    assert service.asked == ["/p/ann"]


def test_nobody_is_told_who_is_not_there(service: Service, db: Any) -> None:
    with pytest.raises(services.Gone):
        services.send(device_id=4711, message=TURN, now=NOON)


def test_long_words_are_cut() -> None:
    words = Message("turn", "Odin\nwith " + "é" * 500, "x" * 5000, "https://a.example/", "t" * 900)
    assert len(words.packed()) < 2000
    assert words.packed().decode().startswith('{"title":"Odin with éé')


@pytest.mark.parametrize(("kind", "is_of_a_turn"), [("turn", True), ("low", True), ("over", False)])
def test_a_browser_knows_which_notices_are_of_a_turn(kind: str, is_of_a_turn: bool) -> None:
    assert ("turn" in json.loads(Message(kind, "", "", "", "").packed())) == is_of_a_turn
