"""Two worlds that differ in cards which the caller must not know answer alike, to the byte."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from random import Random
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.api.api import api
from tests.api.conftest import Program
from tests.attacks.test_23_two_worlds import GAMES, forget, not_held, other_world, played, write
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db
READ = ("", "/log", "/talk", "/transcript", "/proof", "/review", "/stream")


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
    write(table, other)
    forget()
    assert not_held(table.snapshot) or anns.reads(f"/tables/{table.id}") != hers
    assert seen(table, programs) == before


def seen(table: Played, programs: dict[str, Program]) -> dict[Any, Any]:
    """Return what each is answered; what they write is taken back."""
    found: dict[Any, Any] = {}
    here, ply = f"/tables/{table.id}", table.row.ply
    cards = sorted({*table.snapshot.log[1].entry.code.split(" ")[1:]})
    codes = [f"{verb} {card}" for verb in ("play", "discard", "put") for card in cards]
    for name, one in programs.items():
        for part in READ:
            forget()
            answer = one.get(here + part)
            found[name, part] = (answer.status_code, answer.content, answer.get("ETag"))
        for code in (*table.legal("ben")[:2], *Random(1).sample(codes, 6)):
            forget()
            with transaction.atomic():
                answer = one.post(f"{here}/act", {"code": code, "ply": ply})
                told = answer.json()
                told.pop("receipt", None)
                found[name, code] = (answer.status_code, told)
                transaction.set_rollback(True)
    return found


def test_every_operation_about_a_table_is_asked_here_or_changes_it() -> None:
    """A new operation that reads a table has to be asked above."""
    paths = api.get_openapi_schema()["paths"]
    reads = {path for path, methods in paths.items() if "{table_id}" in path and "get" in methods}
    assert reads == {f"/api/1/tables/{{table_id}}{part}" for part in READ}
