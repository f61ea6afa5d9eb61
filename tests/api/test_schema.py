"""The schema: a promise that is kept, and that answers keep."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pydantic import TypeAdapter

from games.api import bodies, schemas
from games.api.api import api
from tests.api.conftest import Program
from tests.tables.conftest import Played

KEPT = Path(__file__).parents[2] / "docs" / "openapi.json"


def test_what_is_in_version_1_stays() -> None:
    """Add to the kept schema with `python manage.py export_openapi`; nothing in it may change."""
    kept, now = json.loads(KEPT.read_text()), json.loads(json.dumps(api.get_openapi_schema()))
    assert list(gone(kept, now, "")) == [], "other people's programs break"
    assert now == kept, "write it down: python manage.py export_openapi"


GROWING = ("/enum", "/required", "/anyOf")  # lists to which something may be added


def gone(kept: Any, now: Any, where: str) -> Iterator[str]:
    """Return where something of the kept schema is missing or other than it was."""
    if isinstance(kept, dict) and isinstance(now, dict):
        for name, value in kept.items():
            if name in ("title", "description", "summary"):
                continue
            if name not in now:
                yield f"{where}/{name} is gone"
            else:
                yield from gone(value, now[name], f"{where}/{name}")
    elif isinstance(kept, list) and isinstance(now, list) and where.endswith("/parameters"):
        named = {one["name"]: one for one in now}
        for one in kept:
            yield from gone(one, named.pop(one["name"], None), f"{where}/{one['name']}")
        yield from (f"{where}/{name} is asked for" for name in named if named[name]["required"])
    elif isinstance(kept, list) and isinstance(now, list) and where.endswith(GROWING):
        yield from (f"{where}: {value} is gone" for value in kept if value not in now)
        if hasattr(bodies, where.split("/")[-2]):
            yield from (f"{where}: {value} is asked for" for value in now if value not in kept)
    elif kept != now:
        yield f"{where}: {kept!r} was changed to {now!r}"[:300]


@pytest.mark.django_db
def test_answers_have_the_shape_that_the_schema_promises(
    table: Played, played_out: Played | None = None
) -> None:
    program = Program()
    row = TypeAdapter(list[schemas.Row])
    shapes: dict[str, Any] = {
        f"/tables/{table.id}": TypeAdapter(schemas.Table),
        f"/tables/{table.id}/log": TypeAdapter(schemas.Log),
        f"/tables/{table.id}/talk": TypeAdapter(schemas.Talk),
        "/tables": row,
        "/tables/running": TypeAdapter(schemas.Rows),
        "/games": TypeAdapter(list[schemas.Game]),
        "/leaderboards/odin": TypeAdapter(schemas.Leaderboard),
        "/players/ann": TypeAdapter(schemas.Profile),
        "/players/ann/games": TypeAdapter(schemas.Rows),
        "/games/odin/archive": TypeAdapter(schemas.Rows),
        "/daily": TypeAdapter(list[schemas.Daily]),
    }
    for path, shape in shapes.items():
        answer = program.reads(path)
        again = shape.dump_python(shape.validate_python(answer), mode="json")
        assert set(_names(again)) == set(_names(answer)), path


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)


@pytest.mark.django_db
def test_everybody_may_read_the_schema_and_other_sites_too() -> None:
    answer = Client().get("/api/1/openapi.json")
    assert answer.json()["openapi"].startswith("3.1")
    assert answer["Access-Control-Allow-Origin"] == "*"
    asked = Client().options("/api/1/tables")
    assert asked.status_code == 204 and "Authorization" in asked["Access-Control-Allow-Headers"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/tables/nowhere", 404, "no_such_table"),
        ("PUT", "/tables", 405, "method_not_allowed"),
        ("POST", "/games", 405, "method_not_allowed"),
        ("GET", "/players/nobody", 404, "not_found"),
    ],
)
def test_whatever_goes_wrong_is_a_problem(method: str, path: str, status: int, code: str) -> None:
    answer = Program().ask(method, path, None)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["code"] == code


@pytest.mark.django_db
def test_who_asks_too_often_is_told_when_to_come_back(settings: Any) -> None:
    from config.limits import Rate

    settings.LIMIT_RATES = settings.LIMIT_RATES | {"api": Rate(2, 1000)}
    answers = [Program().get("/games") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "r=1" in answers[0]["RateLimit"] and answers[0]["RateLimit-Policy"] == '"api";q=2;w=1000'
    assert answers[2].json()["code"] == "too_fast"
