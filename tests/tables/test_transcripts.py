"""A transcript tells each kind of end and can be proved."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.kernel import transcript
from games.registry import engines
from games.tables import services
from games.tables.models import Order, Seat
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(minutes=1)


def text(table: Played) -> str:
    out = StringIO()
    call_command("transcript", table.id, stdout=out)
    return out.getvalue()


def written(table: Played) -> list[str]:
    """Return the lines that are not entries: the seats that left, and the end. The transcript has
    to be sound."""
    report = transcript.check(text(table), engines())
    assert report.ok, report.faults
    return [line for line in text(table).splitlines() if line[0] in "!="]


def does(table: Played, name: str, what: str) -> None:
    getattr(services, what)(table_id=table.id, user_id=table.cast[name].pk, now=LATER)


@pytest.fixture
def sits_down(cast: dict[str, User], toy_game: None) -> Callable[[str, int], Played]:
    """Open a table with a clock: for three players of the toy, for two of Lost Cities."""

    def sit(game: str, seats: int) -> Played:
        opened = services.open_table(
            creator=cast["ann"], game=game, seats=seats, order=Order.SEATS, clock="fast", now=NOON
        )
        for name in ("ben", "cal")[: seats - 1]:
            services.sit(table_id=opened.id, user=cast[name], now=NOON)
        return Played(opened.id, cast)

    return sit


# --- two seats ---


def test_a_resignation(table: Played) -> None:
    does(table, "ben", "resign")
    assert written(table) == ["! resign 1", "= scores - -   places 1 2"]


def test_a_resignation_of_before_leaving_was_written_down(table: Played) -> None:
    does(table, "ann", "resign")
    Seat.objects.filter(table=table.id).update(left_by="", left_ply=None)
    assert written(table) == ["! resign 0", "= scores - -   places 2 1"]


def test_a_flag(sits_down: Callable[[str, int], Played]) -> None:
    table = sits_down("lost_cities", 2)
    assert services.flag_due(now=NOON + timedelta(minutes=2)) == 1
    assert written(table) == ["! flag 0", "= scores - -   places 2 1"]


def test_a_draw(table: Played) -> None:
    does(table, "ann", "draw")
    does(table, "ben", "draw")
    assert written(table) == ["! draw", "= scores - -   places 1 1"]


def test_an_aborted_game_has_no_places(table: Played, client: Client) -> None:
    does(table, "ann", "abort")
    assert written(table) == ["! abort"]
    client.force_login(table.cast["ann"])
    assert client.get(f"/t/{table.id}/transcript/").content.decode().endswith("\n! abort\n")


# --- three ---


def test_leaving_stands_where_it_happened_and_the_caretaker_plays_on(toy_table: Played) -> None:
    for name, code in (("ann", 0), ("ann", -1)):
        toy_table.plays(f"{name} {toy_table.legal()[code]}")
    does(toy_table, "cal", "resign")
    assert written(toy_table) == ["! resign 2"], "it goes on: nobody has a place yet"
    for name, code in (("ben", 0), ("ben", -1)):
        toy_table.plays(f"{name} {toy_table.legal()[code]}")
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


def test_the_last_one_wins(sits_down: Callable[[str, int], Played]) -> None:
    table = sits_down("toy", 3)
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
    first, second = (toy_table.seat(name) for name in leavers)
    assert written(toy_table) == [
        f"! resign {first}",
        f"! resign {second}",
        f"= scores - - -   places {places}",
    ]


def test_those_who_stayed_share_a_draw(toy_table: Played) -> None:
    does(toy_table, "ann", "resign")
    does(toy_table, "ben", "draw")
    does(toy_table, "cal", "draw")
    assert written(toy_table) == ["! resign 0", "! draw", "= scores - - -   places 3 1 1"]


def test_those_who_stayed_break_off(toy_table: Played) -> None:
    does(toy_table, "ann", "resign")
    for name in ("ben", "cal"):
        if toy_table.row.status == "running":
            does(toy_table, name, "abort")
    assert written(toy_table) == ["! resign 0", "! abort"]
