"""People: Ann and Ben play, Cal watches, Dee is a stranger with an account."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.tables.state import snapshot_cache
from tests.kit.types import Cast

PASSWORD = "seven green leaves"


@pytest.fixture
def ann(db: Any) -> User:
    return User.objects.create_user("ann", password=PASSWORD)


@pytest.fixture
def ben(db: Any) -> User:
    return User.objects.create_user("ben", password=PASSWORD)


@pytest.fixture
def cast(db: Any) -> Cast:
    snapshot_cache.forget()
    return {
        name: User.objects.create_user(name, password=None) for name in ("ann", "ben", "cal", "dee")
    }


def browser_of(user: User | None, **facts: Any) -> Client:
    """Return a browser, signed in unless `user` is None."""
    made = Client(**facts)
    if user is not None:
        made.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return made
