"""Recorded games that must always give the same result: every ending, every option, every number of
seats."""

from pathlib import Path

import pytest

from games.kernel import transcript
from games.kernel.protocol import AnyEngine
from games.registry import engines
from tests.conformance import coverage
from tests.conformance.playing import ENGINES


@pytest.mark.parametrize(
    "file",
    [file for engine in ENGINES for file in coverage.files(engine)],
    ids=lambda file: f"{file.parts[-4]}-{file.stem}",
)
def test_holds(file: Path) -> None:
    report = transcript.check(file.read_text(), engines())
    assert report.ok, "\n".join(
        f"{file.name}:{fault.line}: {fault.sentence}" for fault in report.faults
    )
    text = transcript.parse(file.read_text())
    assert text.game == file.parts[-4] and f"r{text.ruleset}" == file.parts[-2]
    assert text.places and text.checks, (
        "a transcript states how the game ends, and some facts on the way"
    )


def test_every_seat_count_option_and_ending_is_written_down(engine: AnyEngine) -> None:
    shown = [coverage.shown_in(engine, file) for file in coverage.files(engine)]
    missing = set(coverage.goals(engine)).difference(*shown)
    assert not missing, f"`python -m tests.conformance.record {engine.slug}` records it"
