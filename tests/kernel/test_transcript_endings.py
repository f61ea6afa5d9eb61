"""Transcripts of games that did not end by the rules alone: resignations, flags, draws and
aborts."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import endings
from games.kernel.protocol import Setup
from games.kernel.replay import Entry, advance, begin, deal_code
from games.kernel.transcript import Leaving, Transcript, check, parse, write
from games.kernel.transcript.command import main
from tests.kernel.toy import ENGINE

TWO = (
    "game toy   ruleset 1   seats 2   cards=9 turns=1\ndeal S1 S0\ndeal C1 C2 C3 C4 C5 C6 "
    "C7 C8 C9\n"
)
THREE = (
    "game toy   ruleset 1   seats 3   cards=9 turns=1\ndeal S0 S1 S2\ndeal C1 C2 C3 C4 C5 "
    "C6 C7 C8 C9\n"
)
# so Cal wins and Ann is last
ANN, BEN, CAL = "0 play C2\n0 end\n", "1 play C3\n1 end\n", "2 play C5\n2 end\n"


def faults(text: str) -> list[str]:
    return [f"{fault.line}: {fault.sentence}" for fault in check(text, {"toy": ENGINE}).faults]


@pytest.mark.parametrize(
    "text",
    [
        TWO + "! resign 1",
        TWO + "! resign 1\n= scores - -   places 1 2",
        TWO + "! flag 0\n= scores - -   places 2 1",
        TWO + "! draw\n= scores - -   places 1 1",
        TWO + "! abort",
        TWO + "! abort\n= scores - -   places - -",
        "game toy ruleset 1 seats 1\n! resign 0\n= scores -   places 1",
        THREE + ANN + BEN + CAL + "= scores 2 3 5   places 3 2 1",
        THREE + ANN + BEN + "! flag 2\n" + CAL + "= scores 2 3 5   places 2 1 3",
        THREE + "! resign 1\n" + ANN + BEN + CAL + "= scores 2 3 5   places 2 3 1",
        THREE
        + "0 play C2\n! resign 0\n0 draw\n0 end\n"
        + BEN
        + CAL
        + "= scores 2 3 5   places 3 2 1",
        "game toy ruleset 1 seats 3\n! resign 2\ndeal S0 S1 S2\n",
        THREE + "! flag 0\n" + ANN + "! resign 2\n= scores - - -   places 3 1 2",
        THREE + "! resign 2\n! flag 0\n= scores - - -   places 2 1 3",
        THREE + "! flag 0\n" + ANN + "! draw\n= scores - - -   places 3 1 1",
        THREE + ANN + "! draw\n= scores - - -   places 1 1 1",
        THREE + "! flag 0\n" + ANN + "! abort",
        THREE + "! flag 0 | to-act 0\n0 play C2   | to-act 0  stock 3",
        THREE + "! flag 2\n0 play C2\n0 undo\n0 play C1",
    ],
)
def test_holds(text: str) -> None:
    assert faults(text) == []
    assert write(parse(write(parse(text)))) == write(parse(text))
    assert faults(write(parse(text), ENGINE)) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (TWO + "! resign 1\n= scores - -   places 2 1", "5: the places are 1 2, not 2 1"),
        (TWO + "! resign 1\n= scores - -   places 1 1", "5: the places are 1 2, not 1 1"),
        (TWO + "! flag 0\n= scores - -   places 1 2", "5: the places are 2 1, not 1 2"),
        (TWO + "! draw\n= scores - -   places 1 2", "5: the places are 1 1, not 1 2"),
        (TWO + "! abort\n= scores - -   places 1 2", "5: the places are - -, not 1 2"),
        (TWO + "! resign 1\n0 play C3", "5: nothing but the scores follows an ending"),
        (TWO + "! resign 1\n! flag 0", "5: nothing but the scores follows an ending"),
        (TWO + "! draw\n1 play C1", "5: nothing but the scores follows an ending"),
        (THREE + "! resign 1\n! flag 0\n2 play C5", "6: nothing but the scores follows an ending"),
        (THREE + "! resign 1\n! flag 1", "5: seat 1 has left already"),
        (THREE + "! flag 3", "4: there is no seat 3 at a table of 3"),
        (
            THREE + "0 play C1\n! flag 0\n0 undo",
            "6: seat 0 has left, and a caretaker takes nothing back",
        ),
        (THREE + "! flag 0\n0 play C3", "5: seat 0 cannot play C3 here, but: play C1, play C2"),
        (THREE + "! flag 0\n1 play C3", "5: seat 1 is not to act, but seat 0"),
        (
            THREE + "! flag 0\n= scores - - -   places 3 1 1",
            (
                "5: the game is not over here, so it has no scores (an ending that is not a rule "
                "is written as: ! resign 1)"
            ),
        ),
        (
            THREE + ANN + BEN + "! flag 2\n" + CAL + "= scores 2 3 5   places 3 2 1",
            "11: the places are 2 1 3, not 3 2 1",
        ),
        (
            THREE + ANN + BEN + "! flag 2\n" + CAL + "= scores 2 3 -   places 2 1 3",
            "11: the scores are 2 3 5, not 2 3 -",
        ),
        (
            THREE + "! flag 0\n" + ANN + "! resign 2\n= scores - - -   places 2 1 3",
            "8: the places are 3 1 2, not 2 1 3",
        ),
        (
            THREE + "! flag 0\n" + ANN + "! draw\n= scores - - -   places 1 1 1",
            "8: the places are 3 1 1, not 1 1 1",
        ),
    ],
)
def test_does_not_hold(text: str, sentence: str) -> None:
    assert faults(text) == [sentence]


@pytest.mark.parametrize(
    "line",
    (
        "!, ! resign, ! flag, ! resign one, ! flag 0 2, ! draw 0, ! abort 1, "
        "! surrender 1, ! Resign 1"
    ).split(", "),
)
def test_no_other_ending_is_known(line: str) -> None:
    assert faults(THREE + line) == ["4: an ending that is not a rule is written as: ! resign 1"]


def test_what_is_read_and_written() -> None:
    text = THREE + "! flag 0\n" + ANN + "! draw\n= scores - - -   places 3 1 1\n"
    transcript = parse(text)
    assert (transcript.left, transcript.ending, transcript.stopped) == (
        (Leaving(2, 0, "flag"),),
        "draw",
        True,
    )
    assert write(transcript) == text
    assert not parse(THREE + "! flag 0").stopped


@given(st.data())
def test_only_one_order_of_places_holds(data: st.DataObject) -> None:
    """Three play, and at any moment any of them may leave."""
    position, entries, left = begin(ENGINE, Setup(3)), [], []
    while ENGINE.outcome(position.state) is None:
        gone = [leaving.seat for leaving in left]
        leaver = data.draw(
            st.sampled_from([None, None, None, *[seat for seat in range(3) if seat not in gone]])
        )
        if leaver is not None:
            left.append(
                Leaving(len(entries), leaver, data.draw(st.sampled_from(["flag", "resign"])))
            )
            if len(left) == 2:
                break
            continue
        due, acting = ENGINE.chance(position.state), sorted(ENGINE.to_act(position.state))
        code = (
            deal_code(data.draw(st.permutations(due)))
            if due
            else data.draw(st.sampled_from(ENGINE.legal_actions(position.state, acting[0])))
        )
        entries.append(Entry(None if due else acting[0], code))
        position = advance(ENGINE, position, entries[-1])
    outcome, gone = ENGINE.outcome(position.state), [leaving.seat for leaving in left]
    places = endings.last_one(3, gone) if outcome is None else endings.places(outcome.places, gone)
    assert places is not None
    scores = (None,) * 3 if outcome is None else outcome.scores
    transcript = Transcript("toy", 1, 3, {}, tuple(entries), tuple(left), "", scores, places)
    assert parse(write(transcript)) == transcript
    assert faults(write(transcript, ENGINE)) == []
    for other in {*permutations(places)} - {places}:
        assert len(faults(write(replace(transcript, places=other)))) == 1


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (TWO + "! resign 1", "! resign 1\nscores - -\nplaces 1 2\n| to-act -  stock 5  turn 0\n"),
        (TWO + "! draw", "! draw\nscores - -\nplaces 1 1\n| to-act -  stock 5  turn 0\n"),
        (
            THREE + ANN + BEN + "! flag 2\n" + CAL,
            "! flag 2\nscores 2 3 5\nplaces 2 1 3\n| to-act -  stock 3  turn 3\n",
        ),
        (
            THREE + "! flag 0",
            (
                "! flag 0\nscores - - -\nplaces - - -\n| to-act 0  stock 3  turn 0\n0 play C1\n0 "
                "play C2\n"
            ),
        ),
        (
            THREE + "! flag 0\n! resign 1",
            "! flag 0\n! resign 1\nscores - - -\nplaces 3 2 1\n| to-act -  stock 3  turn 0\n",
        ),
    ],
)
def test_the_end_is_printed(
    text: str, printed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    assert main(["--print", str(file)], {"toy": ENGINE}) == 0
    assert capsys.readouterr().out.split("\n", 1)[1] == printed
