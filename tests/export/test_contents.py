"""Everything of Ann's is in her file, and nothing that is not hers to know."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from unittest.mock import ANY

import pytest
from django.utils import timezone

from accounts import exporting
from games.community.people.models import Note
from games.export import archive
from games.kernel import transcript
from games.registry import engines
from games.tables import services as tables
from games.tables.board import presenter
from games.tables.models import Table
from tests.export.conftest import NOON, SECRETS, made, opened, rows
from tests.kit.types import Cast, Patch

pytestmark = pytest.mark.django_db


def test_a_file_for_each_source_and_a_readme_that_explains_it(cast: Cast, belongings: None) -> None:
    files = opened(made(cast["ann"]))
    assert next(iter(files)) == "README.txt"
    for source in exporting.sources():
        assert isinstance(rows(files, source.name), list)
        assert f"{source.name}.json" in files["README.txt"]
        assert str(source.about) in files["README.txt"]


def test_what_is_anns_is_there(cast: Cast, belongings: None, ended: Table) -> None:
    files = opened(made(cast["ann"]))
    assert rows(files, "profile")[0]["username"] == "ann"
    assert rows(files, "addresses")[0]["email"] == "ann@example.org"
    assert {row["name"] for row in rows(files, "ways-in")} == {"", "Blue key"}
    assert rows(files, "notes")[0] == {"other": "ben", "text": "Plays fast", "at": ANY}
    assert rows(files, "sanctions")[0]["words"] == "Be kind."
    assert rows(files, "webhook")[0]["host"] == "hooks.example.org"
    for name in ("calendar", "devices", "push-devices", "sleep", "ties", "notices"):
        assert len(rows(files, name)) == 1, name
    (table,) = rows(files, "tables")
    assert (table["table"], table["place"], table["number"]) == (ended.id, 1, 0)
    assert [player["name"] for player in table["players"]] == ["ann", "ben"]


def test_the_transcript_of_an_ended_game_replays(
    cast: Cast, belongings: None, ended: Table
) -> None:
    text = opened(made(cast["ann"]))[f"games/{ended.id}.txt"]
    assert text.startswith("game lost_cities")
    assert transcript.check(text, engines()).faults == ()


def test_secrets_are_not_there(cast: Cast, belongings: None) -> None:
    everything = "\n".join(opened(made(cast["ann"])).values())
    for secret in (*SECRETS, "device-key", cast["ann"].password):
        assert secret not in everything


def test_what_others_decided_or_wrote_is_not_there(cast: Cast, belongings: None) -> None:
    files = opened(made(cast["ann"]))
    everything = "\n".join(files.values())
    assert (
        "Rude" not in everything
        and "insult" not in everything
        and "block" not in files["ties.json"]
    )
    assert "cal" not in re.findall(r"\w+", files["sanctions.json"]), "who decided"


def test_of_a_running_game_there_is_what_its_player_sees(cast: Cast, running: Table) -> None:
    """Neither the transcript nor the secret of the shuffles, for either player."""
    for name in ("ann", "ben"):
        files = opened(made(cast[name]))
        assert f"games/{running.id}.txt" not in files
        everything = "\n".join(files.values())
        assert bytes(running.secret).hex() not in everything
        deal = running.actions.filter(seat=None).order_by("-ply")[0].code
        assert deal not in everything and deal.split(maxsplit=1)[1] not in everything


def test_the_log_of_a_running_game_is_that_of_its_players_page(cast: Cast, running: Table) -> None:
    """Ben's draw from the stock is no card to Ann."""
    page = presenter.look(running.id, cast["ann"].pk)
    sees = [words for _turn, words in presenter.log(page, cast["ann"].pk)]
    text = opened(made(cast["ann"]))[f"games/{running.id}.running.txt"]
    assert len(text.splitlines()) == len(sees) and "<" not in text and "&" not in text


def test_a_sealed_game_has_no_transcript_until_its_day_is_over(cast: Cast, ended: Table) -> None:
    Table.objects.update(sealed_until=timezone.now() + timedelta(hours=1))
    files = opened(made(cast["ann"]))
    assert f"games/{ended.id}.txt" not in files
    Table.objects.update(sealed_until=timezone.now() - timedelta(hours=1))
    assert f"games/{ended.id}.txt" in opened(made(cast["ann"], NOON + timedelta(days=2)))


def test_names_and_notes_are_only_text(cast: Cast, belongings: None) -> None:
    Note.objects.update(text='"},{"x": "\u202e\n</script>')
    files = opened(made(cast["ann"]))
    assert rows(files, "notes")[0]["text"] == '"},{"x": "\u202e\n</script>'


def test_pieces_are_written_as_they_come(monkeypatch: Patch) -> None:
    """Of a file of 40 pieces no more than about two are in memory at once."""
    monkeypatch.setattr(archive, "PIECE", 1000)
    kept: list[tuple[int, int]] = []
    waiting = []

    def keep(number: int, data: bytes) -> None:
        kept.append((number, len(data)))
        waiting.append(len(pieces.waiting))

    pieces = archive.Pieces(keep)
    for _number in range(400):
        pieces.write(b"x" * 101)
    pieces.finish()
    assert [number for number, _ in kept] == list(range(41))
    assert {length for _, length in kept[:-1]} == {1000} and kept[-1][1] == 400
    assert pieces.size == 40400 and max(waiting) < 2000


def test_many_games_take_few_queries_each(cast: Cast, django_assert_max_num_queries: Any) -> None:
    for _ in range(12):
        table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
        tables.sit(table_id=table.id, user=cast["ben"], now=NOON)
        tables.resign(table_id=table.id, user_id=cast["ben"].pk, now=NOON)
    with django_assert_max_num_queries(75 + 12 * 4):
        made(cast["ann"])
