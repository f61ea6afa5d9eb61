"""The house: Ann keeps it, Ben plays, strangers knock."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from datetime import UTC, datetime

import pytest

from accounts.models import User
from games.site import parts, services
from tests.kit.people import PASSWORD as PASSWORD
from tests.kit.people import ann as ann
from tests.kit.people import ben as ben

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def looked_at() -> None:
    """Nobody has looked at the parts yet."""
    parts._Known.at = float("-inf")


def turns(by: User, name: str, value: str) -> None:
    services.turn(by=by, name=name, value=value, now=NOON)
