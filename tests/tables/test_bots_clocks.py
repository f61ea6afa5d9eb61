"""The clock of a bot does not run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from games.kernel import clock
from games.tables import services
from games.tables.board import render
from games.tables.errors import NotPossible
from games.tables.models import Action, Seat
from games.tables.proof import audit
from games.tables.state.snapshot import Snapshot
from tests.tables.conftest import NOON, Against, Played, anns_turn

pytestmark = [pytest.mark.django_db]


FAST = 2 * clock.MINUTE


def clocks(table: Played) -> list[int]:
    return table.seats("clock_ms")


def test_no_time_counts_for_a_bot_however_long_it_waits_for_a_processor(
    against: Against,
) -> None:
    table = against(clock="fast", rated=True)
    anns_turn(table)
    anns, bots_own = clocks(table)
    assert bots_own == FAST and table.row.flag_at is None
    table.now += timedelta(hours=5)
    assert services.flag_due(now=table.now) == 0
    table.bots_play()
    assert clocks(table) == [anns, FAST], "and none is added to it"
    assert table.row.flag_at == table.now + timedelta(milliseconds=anns)
    assert table.sound()


def test_the_clock_of_a_person_runs_as_ever(against: Against) -> None:
    table = against(clock="fast")
    due = table.row.flag_at
    assert due is not None and services.flag_due(now=due) == 1
    assert (table.row.ended_by, table.row.bot_at) == ("flag", None)
    assert Seat.objects.get(table=table.id, number=1).place == 1


def test_boards_show_no_clock_for_a_bot(against: Against) -> None:
    table = against(clock="fast")
    for now in (None, NOON):
        board = render.board(table.snapshot, None, now=now)
        assert 'id="clock-0"' in board and 'id="clock-1"' not in board


@pytest.fixture
def earlier_rule() -> Iterator[Callable[[], None]]:
    """Play by the rule of earlier releases, in which the clock of a bot ran. The yielded function
    ends this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Snapshot, "clockless", property(lambda snapshot: frozenset()))
        yield patch.undo


def test_a_flag_of_a_bot_from_before_does_not_fall(
    against: Against, earlier_rule: Callable[[], None]
) -> None:
    table, other = against(clock="fast", rated=True), against(clock="fast")
    for each in (table, other):
        anns_turn(each)
        each.bots_play()
        anns_turn(each)
    due = table.row.flag_at
    assert due is not None
    earlier_rule()
    assert table.sound()
    assert services.flag_due(now=due) == 0
    assert (table.row.status, table.row.flag_at) == ("running", None)
    with pytest.raises(NotPossible, match="You can resign"):
        table.does("ann", "abort")
    other.now = due + timedelta(days=1)
    assert other.bots_play().to_act == {0}, (
        "whoever touches the table lets no flag of a bot fall either"
    )
    assert table.sound() and other.sound()


def test_games_in_which_the_clocks_of_bots_ran_are_still_proved(
    against: Against, earlier_rule: Callable[[], None]
) -> None:
    table = against(clock="fast")
    for _ in range(3):
        anns_turn(table)
        table.bots_play()
    assert clocks(table)[1] != FAST
    earlier_rule()
    for _ in range(3):
        assert table.sound()
        anns_turn(table)
        table.bots_play()
    assert table.sound()


@pytest.mark.parametrize("seat", [0, 1])
def test_clocks_that_follow_by_neither_rule_are_found(against: Against, seat: int) -> None:
    table = against(clock="fast")
    anns_turn(table)
    table.bots_play()
    assert table.sound()
    Seat.objects.filter(table=table.id, number=seat).update(clock_ms=FAST + 12_345)
    assert [fault.split(" at (")[0] for fault in audit.faults(table.row)] == ["has clocks"]
    last = Action.objects.filter(table=table.id, seat=seat).order_by("-ply")[0]
    Action.objects.filter(pk=last.pk).update(clock_ms=FAST + 12_345)
    assert f"has a clock in its log that does not follow at ply {last.ply}" in list(
        audit.faults(table.row)
    )
