"""From a log to a position, with the toy game."""

from __future__ import annotations

from typing import cast

import pytest

from games.kernel import replay
from games.kernel.protocol import AnyEngine, BadSetup, IllegalAction, Outcome, Setup, usual_length
from games.kernel.replay import (
    Entry,
    Position,
    advance,
    effective,
    fold,
    forced,
    revealed_nothing,
)
from games.kernel.shuffle import Stream
from tests.kernel.toy import ENGINE, State

TWO = Setup(2)
SEATS = "deal S1 S0"
CARDS = "deal C1 C2 C3 C4 C5 C6 C7 C8 C9"  # seat 1 begins and has C1 C2; seat 0 has C3 C4


def log(*lines: str) -> list[Entry]:
    """Return entries that are written as in a transcript: "1 play C2", "deal S0 S1"."""
    return [
        Entry(None, line) if line.startswith("deal") else Entry(int(line[0]), line[2:])
        for line in lines
    ]


def after(*lines: str) -> Position:
    return fold(ENGINE, TWO, log(SEATS, CARDS, *lines))


def refused(position: Position, line: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        advance(ENGINE, position, log(line)[0])
    return str(refusal.value)


def test_an_engine_need_not_tell_how_long_its_games_are() -> None:
    class Silent:
        slug = "silent"

    assert usual_length(ENGINE, TWO) > 0
    assert usual_length(cast("AnyEngine", Silent()), TWO) == 0


# --- fold ---


def test_a_log_leads_to_a_position() -> None:
    state: State = after("1 play C2", "1 draw", "1 end", "0 play C4").state
    assert state.hands == (("C3",), ("C1", "C5"))
    assert state.played == (("C4",), ("C2",))
    assert ENGINE.to_act(state) == {0}
    assert ENGINE.outcome(state) is None


def test_a_log_leads_to_the_end() -> None:
    state = after("1 play C2", "1 end", "0 play C4", "0 end").state
    assert ENGINE.outcome(state) == Outcome((4, 2), (1, 2))
    assert ENGINE.to_act(state) == frozenset()


def test_an_empty_log_is_the_start() -> None:
    assert fold(ENGINE, TWO, []) == Position(ENGINE.start(TWO))


def test_options_reach_the_engine() -> None:
    assert fold(ENGINE, Setup(2, {"cards": "8"}), log(SEATS)).state.deck[-1] == "C8"
    with pytest.raises(BadSetup, match="unknown option: colour"):
        fold(ENGINE, Setup(2, {"colour": "red"}), [])


# --- refusals ---


@pytest.mark.parametrize(
    "line",
    [
        "1 play C3",
        "1 play c2",
        "1 play C2 ",
        "1  play C2",
        "1 ",
        "1 end",
        "0 play C3",
        "7 play C2",
        "1 " + "x" * 10_000,
        "1 deal C1",
    ],
)
def test_what_is_not_among_the_legal_actions_is_refused(line: str) -> None:
    assert "cannot" in refused(after(), line)


def test_a_refusal_repeats_no_more_than_a_piece_of_a_long_code() -> None:
    assert len(refused(after(), "1 " + "x" * 10_000)) < 120


@pytest.mark.parametrize(
    "line",
    [
        "deal C1 C2",
        "deal C1 C1 C3 C4 C5 C6 C7 C8 C9",
        "deal S0 S1",
        "deal",
        "deal " + CARDS,
        "deal  S0 S1",
    ],
)
def test_only_a_permutation_of_the_cards_due_is_dealt(line: str) -> None:
    assert "not the cards" in refused(fold(ENGINE, TWO, log(SEATS)), line)


def test_nothing_is_dealt_when_nothing_is_due() -> None:
    assert "not the cards" in refused(after(), CARDS)


def test_chance_does_nothing_but_deal() -> None:
    with pytest.raises(IllegalAction, match="only deals"):
        advance(ENGINE, after(), Entry(None, "play C1"))


def test_after_the_end_nothing_is_legal() -> None:
    over = after("1 play C2", "1 end", "0 play C4", "0 end")
    assert "cannot" in refused(over, "1 play C1")


# --- undo ---


def test_undo_takes_the_last_entry_back() -> None:
    assert after("1 play C2", "1 undo").state == after().state
    assert after("1 play C2", "1 undo", "1 play C1").state == after("1 play C1").state


def test_several_entries_of_one_seat_are_undone_one_by_one() -> None:
    assert after("1 play C2", "1 draw", "1 undo").state == after("1 play C2").state
    assert after("1 play C2", "1 draw", "1 undo", "1 undo").state == after().state
    assert (
        after("1 play C2", "1 undo", "1 play C1", "1 undo", "1 play C2").state
        == after("1 play C2").state
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("1 undo",),
        ("1 play C2", "0 undo"),
        ("1 play C2", "1 undo", "1 undo"),
        ("1 play C2", "1 end", "0 play C4", "0 undo", "0 undo"),
    ],
)
def test_only_an_own_last_entry_can_be_taken_back(lines: tuple[str, ...]) -> None:
    with pytest.raises(IllegalAction, match="nothing to take back"):
        after(*lines)


