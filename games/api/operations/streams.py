"""Streams as the schema tells of them. games.api.streams answers before a request comes here."""

from __future__ import annotations

from typing import Any, NoReturn

from ninja import Router

from games.api import schemas
from games.api.auth import Asked, anybody, needs
from games.api.problems import Problem

router = Router(tags=["streams"])


def _lines(shape: str) -> dict[str, Any]:
    """Return how the schema tells of lines of this shape."""
    of = {"schema": {"$ref": f"#/components/schemas/{shape}"}}
    told = {"description": "A line each", "content": {"application/x-ndjson": of}}
    return {"responses": {200: told}}


@router.get("/tables/{table_id}/stream", auth=anybody, openapi_extra=_lines("Table"))
def table(request: Asked, table_id: str, after: int = -1) -> NoReturn:
    """Send the table, a line of JSON for each version after the one that is known, until the game
    has ended."""
    raise Problem(404)


@router.get(
    "/me/stream",
    auth=needs("read"),
    response=schemas.Event,
    openapi_extra=_lines("Event"),
)
def mine(request: Asked) -> NoReturn:
    """Send what becomes of the caller's tables, a line of JSON each."""
    raise Problem(404)
