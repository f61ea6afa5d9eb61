"""Rows of every kind that housekeeping removes, one old and one new."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.tables.state import snapshot_cache

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def cast(db: Any) -> dict[str, User]:
    snapshot_cache.forget()
    return {
        name: User.objects.create_user(name, password=None) for name in ("ann", "ben", "cal", "dee")
    }
