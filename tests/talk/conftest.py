"""Ann and Ben play Schotten Totten, Cal looks on, and Dee is a stranger."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from datetime import timedelta

import pytest

from accounts.models import User
from games.tables import services as tables
from tests.tables.conftest import NOON, Played, cast, no_memory

__all__ = ["cast", "no_memory"]


@pytest.fixture
def table(cast: dict[str, User]) -> Played:
    """Return a table at which Ann begins. All accounts are a week old."""
    User.objects.update(date_joined=NOON - timedelta(days=7))
    for user in cast.values():
        user.refresh_from_db()
    opened = tables.open_table(creator=cast["ann"], game="schotten_totten", order="seats", now=NOON)
    tables.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    return Played(opened.id, cast, NOON)
