"""The house: Ann keeps it, Ben plays, strangers knock."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from games.site import parts, services

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
PASSWORD = "seven green leaves"


@pytest.fixture
def ann(db: Any) -> User:
    return User.objects.create_user("ann", password=PASSWORD)


@pytest.fixture
def ben(db: Any) -> User:
    return User.objects.create_user("ben", password=PASSWORD)


@pytest.fixture(autouse=True)
def looked_at() -> None:
    """Nobody has looked at the parts yet."""
    parts._Known.at = float("-inf")


def turns(by: User, name: str, value: str) -> None:
    services.turn(by=by, name=name, value=value, now=NOON)