def test_a_deal_cannot_be_taken_back() -> None:
    with pytest.raises(IllegalAction, match="nothing to take back"):
        advance(ENGINE, fold(ENGINE, TWO, log(SEATS)), Entry(0, "undo"))


def test_what_was_taken_back_does_not_count() -> None:
    entries = log(SEATS, CARDS, "1 play C2", "1 undo", "1 play C1", "1 draw", "1 undo", "1 end")
    assert effective(entries) == log(SEATS, CARDS, "1 play C1", "1 end")
    assert fold(ENGINE, TWO, entries).state == fold(ENGINE, TWO, effective(entries)).state


def test_a_long_game_keeps_no_long_chain_alive() -> None:
    position = after("1 play C2", "1 draw", "1 end", "0 play C4")
    assert position.before is not None and position.before.before is None


# --- codes, forced steps ---


def test_codes_are_those_of_the_legal_actions() -> None:
    assert list(replay.codes(ENGINE, after().state, 1)) == ["play C1", "play C2"]
    assert replay.codes(ENGINE, after().state, 0) == {}


def test_an_automatic_step_is_forced_when_nothing_else_is_legal() -> None:
    assert forced(ENGINE, after("1 play C2", "1 draw")) == Entry(1, "end")


def test_a_step_is_not_forced_when_there_is_a_choice_or_nobody_to_act() -> None:
    assert forced(ENGINE, after("1 play C2")) is None
    assert forced(ENGINE, fold(ENGINE, TWO, log(SEATS))) is None
    assert forced(ENGINE, after("1 play C2", "1 end", "0 play C4", "0 end")) is None


def test_only_automatic_verbs_are_forced() -> None:
    two_turns = Setup(2, {"turns": "2"})
    last_card = fold(
        ENGINE, two_turns, log(SEATS, CARDS, "1 play C2", "1 end", "0 play C4", "0 end")
    )
    assert list(replay.codes(ENGINE, last_card.state, 1)) == ["play C1"]
    assert forced(ENGINE, last_card) is None


# --- taking back ---


def may(position: Position, seat: int) -> bool:
    acts = seat in ENGINE.to_act(position.state)
    return acts and revealed_nothing(ENGINE, position, seat, Stream(b"dice"))


def test_an_action_that_revealed_nothing_may_be_taken_back() -> None:
    assert may(after("1 play C2"), 1)


def test_an_action_that_showed_a_card_may_not() -> None:
    assert not may(after("1 play C2", "1 draw"), 1)


def test_neither_the_other_seat_nor_a_finished_turn_may_take_back() -> None:
    assert not may(after("1 play C2"), 0)
    assert not may(after("1 play C2", "1 end"), 1)
    assert not may(after("1 play C2", "1 end"), 0)


def test_a_finished_turn_revealed_nothing_until_somebody_else_acts() -> None:
    def nothing(position: Position, seat: int) -> bool:
        return revealed_nothing(ENGINE, position, seat, Stream(b"dice"))

    assert nothing(after("1 play C2", "1 end"), 1)
    assert not nothing(after("1 play C2", "1 end"), 0)
    assert not nothing(after("1 play C2", "1 end", "0 play C4"), 1)
    assert not nothing(after("1 play C2", "1 draw"), 1)


def test_nothing_may_be_taken_back_after_a_deal_or_twice() -> None:
    assert not may(after(), 1)
    assert not may(after("1 play C2", "1 undo"), 1)
