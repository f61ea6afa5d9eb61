"""The log by turns, as the board and the page of the log tell it."""

from datetime import UTC, datetime

from games.kernel.replay import Entry
from games.tables.state import turns as runs

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def told(
    *entries: tuple[int | None, str],
) -> list[tuple[int, int | None, tuple[str, ...], tuple[int, ...]]]:
    return [
        (run.number, run.seat, run.codes, run.plies)
        for run in runs.of((Entry(*entry), NOON) for entry in entries)
    ]


def test_a_turn_of_two_steps_is_one_line() -> None:
    shown = told((0, "play R2"), (0, "draw stock"), (1, "play B3"))
    assert shown == [(1, 0, ("play R2", "draw stock"), (0, 1)), (2, 1, ("play B3",), (2,))]


def test_deals_are_named_and_never_told_and_have_no_number_of_their_own() -> None:
    assert told((None, "deal S0 S1"), (None, "deal R7"), (0, "play R7")) == [
        (0, None, ("deal",), (0,)),
        (0, None, ("deal",), (1,)),
        (1, 0, ("play R7",), (2,)),
    ]


def test_a_step_taken_back_and_the_taking_back_are_left_out() -> None:
    assert told((0, "play R2"), (0, "undo"), (0, "play R3")) == [(1, 0, ("play R3",), (2,))]
    shown = told((1, "a"), (0, "b"), (0, "c"), (0, "undo"))
    assert shown == [(1, 1, ("a",), (0,)), (2, 0, ("b",), (1,))]


def test_two_turns_of_one_seat_are_apart_when_cards_were_dealt_between() -> None:
    assert [run[0] for run in told((0, "a"), (None, "deal R7"), (0, "b"))] == [1, 1, 2]


def test_turns_in_a_row_of_one_seat_are_apart_where_the_game_says_so() -> None:
    """A seat that plays alone, or last, takes turn after turn. The numbers have no gap."""
    played = (
        (None, "deal S0"),
        (0, "a"),
        (0, "end"),
        (0, "b"),
        (0, "undo"),
        (0, "c"),
        (0, "end"),
        (1, "d"),
    )
    found = runs.cut(
        runs.of((Entry(*entry), NOON) for entry in played),
        lambda codes: [codes[i : i + 2] for i in range(0, len(codes), 2)],
    )
    assert [(run.number, run.codes, run.plies) for run in found] == [
        (0, ("deal",), (0,)),
        (1, ("a", "end"), (1, 2)),
        (2, ("c", "end"), (5, 6)),
        (3, ("d",), (7,)),
    ]
