"""The cast: Ann and Ben play, Cal looks on, Dee is a stranger with an account. Each has a
browser."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.tables.models import Table
from tests.kit.played import NOON, client_of, dealt, sits_down
from tests.tables.conftest import cast, kept, no_memory

__all__ = ["NOON", "cast", "kept", "no_memory"]


def told(private: bool = False, clock: str = "", rated: bool = False, **options: str) -> Any:
    """Return the terms of a table, those alone that are not the usual ones."""
    facts = {"private": private, "clock": clock, "rated": rated, "options": options}
    return {name: value for name, value in facts.items() if value}


@pytest.fixture
def opens(cast: dict[str, User]) -> Callable[..., Table]:
    """`opens("ann", suits="6")` opens a table of Lost Cities."""
    return lambda name, **terms: sits_down(cast, name, **told(**terms)).row


@pytest.fixture
def deals(cast: dict[str, User]) -> Callable[..., Table]:
    """`deals("ann", "ben")` starts a game between the two."""
    return lambda host, guest, **terms: dealt(cast, host, guest, **told(**terms)).row


@pytest.fixture
def visits(cast: dict[str, User]) -> Callable[..., Client]:
    """`visits("ann")` is logged in, `visits()` is a stranger; both check forms as strictly as the
    site does."""
    return lambda name=None: client_of(cast[name] if name else None, enforce_csrf_checks=True)
