"""`manage.py replay_all` proves every stored table, and finds every row that was changed by
hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.kernel import transcript
from games.registry import engines
from games.tables.models import Action, Seat, Table
from games.tables.proof import audit
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def replayed(*words: str) -> str:
    out = StringIO()
    call_command("replay_all", *words, stdout=out, stderr=out)
    return out.getvalue()


def test_a_sound_table_has_no_faults(table: Played) -> None:
    mover = table.mover
    table.plays(f"{mover} {table.legal()[0]}")
    table.takes_back(mover)
    assert list(audit.faults(table.row)) == []
    table.plays_on()
    assert "1 tables replayed. All hold." in replayed()
    assert f"{table.seat(mover)} undo" in written(table)


def written(table: Played) -> str:
    """Return the transcript, which has to replay."""
    out = StringIO()
    call_command("transcript", table.id, stdout=out)
    assert transcript.check(out.getvalue(), engines()).ok
    return out.getvalue()


def test_a_move_while_the_rows_are_read_is_no_fault(
    table: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a site that runs it was told as one: a row from before the move, and a log from after
    it."""
    read, moved = audit.faults, []

    def slowly(row: Table) -> Iterator[str]:
        if not moved:
            moved.append(table.takes_a_turn())
        return read(row)

    monkeypatch.setattr(audit, "faults", slowly)
    assert "1 tables replayed. All hold." in replayed()


def test_a_game_that_was_resigned_and_one_that_never_began_are_sound(table: Played) -> None:
    table.does("ann", "resign")
    sits_down(table.cast, "cal").lets("cal", "stand")
    sits_down(table.cast, "cal")
    assert "3 tables replayed. All hold." in replayed()
    assert "! resign 0" in written(table)


def _action(ply: int) -> Any:
    return Action.objects.filter(ply=ply)


def _seat() -> Any:
    return Seat.objects.filter(number=0)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        (lambda: _action(2).update(code="draw stock"), "broken chain at ply 2"),
        (lambda: _action(3).delete(), "broken chain at ply 3"),
        (lambda: Table.objects.update(ply=7), "says it is at ply 7"),
        (lambda: Table.objects.update(secret=b"x" * 64), "does not follow from its secret"),
        (lambda: _seat().update(nonce="another"), "does not follow from its secret"),
        (lambda: _seat().update(score=99), "other scores"),
        (
            lambda: Table.objects.update(ended_by="resign"),
            "whether the game has ended by the rules",
        ),
    ],
)
def test_what_was_changed_is_found(played_out: Played, changes: Any, found: str) -> None:
    changes()
    with pytest.raises(CommandError, match="1 of 1"):
        replayed()
    assert any(found in fault for fault in audit.faults(played_out.row))


def test_a_running_table_that_says_otherwise_is_found(table: Played) -> None:
    to_act = table.row.to_act
    Table.objects.filter(pk=table.id).update(to_act="")
    assert list(audit.faults(table.row)) == [f"says that nobody is to act, its log says {to_act}"]


def test_places_that_no_ending_gives_are_found(table: Played) -> None:
    table.does("ann", "resign")
    assert table.sound()
    Seat.objects.filter(table=table.id, number=0).update(place=1)
    Seat.objects.filter(table=table.id, number=1).update(place=2)
    assert any("places" in fault for fault in audit.faults(table.row))


def test_only_what_is_recent(played_out: Played) -> None:
    table = played_out
    Table.objects.filter(pk=table.id).update(created_at=NOON, ended_at=NOON)
    day = timedelta(days=1)
    assert "1 tables replayed" in replayed("--since", NOON.date().isoformat())
    assert "0 tables replayed" in replayed("--since", (NOON + day).isoformat())
    assert "1 tables replayed" in replayed("--since", str((timezone.now() - NOON).days + 2))
    Table.objects.filter(pk=table.id).update(created_at=NOON - 99 * day)
    assert "1 tables replayed" in replayed("--since", NOON.date().isoformat())  # it ended then


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(("--since", "soon"), "neither a date"), (("--jobs", "0"), "not a number of processes")],
)
def test_words_that_make_no_sense_are_refused(words: tuple[str, str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        replayed(*words)
