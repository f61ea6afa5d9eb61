"""Games written down, which must go on giving the same for ever: every way of ending, every option,
every number of seats."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.kernel import transcript
from games.kernel.protocol import AnyEngine
from games.kernel.replay import advance, begin
from games.registry import engines
from tests.conformance.playing import ENGINES, told

HERE = Path(__file__).parents[1]
FILES = {
    engine.slug: sorted(HERE.glob(f"{engine.slug}/transcripts/r*/*.txt")) for engine in ENGINES
}


def states(engine: AnyEngine, file: Path) -> list[Any]:
    """All states in order; an entry and its taking back are left in."""
    text = transcript.parse(file.read_text())
    position = begin(engine, text.setup)
    found = [position.state]
    for entry in text.entries:
        position = advance(engine, position, entry)
        found.append(position.state)
    return found


@pytest.mark.parametrize(
    "file",
    [file for files in FILES.values() for file in files],
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


def test_every_option_and_number_of_seats_is_written_down(engine: AnyEngine) -> None:
    texts = [transcript.parse(file.read_text()) for file in FILES[engine.slug]]
    assert {text.seats for text in texts} == set(engine.seats)
    for option in engine.options:
        assert {text.options.get(option.name, option.default) for text in texts} == set(
            option.choices
        )


def test_every_ending_is_written_down(engine: AnyEngine) -> None:
    endings: dict[str, Callable[[list[Any]], bool]] = told(engine).ENDINGS
    games = [states(engine, file) for file in FILES[engine.slug]]
    ended = [game for game in games if engine.outcome(game[-1]) is not None]
    assert {name for name, shows in endings.items() if not any(map(shows, ended))} == set()
