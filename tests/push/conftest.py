"""Ann plays on a phone and a laptop, Ben on a laptop, Dee is a guest; a push service of the
internet runs here."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client

from accounts import models as accounts
from accounts.models import User
from games.notices.push import services
from games.notices.push.message import Message
from games.notices.push.models import Device
from games.notices.push.services.devices import read
from tests.accounts.conftest import signs_in
from tests.kit.people import ann as ann
from tests.kit.people import ben as ben
from tests.push.service import Browser, Service, running

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TURN = Message(
    kind="turn",
    title="Your turn: Lost Cities with Ben",
    body="1 day 4 h left.",
    url="https://cards.example.org/t/k3x9q7/",
    tag="table-k3x9q7",
)


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    settings.OUTBOUND_NETWORKS = [ip_network("127.0.0.0/8")]
    with running(NOON) as service:
        yield service


def comes_in(user: User) -> Client:
    """Return a browser in which somebody signs in."""
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    browser = Client(headers={"user-agent": agent})
    assert signs_in(browser, user.username).status_code == 302
    return browser


def session_of(client: Client) -> accounts.Device:
    return accounts.Device.objects.get(key=client.session["device"])


def subscribes(user: User, browser: Browser, client: Client | None = None) -> Device:
    """Take in a browser, and return it as the site knows it."""
    device = session_of(client or comes_in(user))
    fields = browser.fields
    return services.subscribe(
        user=user,
        signed_in=device,
        subscription=read(fields["endpoint"], fields["p256dh"], fields["auth"]),
        now=NOON,
    )


def limit(settings: Any, count: int) -> None:
    settings.LIMIT_COUNTS = site.LIMIT_COUNTS | {"push_devices": count}
