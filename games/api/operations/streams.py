"""The schema of streams, which games.api.streams answers earlier."""

from __future__ import annotations

from typing import Any, NoReturn

from ninja import Router

from games.api import schemas
from games.api.auth import ApiRequest, anybody, needs
from games.api.problems import Problem

router = Router(tags=["streams"])


def _lines(shape: str) -> dict[str, Any]:
    """Return the schema of an answer with lines of a shape."""
    of = {"schema": {"$ref": f"#/components/schemas/{shape}"}}
    answer = {"description": "A line each", "content": {"application/x-ndjson": of}}
    return {"responses": {200: answer}}


@router.get("/tables/{table_id}/stream", auth=anybody, openapi_extra=_lines("Table"))
def table(request: ApiRequest, table_id: str, after: int = -1) -> NoReturn:
    """Send the table as a line of JSON for each version after `after`, until the game has ended."""
    raise Problem(404)


@router.get(
    "/me/stream",
    auth=needs("read"),
    response=schemas.Event,
    openapi_extra=_lines("Event"),
)
def mine(request: ApiRequest) -> NoReturn:
    """Send the events of the caller's tables, a line of JSON each."""
    raise Problem(404)
