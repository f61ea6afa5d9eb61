"""Several codes in one request: all of them or none, once even if it is repeated, and with one
message."""

from __future__ import annotations

import pytest

from games.kernel import replay
from games.tables.errors import NotPossible, StalePly
from games.tables.live import broadcast
from games.tables.state.snapshot import Snapshot
from tests.tables.conftest import Played, toys

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def plays(table: Played, *codes: str, ply: int | None = None, name: str = "") -> Snapshot:
    at = table.ply if ply is None else ply
    return table.does(name or table.mover, "several", codes=codes, ply=at)


def test_they_are_entries_like_any_others(table: Played) -> None:
    mover, first = table.mover, table.legal()[0]
    after = plays(table, first, "draw stock")
    assert [line.partition(" ")[2] for line in table.log[2:]] == [first, "draw stock"]
    assert (table.ply, after.ply, table.waiter) == (4, 4, mover)
    assert table.sound()


def test_all_of_them_or_none(table: Played) -> None:
    first = table.legal()[0]
    for codes in (
        ("draw stock",),
        (first, "undo"),
        (first, ""),
        (first, "draw stock", "draw stock"),
        (first,) * 9,
    ):
        with pytest.raises(NotPossible):
            plays(table, *codes)
    assert (table.ply, len(table.log)) == (2, 2)


def test_once_however_often_it_is_asked(table: Played) -> None:
    mover, first = table.mover, table.legal()[0]
    versions = {plays(table, first, "draw stock", ply=2, name=mover).version for _ in range(3)}
    assert len(versions) == 1 and table.ply == 4
    for other in ((first, "draw R"), (first, "draw stock", "draw stock"), ("draw stock",)):
        with pytest.raises(StalePly):
            plays(table, *other, ply=2, name=mover)
    assert plays(table, first, ply=2, name=mover).ply == 4  # a part of it was answered with it


def test_the_table_does_not_come_in_between(cast: dict, toy_game: None) -> None:
    table = toys(cast, "ann", "ben")
    first = table.legal()[0]
    with pytest.raises(NotPossible):
        plays(table, first, "draw", "end")  # the table itself ends the turn
    for _ in range(2):
        plays(table, first, "draw", ply=2, name="ann")
    assert table.log[2:] == [f"0 {first}", "0 draw", "0 end"] and table.mover == "ben"


def test_one_message(
    table: Played, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> None:  # type: ignore[no-untyped-def]
    told: list[int] = []
    monkeypatch.setattr(
        broadcast, "notify_table", lambda _table, version, **_facts: told.append(version)
    )
    before = table.row.version
    with django_capture_on_commit_callbacks(execute=True):
        plays(table, table.legal()[0], "draw stock")
    assert told == [before + 1]


@pytest.mark.parametrize("htmx", [True, False])
def test_a_button_may_stand_for_several(table: Played, htmx: bool) -> None:
    client = table.browser(table.mover)
    move = {"codes": f"{table.legal()[0]},draw stock", "ply": "2"}
    headers = {"HX-Request": "true"} if htmx else {}
    for fields, status in (
        (move, 200 if htmx else 303),
        (move, 200 if htmx else 303),
        ({"codes": "fly,fly", "ply": "4"}, 422),
    ):
        assert client.post(f"/t/{table.id}/act/", fields, headers=headers).status_code == status
    assert table.ply == 4


def test_a_refusal_tells_no_card_of_a_deck(recruiting: Played) -> None:
    """Found by an attacker: "recruit, and return blue 7" was played if blue 7 came, and refused
    without a word to the others if not. So a seat could try one card after the other."""
    table, recruit = recruiting, ("recruiter", *["draw clan"] * 3)
    before = table.snapshot
    assert before.position is not None
    state = before.position.state
    own = before.engine.view(state, 0).hand
    for code in recruit:
        state = replay.play(before.engine, state, 0, code)
    comes = [card for card in before.engine.view(state, 0).hand if card not in own]
    assert len(comes) == 3
    for card in (*comes, "R9"):
        with pytest.raises(NotPossible):
            plays(table, *recruit, f"return {card}", name="ann")
    assert table.ply == before.ply
    returned = [f"return {card}" for card in own if card != "recruiter"][:2]
    assert plays(table, *recruit, *returned, name="ann").ply == before.ply + 6
