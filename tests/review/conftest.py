"""Reviews of the game of Lost Cities that Ann and Ben have played, on few imagined deals."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.bots.evaluation import Depth
from games.learning.review import services, subject
from games.learning.review.models import Review
from games.learning.review.services import requests
from tests.kit.types import Patch
from tests.tables.conftest import (  # noqa: F401
    NOON,
    Played,
    against,
    asked,
    cast,
    fresh,
    kept,
    no_memory,
    played_out,
    table,
)

LATER = NOON + timedelta(hours=2)


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: Patch) -> None:
    """Let a review try each line on few deals."""
    real = subject.depth

    def shallow(game: str, seats: int, times: int = 1) -> Depth | None:
        return real(game, seats, times) and Depth(4 * times, 2)

    monkeypatch.setattr(subject, "depth", shallow)


@pytest.fixture(autouse=True)
def sent(monkeypatch: Patch) -> list[str]:
    """Record the tasks that are asked for, and send none."""
    found: list[str] = []
    monkeypatch.setattr(requests, "ask_for_task", found.append)
    return found


@pytest.fixture
def enters(client: Client) -> Callable[[Played, str], Client]:
    """Return a function that logs somebody in."""

    def enter(played: Played, name: str) -> Client:
        client.force_login(
            played.cast[name], backend="allauth.account.auth_backends.AuthenticationBackend"
        )
        return client

    return enter


def asks(played: Played, name: str = "ann", times: int = 1) -> Review:
    return services.ask(table_id=played.id, user=played.cast[name], times=times, now=LATER)


MADE: dict[str, dict[str, Any]] = {}
"""By table, what its review has that was made first in this process."""


def reviewed(played: Played) -> Review:
    """Return the review of a game that Ann asks for. The same dice make the same one, so it is made
    once."""
    review = asks(played)
    rows = Review.objects.filter(pk=review.pk)
    if played.id not in MADE:
        works()
        facts = [
            each.name for each in Review._meta.fields if not each.is_relation and each.name != "id"
        ]
        MADE[played.id] = rows.values(*facts).get()
    rows.update(**deepcopy(MADE[played.id]))
    return rows.get()


def works() -> int:
    """Let a worker make what waits, a second for each look at the clock."""
    ticks = iter(range(100_000))
    return services.work(clock=lambda: LATER + timedelta(seconds=next(ticks)))
