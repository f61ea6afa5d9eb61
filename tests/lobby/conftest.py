"""The cast: Ann and Ben play, Cal looks on, Dee is a stranger with an account. Each has a
browser."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.tables import services
from games.tables.models import Table
from games.tables.state import snapshot_cache

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def cast(db: Any) -> dict[str, User]:
    snapshot_cache.forget()
    return {
        name: User.objects.create_user(name, password=None) for name in ("ann", "ben", "cal", "dee")
    }


@pytest.fixture
def opens(cast: dict[str, User]) -> Callable[..., Table]:
    """`opens("ann", suits="6")` opens a table of Lost Cities."""

    def open_table(
        name: str,
        *,
        private: bool = False,
        clock: str = "untimed",
        rated: bool = False,
        **options: str,
    ) -> Table:
        facts: dict[str, Any] = {
            "private": private,
            "clock": clock,
            "rated": rated,
            "options": options,
        }
        return services.open_table(creator=cast[name], game="lost_cities", **facts, now=NOON)

    return open_table


@pytest.fixture
def deals(opens: Callable[..., Table], cast: dict[str, User]) -> Callable[..., Table]:
    """`deals("ann", "ben")` starts a game between the two."""

    def start(host: str, guest: str, **terms: Any) -> Table:
        opened = opens(host, **terms)
        services.sit(table_id=opened.id, user=cast[guest], now=NOON)
        return Table.objects.get(pk=opened.id)

    return start


@pytest.fixture
def visits(cast: dict[str, User]) -> Callable[..., Client]:
    """`visits("ann")` is logged in, `visits()` is a stranger; both check forms as strictly as the
    site does."""

    def client(name: str | None = None) -> Client:
        made = Client(enforce_csrf_checks=True)
        if name:
            made.force_login(cast[name], backend=settings.AUTHENTICATION_BACKENDS[0])
        return made

    return client
