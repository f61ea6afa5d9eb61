"""Ann has a confirmed address and a webhook, Ben neither, Dee is a guest."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.notices import outbound
from games.notices.webhooks import services
from games.notices.webhooks.models import Hook
from games.notices.webhooks.words import Message
from tests.kit.people import browser_of
from tests.kit.types import Cast, Visits

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TURN = Message(
    kind="turn",
    title="Your turn against Ben",
    body="Ben played a card. 5 hours left.",
    url="https://cards.example.org/t/k3x9/",
    tag="table-k3x9",
    table="k3x9",
    game="lost_cities",
    at=NOON,
)


@pytest.fixture
def cast(db: Any) -> Cast:
    people = {name: User.objects.create_user(name, password=None) for name in ("ann", "ben")}
    people["dee"] = User.objects.create_user("guest-dee", password=None, is_guest=True)
    EmailAddress.objects.create(
        user=people["ann"], email="ann@example.org", verified=True, primary=True
    )
    return people


@dataclass
class Listener:
    """Stands for the address: answers as it is told, and keeps what it was sent."""

    answer: outbound.Answer | outbound.Fault = field(
        default_factory=lambda: outbound.Answer(204, {}, b"")
    )
    heard: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, url: str, **facts: Any) -> outbound.Answer:
        self.heard.append({"url": url, **facts})
        if isinstance(self.answer, outbound.Fault):
            raise outbound.Undelivered(self.answer)
        return self.answer

    def says(self, status: int, **headers: str) -> None:
        found = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answer = outbound.Answer(status, found, b"")


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def hook(cast: Cast) -> Callable[..., Hook]:
    """`hook("discord", "https://discord.com/api/webhooks/1/x")`: Ann's webhook."""

    def make(kind: str = "json", address: str = "https://example.org/fd", **facts: str) -> Hook:
        services.set_address(user=cast["ann"], kind=kind, address=address, now=NOON, **facts)
        return Hook.objects.get(user=cast["ann"])

    return make


@pytest.fixture
def visits(cast: Cast) -> Visits:
    return lambda name=None: browser_of(cast[name] if name else None)
