"""Transcripts: a written one can be read and holds, and every mistake gives one sentence with its
line."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.protocol import Outcome, Setup
from games.kernel.replay import Entry, begin, codes, deal_code
from games.kernel.replay import advance as play_on
from games.kernel.shuffle import Stream
from games.kernel.transcript import Check, Transcript, Unreadable, check, parse, write
from games.kernel.transcript.command import main
from tests.kernel.toy import ENGINE

ENGINES = {"toy": ENGINE}
ROOT = Path(__file__).parents[2]

HEADER = "game toy   ruleset 1   seats 2   cards=9 turns=1\n"
DEALT = HEADER + "deal S1 S0\ndeal C1 C2 C3 C4 C5 C6 C7 C8 C9\n"
OVER = DEALT + "1 play C2\n1 end\n0 play C4\n0 end\n"


def faults(text: str) -> list[str]:
    return [f"{fault.line}: {fault.sentence}" for fault in check(text, ENGINES).faults]


def fault(text: str) -> str:
    (only,) = faults(text)
    return only


# --- what holds ---


@pytest.mark.parametrize(
    "text",
    [
        HEADER,
        DEALT,
        OVER,
        OVER + "= scores 4 2   places 1 2\n",
        DEALT + "| to-act 1  stock 5\n1 play C2   | to-act 1  stock 5\n1 draw|stock 4\n",
        DEALT + "1 play C2\n1 undo\n| to-act 1\n1 play C1\n",
        DEALT + "! resign 1\n= scores - -   places 1 2\n",
        DEALT + "! abort\n",
        OVER + "! flag 0\n= scores 4 2 places 2 1",
        OVER + "| to-act -",
    ],
)
def test_holds(text: str) -> None:
    assert faults(text) == []


def test_blank_lines_comments_and_spacing_do_not_matter() -> None:
    loose = (
        "\ufeff# a game\r\n\r\ngame toy ruleset 1 seats 2 # two\r\n  deal   S1\tS0\r\n"
        "deal C1 C2 C3 C4 C5 C6 C7 C8 C9   # dealt\r\n\t# more\r\n1  play   C2 # | stock 99\r\n"
    )
    assert faults(loose) == []
    assert parse(loose).entries == parse(DEALT + "1 play C2").entries


def test_options_left_out_are_the_defaults_and_others_count() -> None:
    assert faults("game toy ruleset 1 seats 1\ndeal S0\ndeal C1 C2 C3 C4 C5 C6 C7 C8 C9") == []
    assert faults("game toy ruleset 1 seats 1 cards=8\ndeal S0\ndeal C1 C2 C3 C4 C5 C6 C7 C8") == []


def test_a_report_has_the_position() -> None:
    report = check(OVER, ENGINES)
    assert report.ok and report.position is not None
    assert ENGINE.outcome(report.position.state) == Outcome((4, 2), (1, 2))


# --- what does not: each sentence ---

BEGINNING = (
    "a transcript begins with a line like: game lost_cities   ruleset 1   seats 2 "
    "  rounds=1 suits=5"
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "1: the file is empty: " + BEGINNING),
        ("# nothing\n\n", "1: the file is empty: " + BEGINNING),
        ("\n0 play C1\n", "2: " + BEGINNING),
        ("game toy\n", "1: " + BEGINNING),
        ("game toy ruleset one seats 2\n", "1: " + BEGINNING),
        ("game toy ruleset 1 seats 2 cards\n", "1: " + BEGINNING),
        ("game toy ruleset 1 seats 2 cards=9 cards=8\n", "1: the option cards is given twice"),
        ("game toy ruleset 1 seats 99999999999\n", "1: " + BEGINNING),
        ("%PDF-1.7 \x00\x01\x02", "1: " + BEGINNING),
        ("game chess ruleset 1 seats 2\n", "1: there is no game chess, but toy"),
        ("game toy ruleset 2 seats 2\n", "1: the toy has ruleset 1 and one to three seats"),
        ("game toy ruleset 1 seats 5\n", "1: toy has 1 to 4 seats, not 5"),
        ("game toy ruleset 1 seats 0\n", "1: toy has 1 to 4 seats, not 0"),
        (
            "game toy ruleset 1 seats 2 colour=red\n",
            "1: toy has no option colour, but cards, turns",
        ),
        ("game toy ruleset 1 seats 2 cards=10\n", "1: cards must be one of 9, 8, not 10"),
        (HEADER + HEADER, "2: the game is named once, at the beginning"),
    ],
)
def test_a_wrong_beginning(text: str, sentence: str) -> None:
    assert fault(text) == sentence


ENTRY = "this is not a line of a transcript: it begins with deal, the number of a seat, |, ! or ="


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play C2", ENTRY),
        ("-1 play C2", ENTRY),
        ("1", "seat 1 does nothing here: after the seat comes a code"),
        ("1 | stock 5", "seat 1 does nothing here: after the seat comes a code"),
        ("2 play C2", "there is no seat 2 at a table of 2"),
        ("0 play C3", "seat 0 is not to act, but seat 1"),
        ("1 play C3", "seat 1 cannot play C3 here, but: play C1, play C2"),
        ("1 play c\u00e9", "seat 1 cannot play c\\xe9 here, but: play C1, play C2"),
        ("1 " + "x" * 500, "seat 1 cannot " + "x" * 64 + "... here, but: play C1, play C2"),
        ("1 undo", "seat 1 has nothing to take back here"),
        ("deal C1", "no cards are to be dealt here"),
        ("1 play C2 | stock 4", "stock is 5 here, not 4"),
        ("1 play C2 | to-act 0", "to-act is 1 here, not 0"),
        ("1 play C2 | stock", "after | come names with their values, as in: to-act 1  stock 43"),
        ("1 play C2 |", "after | come names with their values, as in: to-act 1  stock 43"),
        ("1 play C2 | stok 5", "toy states no stok here, but to-act, stock, turn"),
        (
            "= scores 4 2   places 1 2",
            (
                "the game is not over here, so it has no scores (an ending that is not a rule is "
                "written as: ! resign 1)"
            ),
        ),
        ("=", "scores are written as: = scores 12 -4   places 1 2"),
        ("= scores 4 2", "scores are written as: = scores 12 -4   places 1 2"),
        ("= scores 4 x   places 1 2", "scores are written as: = scores 12 -4   places 1 2"),
        ("!", "an ending that is not a rule is written as: ! resign 1"),
        ("! resign one", "an ending that is not a rule is written as: ! resign 1"),
        ("! resign 2", "there is no seat 2 at a table of 2"),
        ("! resign 1\n1 play C2", None),
        ("! resign 1\n! resign 0", None),
    ],
)
def test_a_wrong_line(line: str, sentence: str | None) -> None:
    assert fault(DEALT + line + "\n") == (
        f"4: {sentence}" if sentence else "5: nothing but the scores follows an ending"
    )


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("1 play C2\n", "2: 2 cards are to be dealt first"),
        ("deal S0 S0\n", "2: these are not the cards to be dealt: S1 is missing, S0 is too many"),
        ("deal S0\n", "2: these are not the cards to be dealt: S1 is missing"),
        ("deal S0 S1 S2\n", "2: these are not the cards to be dealt: S2 is too many"),
        (
            "deal S0 S1\ndeal R1\n",
            (
                "3: these are not the cards to be dealt: C1 C2 C3 C4 C5 C6 C7 C8 and 1 more are "
                "missing, R1 is too many"
            ),
        ),
        ("deal S0 S1\n0 play C1\n", "3: 9 cards are to be dealt first"),
        ("1 undo\n", "2: 2 cards are to be dealt first"),
    ],
)
def test_a_wrong_deal(lines: str, sentence: str) -> None:
    assert fault(HEADER + lines) == sentence


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("1 play C1\n", "8: the game is over"),
        ("0 undo\n", "8: the game is over"),
        ("deal C1\n", "8: the game is over"),
        ("= scores 4 3   places 1 2\n", "8: the scores are 4 2, not 4 3"),
        ("= scores 4 2   places 1 1\n", "8: the places are 1 2, not 1 1"),
        ("= scores 4   places 1 2\n", "8: there must be 2 scores and 2 places, one for each seat"),
        (
            "= scores 4 -   places 1 2\n",
            "8: a score or place can only be left open after an ending that is not a rule",
        ),
        (
            "= scores 4 2   places 1 3\n",
            "8: 1 3 cannot be places: they count from 1, ties share one and the next is skipped",
        ),
        ("= scores 4 2   places 1 2\n= scores 4 2   places 1 2\n", "9: nothing follows the scores"),
        ("= scores 4 2   places 1 2\n! resign 0\n", "9: nothing follows the scores"),
        ("= scores 4 2   places 1 2\n0 play C1\n", "9: nothing follows the scores"),
        (
            "! resign 0\n= scores - -   places 2 2\n",
            "9: 2 2 cannot be places: they count from 1, ties share one and the next is skipped",
        ),
    ],
)
def test_a_wrong_end(lines: str, sentence: str) -> None:
    assert fault(OVER + lines) == sentence


def test_taking_back_is_checked_like_at_the_table() -> None:
    assert (
        fault(DEALT + "1 play C2\n1 draw\n1 undo\n")
        == "6: seat 1 may not take this back: it has seen something new"
    )
    assert fault(DEALT + "1 play C2\n1 end\n0 undo\n") == "6: seat 0 has nothing to take back here"


def test_a_finished_turn_may_be_taken_back_by_consent() -> None:
    """The table asks the others; a transcript cannot tell whether they were asked."""
    assert faults(DEALT + "1 play C2\n1 end\n1 undo\n1 end\n") == []


def test_wrong_facts_are_all_told_and_a_wrong_entry_is_the_last() -> None:
    text = (
        DEALT
        + "1 play C2 | stock 4\n1 end | to-act 1\n0 play C9\n| stock 0\n= scores 1 1   places 1 1"
    )
    assert faults(text) == [
        "4: stock is 5 here, not 4",
        "5: to-act is 0 here, not 1",
        "6: seat 0 cannot play C9 here, but: play C3, play C4",
    ]


def test_parse_alone_needs_no_rules() -> None:
    assert parse("game chess ruleset 1 seats 2\n0 e4").entries == (Entry(0, "e4"),)
    with pytest.raises(Unreadable, match="no seat 3") as refusal:
        parse("game chess ruleset 1 seats 2\n3 e4")
    assert refusal.value.line == 2


@given(st.text(max_size=300))
def test_no_text_is_too_odd(text: str) -> None:
    for sentence in faults(text) + faults(HEADER + text) + faults(OVER + text):
        assert sentence.isascii() and "\n" not in sentence and len(sentence) < 400


WORDS = (
    "game toy ruleset 1 seats 2 deal S0 S1 0 play C1 draw end undo | stock to-act ! resign "
    "= scores places - #"
)
pieces = st.sampled_from([*WORDS.split(), "\n"])


@given(st.lists(pieces, max_size=40))
def test_no_mixture_of_words_is_too_odd(words: list[str]) -> None:
    for text in (" ".join(words), HEADER + " ".join(words), DEALT + " ".join(words)):
        check(text, ENGINES)


# --- writing ---


def test_writing() -> None:
    transcript = replace(parse(OVER), scores=(4, 2), places=(1, 2))
    assert write(transcript) == (
        "game toy   ruleset 1   seats 2   cards=9 turns=1\n"
        "deal S1 S0\n"
        "deal C1 C2 C3 C4 C5 C6 C7 C8 C9\n"
        "1 play C2\n"
        "1 end\n"
        "0 play C4\n"
        "0 end\n"
        "= scores 4 2   places 1 2\n"
    )


def test_with_an_engine_every_entry_is_followed_by_facts() -> None:
    text = write(parse(DEALT + "1 play C2\n1 draw\n"), ENGINE)
    assert text.splitlines()[1:] == [
        "deal S1 S0",
        "| to-act -  stock 0  turn 0",
        "deal C1 C2 C3 C4 C5 C6 C7 C8 C9",
        "| to-act 1  stock 5  turn 0",
        "1 play C2                  | to-act 1  stock 5  turn 0",
        "1 draw                     | to-act 1  stock 4  turn 0",
    ]
    assert faults(text) == []


def test_an_ending_that_is_not_a_rule_is_written_with_what_the_table_decided() -> None:
    text = write(replace(parse(DEALT), ending="draw", scores=(None, None), places=(1, 1)), ENGINE)
    assert text.endswith("\n! draw\n= scores - -   places 1 1\n")
    assert faults(text) == []


def test_a_running_or_unstarted_table_has_no_scores_to_write() -> None:
    assert "=" not in write(
        Transcript(
            "toy",
            1,
            2,
            entries=(Entry(None, "deal S0 S1"),),
            scores=(None, None),
            places=(None, None),
        )
    )
    assert write(Transcript("toy", 1, 0)) == "game toy   ruleset 1   seats 0\n"


def test_a_log_that_does_not_replay_is_written_all_the_same() -> None:
    broken = replace(
        parse(DEALT), entries=(Entry(None, "deal S0 S1"), Entry(0, "play C1"), Entry(0, "end"))
    )
    text = write(broken, ENGINE)
    assert text.splitlines()[1:] == [
        "deal S0 S1",
        "| to-act -  stock 0  turn 0",
        "0 play C1",
        "0 end",
    ]
    assert fault(text) == "4: 9 cards are to be dealt first"


def test_what_was_read_is_written_again() -> None:
    text = DEALT + (
        "| to-act 1\n1 play C2 | to-act 1  stock 5\n1 undo\n1 play C1\n! resign 1\n= scores "
        "- -   places 1 2\n"
    )
    assert parse(write(parse(text))) == parse(text)
    assert parse(text).checks == (
        Check(2, (("to-act", "1"),)),
        Check(3, (("to-act", "1"), ("stock", "5"))),
    )


@given(
    st.binary(min_size=1, max_size=20),
    st.integers(1, 3),
    st.sampled_from(["1", "2"]),
    st.integers(0, 40),
)
def test_every_game_however_far_makes_a_round_trip(
    seed: bytes, seats: int, turns: str, length: int
) -> None:
    dice, options = Stream(seed), {"turns": turns}
    position, entries = begin(ENGINE, Setup(seats, options)), []
    for _ in range(length):
        due = list(ENGINE.chance(position.state))
        acting = sorted(ENGINE.to_act(position.state))
        if not due and not acting:
            break
        dice.shuffle(due)
        legal = list(codes(ENGINE, position.state, acting[0])) if acting else []
        entries.append(
            Entry(None, deal_code(due))
            if due
            else Entry(acting[0], legal[dice.randrange(len(legal))])
        )
        position = play_on(ENGINE, position, entries[-1])
    outcome = ENGINE.outcome(position.state)
    transcript = Transcript("toy", 1, seats, options, tuple(entries))
    if outcome:
        transcript = replace(transcript, scores=outcome.scores, places=outcome.places)
    assert parse(write(transcript)) == transcript
    assert faults(write(transcript, ENGINE)) == []


# --- the command ---


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments, ENGINES)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_files_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(OVER)
    bad.write_text(DEALT + "1 play C3\n")
    assert run(capsys, str(good)) == (0, f"{good}: holds, 6 entries\n", "")
    assert run(capsys, str(bad), str(good)) == (
        1,
        f"{good}: holds, 6 entries\n",
        f"{bad}:4: seat 1 cannot play C3 here, but: play C1, play C2\n",
    )


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, latin = tmp_path / "missing", tmp_path / "latin"
    latin.write_bytes(HEADER.encode() + b"# caf\xe9\n")
    assert run(capsys, str(missing)) == (
        1,
        "",
        f"{missing}:1: cannot be read: No such file or directory\n",
    )
    assert run(capsys, str(tmp_path)) == (1, "", f"{tmp_path}:1: cannot be read: Is a directory\n")
    assert run(capsys, str(latin)) == (1, "", f"{latin}:2: this is not text in UTF-8\n")


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(b"game toy ruleset 1 seats 2\n0 draw\n"))
    )
    assert run(capsys, "-") == (1, "", "-:2: 2 cards are to be dealt first\n")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (HEADER, "scores - -\nplaces - -\n| to-act -  stock 0  turn 0\ndeal S0 S1\n"),
        (DEALT, "scores - -\nplaces - -\n| to-act 1  stock 5  turn 0\n1 play C1\n1 play C2\n"),
        (OVER, "scores 4 2\nplaces 1 2\n| to-act -  stock 5  turn 2\n"),
        (
            DEALT + "! resign 1\n= scores - -   places 1 2\n",
            "! resign 1\nscores - -\nplaces 1 2\n| to-act -  stock 5  turn 0\n",
        ),
        (DEALT + "! abort\n", "! abort\nscores - -\nplaces - -\n| to-act -  stock 5  turn 0\n"),
    ],
)
def test_the_end_is_printed(
    text: str, printed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    code, out, err = run(capsys, "--print", str(file))
    assert (code, out.split("\n", 1)[1], err) == (0, printed, "")


def test_the_command_knows_the_games_that_are_offered() -> None:
    text = "game lost_cities   ruleset 1   seats 2   rounds=1 suits=5\ndeal S0 S2\n"
    result = subprocess.run(
        [sys.executable, "-m", "games.kernel.transcript", "-"],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert (
        result.stderr == "-:2: these are not the cards to be dealt: S1 is missing, S2 is too many\n"
    )
