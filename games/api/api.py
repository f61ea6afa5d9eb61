"""The API: its operations and refusals."""

from __future__ import annotations

import re
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from games.api import schemas
from games.api.operations import (
    clubs,
    daily,
    dumps,
    events,
    games,
    learning,
    me,
    players,
    streams,
    tables,
    talk,
)
from games.api.problems import TYPE as PROBLEM
from games.api.problems import Problem, code_of, problem
from games.community.clubs.errors import ClubError
from games.community.events.errors import EventError
from games.tables.errors import TableError


class _Api(NinjaAPI):
    """The API of this site."""

    def get_openapi_schema(self, **facts: Any) -> OpenAPISchema:
        """Return the schema, with refusals as the default answers."""
        schema = super().get_openapi_schema(**facts)
        shapes = schema["components"]["schemas"]
        shapes["Problem"] = schemas.Problem.model_json_schema()
        for shape in shapes.values():  # their docstrings are Python's
            if "None" in (text := shape.get("description", "")):
                shape["description"] = re.sub(r"\bNone\b", "null", text)
        for methods in schema["paths"].values():
            for operation in methods.values():
                operation["responses"]["default"] = REFUSAL
        return schema


REFUSAL = {
    "description": "A refusal",
    "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
api = _Api(
    title="Fairdeal",
    version="1",
    description="Card games for programs: docs/api.md has each operation by example.",
    docs_url=None,
    openapi_url="/openapi.json",
    urls_namespace="api",
)
for part in (learning, tables, talk, games, daily, players, clubs, events, me, streams, dumps):
    api.add_router("", part.router)


@api.exception_handler(TableError)
def _table(request: HttpRequest, error: TableError) -> HttpResponse:
    wait = error.wait or (1 if error.status == 429 else None)
    return problem(error.status, code_of(error), error.sentence, wait)


@api.exception_handler(ClubError)
@api.exception_handler(EventError)
def _of_people(request: HttpRequest, error: ClubError | EventError) -> HttpResponse:
    return problem(error.status, code_of(error), str(error))


@api.exception_handler(Problem)
def _problem(request: HttpRequest, error: Problem) -> HttpResponse:
    return problem(error.status, error.code, error.detail, error.wait)


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    text = "; ".join(
        f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}" for one in error.errors[:5]
    )
    return problem(422, "invalid", text[:500])


@api.exception_handler(HttpError)
def _http(request: HttpRequest, error: HttpError) -> HttpResponse:
    return problem(error.status_code)


@api.exception_handler(Http404)
def _nothing(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(404)


@api.exception_handler(PermissionDenied)
def _denied(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    return problem(403, detail=getattr(error, "sentence", ""))
