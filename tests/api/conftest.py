"""Programs: clients with a token."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Scope, User
from accounts.services import tokens
from tests.tables.conftest import (  # noqa: F401
    cast,
    fresh,
    kept,
    no_memory,
    played_out,
    table,
)


@dataclass
class Program:
    """A client of the API in somebody's name, or in nobody's."""

    token: str = ""

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, {} if body is None else body, **headers)

    def ask(self, method: str, path: str, body: Any, **headers: str) -> Any:
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = "" if body is None else json.dumps(body)
        return Client().generic(
            method, f"/api/1{path}", data, content_type="application/json", headers=headers
        )

    def reads(self, path: str) -> Any:
        """Return what the API answers to a GET."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def does(self, path: str, body: Any = None) -> Any:
        """Return what the API answers to a POST."""
        answer = self.post(path, body)
        assert answer.status_code in (200, 201), answer.content
        return answer.json()


@pytest.fixture
def program(db: None) -> Callable[..., Program]:
    """Return a function that gives somebody a program, which may do all or what is named."""

    def made(user: User | str, *scopes: str) -> Program:
        if isinstance(user, str):
            user = User.objects.create_user(user, password=None)
        _token, text = tokens.make(
            user=user, name="test", scopes=scopes or Scope.values, days=None, now=timezone.now()
        )
        return Program(text)

    return made
