"""Browsers without JavaScript, of readers who have no account."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client


@pytest.fixture
def reader(db: Any) -> Client:
    return Client()


@pytest.fixture
def sends(reader: Client) -> Callable[..., Any]:
    """`sends("lost_cities", 4, "play B3")` presses the button of a code in a step."""

    def send(game: str, number: int, code: str, at: int = 0) -> Any:
        return reader.post(f"/learn/{game}/{number}/", {"code": code, "at": at})

    return send
