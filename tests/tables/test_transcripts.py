"""A transcript tells each kind of end and can be proved."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games.kernel import transcript
from games.registry import engines
from games.tables import services
from games.tables.models import Order, Seat
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played, toys

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(minutes=1)
FAST = {"order": Order.SEATS, "clock": "fast"}


def text(table: Played) -> str:
    out = StringIO()
    call_command("transcript", table.id, stdout=out)
    return out.getvalue()


def written(table: Played) -> list[str]:
    """Return the lines that are not entries: the seats that left, and the end. The transcript has
    to be sound."""
    told = text(table)
    report = transcript.check(told, engines())
    assert report.ok, report.faults
    return [line for line in told.splitlines() if line[0] in "!="]


def does(table: Played, name: str, what: str) -> None:
    table.does(name, what, now=LATER)


# --- two seats ---


@pytest.mark.parametrize(
    ("done", "lines"),
    [
        (["ben resign"], ["! resign 1", "= scores - -   places 1 2"]),
        (["ann draw", "ben draw"], ["! draw", "= scores - -   places 1 1"]),
        (["ann abort"], ["! abort"]),
    ],
)
def test_each_end(table: Played, done: list[str], lines: list[str]) -> None:
    for one in done:
        does(table, *one.split())
    assert written(table) == lines
    assert table.html("ann", "transcript/").endswith("\n" + "\n".join(lines) + "\n")


def test_a_resignation_of_before_leaving_was_written_down(table: Played) -> None:
    does(table, "ann", "resign")
    Seat.objects.filter(table=table.id).update(left_by="", left_ply=None)
    assert written(table) == ["! resign 0", "= scores - -   places 2 1"]


def test_a_flag(cast: dict[str, User]) -> None:
    table = sits_down(cast, "ann", "ben", **FAST)
    assert services.flag_due(now=NOON + timedelta(minutes=2)) == 1
    assert written(table) == ["! flag 0", "= scores - -   places 2 1"]


# --- three ---


def takes_its_turn(toy: Played) -> None:
    for code in (0, -1):
        toy.plays(f"{toy.mover} {toy.legal()[code]}")


def test_leaving_stands_where_it_happened_and_the_caretaker_plays_on(toy_table: Played) -> None:
    takes_its_turn(toy_table)
    does(toy_table, "cal", "resign")
    assert written(toy_table) == ["! resign 2"], "it goes on: nobody has a place yet"
    takes_its_turn(toy_table)
    toy_table.bots_play()
    lines = [line.split()[0] for line in text(toy_table).splitlines()[5:]]
    assert "".join(lines) == "00!11222", (
        "Ann and Ben play and end their turns; the caretaker plays, draws and ends"
    )
    toy_table.plays_on()
    leaving, scores = written(toy_table)
    assert leaving == "! resign 2"
    assert scores.endswith(" 3") and "-" not in scores, (
        "the caretaker's points are told, and its seat comes last"
    )


def test_the_last_one_wins(cast: dict[str, User], toy_game: None) -> None:
    table = toys(cast, "ann", "ben", "cal", **FAST)
    services.flag_due(now=NOON + timedelta(minutes=2))
    does(table, "cal", "resign")
    assert written(table) == ["! flag 0", "! resign 2", "= scores - - -   places 3 1 2"]


@pytest.mark.parametrize(
    ("leavers", "places"), [(("cal", "ben"), "1 2 3"), (("ben", "cal"), "1 3 2")]
)
def test_two_who_leave_while_the_third_thinks_stand_in_their_order(
    toy_table: Played, leavers: tuple[str, str], places: str
) -> None:
    for name in leavers:
        does(toy_table, name, "resign")
    left = [f"! resign {toy_table.seat(name)}" for name in leavers]
    assert written(toy_table) == [*left, f"= scores - - -   places {places}"]


@pytest.mark.parametrize(
    ("what", "end"), [("draw", ["! draw", "= scores - - -   places 3 1 1"]), ("abort", ["! abort"])]
)
def test_those_who_stayed_agree(toy_table: Played, what: str, end: list[str]) -> None:
    does(toy_table, "ann", "resign")
    for name in ("ben", "cal"):
        if toy_table.row.status == "running":
            does(toy_table, name, what)
    assert written(toy_table) == ["! resign 0", *end]
