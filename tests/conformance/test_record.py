"""Recording transcripts: `python -m tests.conformance.record`."""

from pathlib import Path

import pytest

from games.kernel import transcript
from games.registry import engines
from tests.conformance import coverage, record

FEW = ["lost_cities", "--games", "10"]
"""Too few games for every ending of Lost Cities."""


def text_of(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_recorded_games_hold_and_show_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert record.main([*FEW, "--into", str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    engine, shown = engines()["lost_cities"], set[str]()
    for file in tmp_path.iterdir():
        assert transcript.check(file.read_text(), engines()).ok and f"{file.name}: " in printed
        shown |= coverage.shown_in(engine, file)
    assert shown >= {"2 seats", "rounds=1", "rounds=3", "suits=5", "suits=6", coverage.TAKE_BACK}
    missing = set(coverage.goals(engine)) - shown
    assert "nobody ever set out" in missing
    assert {goal for goal in coverage.goals(engine) if f"Not shown: {goal}." in printed} == missing


def test_a_seed_repeats_its_games(tmp_path: Path) -> None:
    for name, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        record.main([*FEW, "--seed", seed, "--into", str(tmp_path / name)])
    assert text_of(tmp_path / "a") == text_of(tmp_path / "b") != text_of(tmp_path / "c")


def test_what_is_there_is_left_alone_and_not_recorded_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.main([*FEW, "--into", str(tmp_path)])
    before = text_of(tmp_path)
    capsys.readouterr()
    record.main([*FEW, "--into", str(tmp_path), "--seed", "8", "--games", "0"])
    assert f"{len(before)} files were there; 0 games played, 0 kept." in capsys.readouterr().out
    assert text_of(tmp_path) == before


def test_only_the_games_that_are_needed_are_kept() -> None:
    def game(*shows: str) -> record.Recorded:
        return record.Recorded(transcript.Transcript("toy", 1, 2), frozenset(shows))

    one, both, other = game("a"), game("a", "b"), game("c")
    assert record._needed([one, both, other], {"a", "b", "c"}) == [both, other]
