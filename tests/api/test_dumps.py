"""The dump: all public games that have ended, as files."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import gzip
import hashlib
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from accounts import services as accounts
from accounts.models import User
from games.api import dumps, tasks
from games.kernel.transcript import check
from games.registry import engines
from games.tables.models import Seat, Table
from tests.api.conftest import Program
from tests.kit.people import browser_of
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db


def read(folder: Path) -> list[dict[str, Any]]:
    packed = [gzip.decompress(path.read_bytes()) for path in sorted(folder.glob("*.gz"))]
    return [json.loads(line) for line in b"".join(packed).splitlines()]


def test_a_dump_has_each_game_with_its_transcript(played_out: Played, tmp_path: Path) -> None:
    call_command("dump_games", str(tmp_path), stdout=io.StringIO())
    (game,) = read(tmp_path)
    assert game["id"] == played_out.id and "ann" in game["players"]
    assert not check(game["transcript"], engines()).faults
    sums = (tmp_path / "SHA256SUMS").read_text().split()
    assert sums[0] == hashlib.sha256((tmp_path / sums[1]).read_bytes()).hexdigest()
    assert "CC0" in (tmp_path / "README.txt").read_text()


def test_private_and_running_games_are_in_none(played_out: Played, table: Played) -> None:
    ended = played_out.row.ended_at
    assert ended
    (month,) = dumps.months(ended)
    assert [game["id"] for game in dumps.games(month, ended)] == [played_out.id]
    Table.objects.filter(pk=played_out.id).update(private=True)
    assert not list(dumps.games(month, ended))


def test_whoever_asks_is_not_named(played_out: Played, tmp_path: Path) -> None:
    ended = played_out.row.ended_at
    assert ended
    later = ended + timedelta(days=60)
    assert len(dumps.write(tmp_path, later)) > 1
    before = read(tmp_path)
    assert len(dumps.write(tmp_path, later)) == 1  # months that are over stay as they are
    ann = played_out.cast["ann"]
    accounts.name_in_dumps(user=ann, named=False, now=later)
    assert len(dumps.write(tmp_path, later)) > 1
    (game,) = read(tmp_path)
    seat = played_out.seat("ann")
    assert game["players"][seat].startswith("player-") and game["players"][1 - seat] == "ben"
    again = dumps.name(Seat.objects.select_related("user").get(table=game["id"], number=seat))
    assert again == game["players"][seat]
    assert before[0]["id"] == game["id"]


def test_the_settings_say_whether_one_is_named(cast: dict[str, User]) -> None:
    client = browser_of(cast["ann"])
    for sent, named in (({}, False), ({"named": "on"}, True)):
        client.post("/accounts/dumps/", sent)
        assert User.objects.get(username="ann").is_named_in_dumps is named


def test_batches_miss_no_game(played_out: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that ended at the same moment, one a batch."""
    monkeypatch.setattr(dumps, "BATCH", 1)
    monkeypatch.setattr(dumps, "_with_transcripts", lambda batch, now: batch)
    row, ended = played_out.row, played_out.row.ended_at
    assert ended
    for name in ("aaa", "zzz"):
        Table.objects.create(
            **{field.attname: getattr(row, field.attname) for field in Table._meta.concrete_fields}
            | {"id": name}
        )
    (month,) = dumps.months(ended)
    found = [table.pk for table in dumps.games(month, ended)]  # type: ignore[attr-defined]
    assert found == sorted(["aaa", row.pk, "zzz"])


def test_files_are_listed_and_sent(played_out: Played, tmp_path: Path, settings: Any) -> None:
    settings.DUMPS_DIR = None
    assert tasks.dump_games() == 0 and Program().reads("/dumps") == []
    settings.DUMPS_DIR = tmp_path
    assert tasks.dump_games() >= 1
    listed = Program().reads("/dumps")
    sent = Program().get(f"/dumps/{listed[0]['name']}")
    body = b"".join(sent.streaming_content)
    assert hashlib.sha256(body).hexdigest() == listed[0]["sha256"]
    for name in ("SHA256SUMS", "..%2fx", "x.ndjson.gz"):
        assert Program().get(f"/dumps/{name}").status_code == 404
