"""The page of a webhook: by plain forms, with every secret shown once."""

from __future__ import annotations

import json
import socket
from ipaddress import ip_network
from typing import Any

import pytest

from games.notices.webhooks.models import Hook
from tests.kit.types import Patch, Visits
from tests.outbound.server import Server

pytestmark = pytest.mark.django_db

GOOD = {
    "json": {"address": "https://example.org/fd?key=k1"},
    "discord": {"address": "https://discord.com/api/webhooks/1/x"},
    "slack": {"address": "https://hooks.slack.com/services/T/B/x"},
    "ntfy": {"address": "https://ntfy.sh/ann_cards", "token": ""},
    "matrix": {
        "address": "https://matrix.example.org",
        "room": "!a:example.org",
        "token": "own-token",
    },
}


def text(answer: Any) -> str:
    return " ".join(str(answer.content.decode()).split())


def test_the_grid_of_news_has_a_column_for_a_webhook_that_there_is(visits: Visits) -> None:
    ann = visits("ann")
    assert 'name="turn-webhook"' not in text(before := ann.get("/notices/"))
    assert 'href="/webhook/"' in text(before), "where it goes, one can be added"
    ann.post("/webhook/", {"kind": "json", **GOOD["json"]})
    assert 'name="turn-webhook"' in text(ann.get("/notices/"))


@pytest.mark.parametrize("kind", GOOD)
def test_each_kind_is_chosen_by_a_plain_form(visits: Visits, kind: str) -> None:
    ann = visits("ann")
    assert f'value="{kind}"' in text(ann.get("/webhook/", {"kind": kind}))
    answer = ann.post("/webhook/", {"kind": kind, **GOOD[kind]}, follow=True)
    hook = Hook.objects.get()
    assert answer.status_code == 200 and (hook.kind, hook.address) == (kind, GOOD[kind]["address"])
    page = text(ann.get("/webhook/"))
    assert hook.address.split("/")[2] in page and "Nothing sent yet" in page
    assert hook.address not in page and "!a:" not in page and "own-token" not in page


def test_the_secret_is_shown_once_and_once_more_when_it_is_renewed(visits: Visits) -> None:
    ann = visits("ann")
    answer = ann.post("/webhook/", {"kind": "json", **GOOD["json"]})
    first = Hook.objects.get().secret
    assert first in text(answer) and "no-store" in answer["Cache-Control"]
    assert first not in text(ann.get("/webhook/"))
    answer = ann.post("/webhook/secret/")
    second = Hook.objects.get().secret
    assert first != second and second in text(answer) and first not in text(answer)
    assert second not in text(ann.get("/webhook/"))


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("json", {"address": "http://example.org/"}, "must begin with https://"),
        ("json", {"address": "https://127.0.0.1/"}, "private network"),
        ("json", {"address": "https://169.254.169.254/"}, "private network"),
        ("json", {"address": "https://2130706433/"}, "cannot call this address"),
        ("json", {"address": "https://example.org:22/"}, "443"),
        ("json", {"address": ""}, "required"),
        ("discord", {"address": "https://example.org/"}, "webhook of Discord"),
        ("ntfy", {"address": "https://ntfy.sh/"}, "name of the topic"),
        ("ntfy", {"address": "https://ntfy.sh/a/b"}, "name of the topic"),
        ("ntfy", {"token": "a\r\nHost: b"}, "no spaces"),
        ("matrix", {"room": "#room:example.org"}, "begins with “!”"),
        ("matrix", {"room": "!a b"}, "begins with “!”"),
    ],
)
def test_what_cannot_be_called_is_refused_at_the_field(
    visits: Visits, kind: str, change: dict[str, str], said: str
) -> None:
    answer = visits("ann").post("/webhook/", {"kind": kind, **GOOD[kind], **change})
    assert answer.status_code == 422 and said in text(answer) and not Hook.objects.exists()


def test_unknown_kinds_are_not_there(visits: Visits) -> None:
    ann = visits("ann")
    assert ann.get("/webhook/", {"kind": "smtp"}).status_code == 404
    assert ann.post("/webhook/", {"kind": "smtp", **GOOD["json"]}).status_code == 404
    assert ann.post("/webhook/").status_code == 404


def test_guests_and_strangers_have_none(visits: Visits) -> None:
    for path in ("/webhook/", "/webhook/test/", "/webhook/secret/", "/webhook/remove/"):
        assert "/signup/" in visits("dee").post(path, {"kind": "json", **GOOD["json"]})["Location"]
        assert "/login/" in visits().post(path)["Location"]
    assert not Hook.objects.exists()


def test_a_test_is_told_at_once(visits: Visits, settings: Any, monkeypatch: Patch) -> None:
    settings.OUTBOUND_NETWORKS = [ip_network("127.0.0.0/8")]
    ann = visits("ann")
    with Server(secure=False) as server:
        address = f"http://127.0.0.1:{server.port}/fd"
        ann.post("/webhook/", {"kind": "json", "address": address})
        page = text(ann.post("/webhook/test/", {"next": "/webhook/"}, follow=True))
        assert "The test came through." in page and "Answered in" in page
        head, _, body = server.heard[0].partition(b"\r\n\r\n")
        assert json.loads(body)["type"] == "test" and b"webhook-signature: v1," in head
        server.answer = b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"
        page = text(ann.post("/webhook/test/", follow=True))
        assert "The test failed. It answered with the error 500." in page
        assert "Failing since" in page


def test_a_test_reaches_no_private_place(visits: Visits, monkeypatch: Patch) -> None:
    """The name was fine when it was typed, and leads inside now."""
    ann = visits("ann")
    ann.post("/webhook/", {"kind": "json", "address": "https://rebound.example.org/"})
    rows = [(2, 1, 6, "", ("10.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **facts: rows)
    page = text(ann.post("/webhook/test/", follow=True))
    assert "The address leads into a private network, which is not allowed." in page
    assert "10.0.0.1" not in page


def test_tests_are_limited(visits: Visits) -> None:
    ann = visits("ann")
    answers = [ann.post("/webhook/test/").status_code for _ in range(7)]
    assert answers == [302] * 6 + [429]


def test_it_leads_back_to_where_the_form_stood_and_nowhere_else(visits: Visits) -> None:
    ann = visits("ann")
    assert ann.post("/webhook/remove/", {"next": "/accounts/"})["Location"] == "/accounts/"
    assert ann.post("/webhook/remove/", {"next": "//evil.example/"})["Location"] == "/"


def test_it_is_removed(visits: Visits) -> None:
    ann = visits("ann")
    ann.post("/webhook/", {"kind": "json", **GOOD["json"]})
    ann.post("/webhook/remove/")
    assert not Hook.objects.exists()
    assert ann.post("/webhook/secret/").status_code == 302
