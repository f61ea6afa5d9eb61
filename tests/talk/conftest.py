"""Ann and Ben play Schotten Totten, Cal looks on, and Dee is a stranger."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from datetime import timedelta

import pytest

from accounts.models import User
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played, cast, kept, no_memory

__all__ = ["cast", "kept", "no_memory"]


@pytest.fixture
def table(cast: dict[str, User]) -> Played:
    """Return a table at which Ann begins. All accounts are a week old."""
    User.objects.update(date_joined=NOON - timedelta(days=7))
    for user in cast.values():
        user.refresh_from_db()
    return sits_down(cast, "ann", "ben", game="schotten_totten", order="seats")
