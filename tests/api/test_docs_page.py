"""The page about the API: it names every operation, and tries those that read."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.api.api import api
from tests.api.conftest import Program
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db
HERE = "/api/1/docs/"


def tried(client: Client, operation: str, **fields: str) -> Any:
    return client.post(HERE, {"operation": operation} | fields)


def test_every_operation_and_every_shape_is_on_the_page() -> None:
    answer = Client().get(HERE)
    text, schema = answer.content.decode(), api.get_openapi_schema()
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"<b>{method.upper()}</b> <code>{path}</code>" in text
    assert all(f'id="shape-{name}"' in text for name in schema["components"]["schemas"])
    assert "unsafe-inline" not in answer["Content-Security-Policy"]
    assert len(answer.content) < 250_000


@pytest.mark.parametrize(
    ("operation", "fields", "found"),
    [
        ("get-api-1-games", {}, "&quot;slug&quot;: &quot;odin&quot;"),
        ("get-api-1-games-slug-archive", {"p-slug": "odin", "p-days": "x"}, "422"),
        ("get-api-1-players-name", {"p-name": "../me"}, "404"),
        ("get-api-1-me", {}, "401"),
        ("get-api-1-me", {"token": "fdp_wrong"}, "401"),
    ],
)
def test_what_is_read_can_be_tried(operation: str, fields: dict[str, str], found: str) -> None:
    text = tried(Client(), operation, **fields).content.decode()
    assert found in text.partition('id="answer"')[2].partition("</section>")[0]


def test_a_token_is_used_and_not_shown_again(
    table: Played, program: Callable[..., Program]
) -> None:
    client, token = Client(), program(table.cast["ann"]).token
    client.force_login(table.cast["ben"])
    text = tried(client, "get-api-1-me", token=token).content.decode()
    assert "&quot;name&quot;: &quot;ann&quot;" in text and token not in text
    assert "&quot;name&quot;: &quot;ben&quot;" not in tried(client, "get-api-1-me").content.decode()


@pytest.mark.parametrize("operation", ["post-api-1-guest", "get-api-1-me-stream", "", "x"])
def test_nothing_else_is_done_from_here(operation: str) -> None:
    assert tried(Client(), operation).status_code == 404
