"""Two worlds that differ in cards which the caller must not know answer alike, to the byte."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.api.api import api
from games.api.auth import Caller
from games.api.listening import MyStream, TableStream
from tests.api.conftest import Program
from tests.attacks.test_23_two_worlds import GAMES, forget, not_held, other_world, played, write
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db
PATHS = api.get_openapi_schema()["paths"]
"""Whatever the schema has is asked: a new operation by itself."""
ENDS = ("/resign", "/abort")  # after which the cards are open
MAKE = ("/guest", "/tables", "/tables/import", "/daily", "/daily/{slug}")  # something new each time
MADE = re.compile(r'"receipt": "[^"]*"')  # a hash of what is hidden, too
KNOWN = {"name": "ann", "slug": "", "table_id": ""}


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_tells_two_worlds_apart(
    game: str,
    cast: dict[str, User],
    program: Any,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    settings.RATE_LIMITS = False
    table = played(game, cast, monkeypatch, mover="ben")
    programs = {"ben": program(cast["ben"]), "nobody": Program()}
    anns = program(cast["ann"])
    other = other_world(table)
    before, hers = seen(table, programs), anns.reads(f"/tables/{table.id}")
    streamed = streams(table)
    write(table, other)
    forget()
    assert not_held(table.snapshot) or anns.reads(f"/tables/{table.id}") != hers
    assert seen(table, programs) == before
    assert streams(table) == streamed


def asked(table: Played) -> Iterator[tuple[str, str, Any]]:
    """Yield method, path and body of what each is asked."""
    ply = table.row.ply
    bodies = {
        **{path: {"ply": ply} for path in ("/undo", "/takeback", "/hint")},
        **{"/play-on": {"ply": 5, "seat": 0}, "/invite": {"name": "dee"}, "/talk": {"text": "a"}},
    }
    for path, methods in PATHS.items():
        path = path.removeprefix("/api/1")
        at = path.format_map(
            defaultdict(str, KNOWN | {"slug": table.row.game, "table_id": table.id})
        )
        if path.endswith((*ENDS, "/stream")) or path in MAKE:
            continue
        for method in methods:
            body = next((body for end, body in bodies.items() if path.endswith(end)), {})
            yield method.upper(), at, body if method == "post" else None
    cards = sorted({*table.snapshot.log[1].entry.code.split(" ")[1:]})
    codes = [f"{verb} {card}" for verb in ("play", "discard", "put") for card in cards]
    for code in (*table.legal("ben")[:2], *Random(1).sample(codes, 6)):
        yield "POST", f"/tables/{table.id}/act", {"code": code, "ply": ply}


def seen(table: Played, programs: dict[str, Program]) -> dict[Any, Any]:
    """Return what each is answered; what they write is taken back."""
    found: dict[Any, Any] = {}
    for name, one in programs.items():
        for method, path, body in list(asked(table)):
            if not one.token and body is not None and not path.endswith("/act"):
                continue  # they are told that they need a token
            forget()
            with transaction.atomic():
                answer = one.ask(method, path, body)
                told = MADE.sub("", answer.content.decode())
                found[name, method, path, str(body)] = (answer.status_code, told)
                transaction.set_rollback(True)
    assert {status for status, _told in found.values()} > {200, 401, 422}
    return found


def streams(table: Played) -> list[Any]:
    """Return what streams say."""
    told: list[Any] = []
    scope = {"query_string": b"", "headers": []}
    for user in (table.cast["ben"], table.cast["dee"], None):
        forget()
        caller = Caller(user, frozenset(("read",)))
        told.append(TableStream(scope, caller, table.id)._look())
        told += [MyStream(scope, caller)._look()] if user else []
    assert told[0]["view"]["hand"] if "hand" in told[0]["view"] else told[0]["legal"]
    return told
