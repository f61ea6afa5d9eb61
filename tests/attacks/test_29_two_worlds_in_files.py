"""Two worlds that differ only in what Ben must not know: the file with his data, his calendar, his
talk and his search for an opponent are the same in both, and no receipt of either is one that he
can compute from a guess of the hidden cards."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import io
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from django.db import transaction

from accounts import exporting
from games.export import archive
from games.kernel.replay import Entry
from games.notices.calendar import services as calendar
from games.tables.models import Action
from games.tables.state import hash_chain
from tests.attacks.test_23_two_worlds import GAMES, MASKED, forget, other_world, played, write
from tests.kit.people import browser_of
from tests.tables.conftest import NOON, Played, cast, kept  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture(params=GAMES)
def table(request: Any, cast: Any, monkeypatch: pytest.MonkeyPatch) -> Played:  # noqa: F811
    """Return a game of Ann and Ben over days, in which Ben has to act."""
    return played(request.param, cast, monkeypatch, mover="ben")


def worlds(table: Played) -> Iterator[list[Entry]]:
    """Put the table into the one world, and then into the other one."""
    for world in ([logged.entry for logged in table.snapshot.log], other_world(table)):
        write(table, world)
        forget()
        yield world


def file_of(table: Played, name: str) -> dict[str, bytes]:
    """Return what stands in the file with somebody's data, by path."""
    user, pieces = table.cast[name], io.BytesIO()
    to = archive.Pieces(lambda number, data: pieces.write(data))
    archive.write(to, exporting.sources(), user.pk, user.username, NOON)
    with zipfile.ZipFile(pieces) as found:
        return {path: found.read(path) for path in found.namelist()}


def asked(table: Played) -> list[Any]:
    """Return what Ben is answered when he talks, looks for an opponent, and reads his calendar."""
    there, answers = f"/t/{table.id}/talk/", []
    with transaction.atomic():
        token = calendar.renew(user=table.cast["ben"], now=NOON)
        client = browser_of(table.cast["ben"])
        for path, fields in (
            (there, {"phrase": "hello", "key": "one"}),
            (there, {"text": "Have you the red 7?", "key": "two"}),
            ("/find/", {"game": table.row.game, "clock": "daily"}),
        ):
            answers.append(client.post(path, fields))
        answers += [client.get(path) for path in (there, "/find/", f"/calendar/{token}.ics")]
        transaction.set_rollback(True)
    return [(one.status_code, MASKED.sub("*", one.content.decode())) for one in answers]


def test_files_talk_search_and_calendar_are_the_same(table: Played, settings: Any) -> None:
    settings.RATE_LIMITS, settings.TALK_HOURS = False, 0
    told = [(file_of(table, "ben"), asked(table)) for _world in worlds(table)]
    (files, answers), (other_files, other_answers) = told
    assert files == other_files and f"games/{table.id}.running.txt" in files
    assert answers == other_answers and 200 in {status for status, _body in answers}
    assert_no_receipt_is_guessed(table)


def assert_no_receipt_is_guessed(table: Played) -> None:
    """Ben knows every hash, and all of an entry but its cards; he has no key."""
    row, logs = table.row, list(worlds(table))
    seen = set(Action.objects.filter(table=row.pk).values_list("hash", flat=True))
    rows = list(Action.objects.filter(table=row.pk).order_by("ply"))
    before = [row.commitment, *[one.hash for one in rows]]
    guesses = {
        hash_chain.link(
            prev,
            table_id=row.pk,
            ply=one.ply,
            seat=one.seat,
            code=log[one.ply].code,
            at=one.at,
            clock_ms=one.clock_ms,
            key=key,
        )
        for (prev, _own), one in zip(pairwise(before), rows, strict=True)
        for log in logs
        for key in ("", row.pk, row.commitment, prev, hash_chain.key(b""))
    }
    assert len(guesses) > len(seen) and not guesses & seen
