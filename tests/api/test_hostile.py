"""Hostile clients: whatever is sent to any operation by anybody, the answer is none of the site's
faults, and has a shape that the schema promises."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import json
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from games.api.api import api
from games.api.schemas import Problem
from tests.api.conftest import Program
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db
ROUNDS = int(os.environ.get("REQUESTS", 10))  # of every operation
SEED = int(os.environ.get("SEED", 1))
ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1,
        2**31,
        2**63,
        10**30,
        1.5,
        "",
        " ",
        "\x00",
        "é\u202e",
        "-1",
        "NaN",
        "0",
    ),
    *("a" * 5000, "../..", "' OR 1=1 --", "<b>", "2026-11-28", "9999-12-31T23:59:59Z", [], {}),
    *([None], {"a": {"b": []}}, "\ud800", "0001-01-01", "1e400"),
)


def operations() -> Iterator[tuple[str, str, Any, Any]]:
    """Yield method, path, what the schema tells and the shapes of each operation."""
    paths = api.get_openapi_schema()["paths"]
    shapes = {
        api.get_openapi_operation_id(one): one.response_models
        for _prefix, router in api._routers
        for view in router.path_operations.values()
        for one in view.operations
    }
    for path, methods in paths.items():
        for method, told in methods.items():
            yield method.upper(), path.removeprefix("/api/1"), told, shapes[told["operationId"]]


class Chooser:
    """Values for a schema: most of them fit, and some are odd."""

    def __init__(self, rng: Random, known: dict[str, list[Any]]) -> None:
        self.rng, self.known = rng, known
        self.shapes = json.loads(json.dumps(api.get_openapi_schema()))["components"]["schemas"]

    def value(self, name: str, told: Any) -> Any:
        if self.rng.random() < 0.25:
            return self.rng.choice(ODD)
        if name in self.known and self.rng.random() < 0.8:
            return self.rng.choice(self.known[name])
        if "$ref" in told:
            return self.fields(self.shapes[told["$ref"].rpartition("/")[2]])
        if one := told.get("anyOf"):
            return self.value(name, self.rng.choice(one))
        if values := told.get("enum") or ([told["const"]] if "const" in told else []):
            return self.rng.choice(values)
        kinds: dict[str, Callable[[], Any]] = {
            "integer": lambda: self.rng.randrange(-1, 40),
            "boolean": lambda: self.rng.random() < 0.5,
            "object": lambda: {"1": "club"} if self.rng.random() < 0.5 else {},
            "null": lambda: None,
        }
        return kinds.get(told.get("type", ""), lambda: self.rng.choice(["", "x", "ann", "odin"]))()

    def fields(self, shape: Any) -> dict[str, Any]:
        found = {
            name: self.value(name, told)
            for name, told in shape.get("properties", {}).items()
            if name in shape.get("required", ()) or self.rng.random() < 0.5
        }
        return found | ({"odd": 1} if self.rng.random() < 0.05 else {})


def test_no_request_is_a_fault_of_ours(
    table: Played, played_out: Played, program: Callable[..., Program], settings: Any
) -> None:
    settings.RATE_LIMITS = False
    rng = Random(SEED)
    known: dict[str, list[Any]] = {
        "table_id": [table.id, played_out.id, "nowhere"],
        "slug": ["odin", "lost_cities", "chess"],
        "name": ["ann", "ben", "nobody"],
        "code": table.legal(),
        "ply": [table.row.ply, 0],
        "game": ["odin", "lost_cities"],
        "clock": ["fast", "untimed"],
    }
    people = [Program(), *(program(table.cast[name]) for name in ("ann", "ben", "dee"))]
    chooser, good, asks = Chooser(rng, known), 0, 0
    for method, path, told, shapes in operations():
        for _ in range(ROUNDS):
            at, query = path, {}
            for one in told.get("parameters", ()):
                value = chooser.value(one["name"], one["schema"])
                if one["in"] == "path":
                    sent = quote(_text(value), safe="") or "-"
                    at = at.replace(f"{{{one['name']}}}", sent)
                elif rng.random() < 0.6:
                    query[one["name"]] = _text(value)
            body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
            sent = chooser.value("", json.loads(json.dumps(body["schema"]))) if body else None
            asked = f"{at}?{urlencode(query)}" if query else at
            answer = rng.choice(people).ask(method, asked, sent)
            said = f"{method} {asked} {sent!r}: {answer.status_code}"
            assert answer.status_code < 500, said
            _fits(answer, shapes, said)
            asks, good = asks + 1, good + (answer.status_code < 300)
    assert good > asks / 10, "hardly anything was let in, so little was tried"


def _text(value: Any) -> str:
    return str(value).encode("utf-8", "replace").decode()[:300]


def _fits(answer: Any, shapes: Any, said: str) -> None:
    """See that an answer has the shape of the schema, or is a problem."""
    if answer.status_code >= 400:
        assert answer["Content-Type"] == "application/problem+json", said
        Problem.model_validate(answer.json())
        return
    model = shapes.get(answer.status_code)
    if answer["Content-Type"] == "application/json" and hasattr(model, "model_validate"):
        model.model_validate({"response": answer.json()})
