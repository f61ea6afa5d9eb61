"""Talk at a table."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from ninja import Router

from games.api import bodies, schemas
from games.api.answers import answer
from games.api.auth import ApiRequest, anybody, needs
from games.community.talk import selectors, services
from games.community.talk.words import PHRASES
from games.tables.board import presenter

router = Router(tags=["talk"])


@router.get("/tables/{table_id}/talk", auth=anybody, response=schemas.Talk)
def talk(request: ApiRequest, table_id: str) -> HttpResponse:
    """Return the talk at a table that the caller may read."""
    return answer(request, _talk(request, table_id))


@router.post("/tables/{table_id}/talk", auth=needs("write"), response=schemas.Talk)
def say(request: ApiRequest, table_id: str, line: bodies.Say) -> HttpResponse:
    """Say something. The same `Idempotency-Key` says it once."""
    user = request.auth.user
    assert user is not None
    services.say(
        table_id=table_id,
        user=user,
        phrase=line.phrase,
        text=line.text,
        key=request.headers.get("Idempotency-Key", "")[:32],
        now=timezone.now(),
    )
    return answer(request, _talk(request, table_id))


def _talk(request: ApiRequest, table_id: str) -> dict[str, Any]:
    user = request.auth.user
    seen = presenter.glance(table_id, request.auth.user_id)
    found = selectors.talk(seen, user, timezone.now())
    fields = ("id", "room", "name", "at", "text", "gone")
    return {
        "lines": [{name: getattr(line, name) for name in fields} for line in found.lines],
        "phrases": {code: str(words) for code, words in PHRASES.items()},
        "refusal": str(found.refusal),
        "no_words": str(found.no_words),
    }
