"""Goals of transcripts: all that those of a game have to show, and what one of them does show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from games.kernel import transcript
from games.kernel.protocol import UNDO, AnyEngine, Setup
from games.kernel.replay import Entry, advance, begin
from games.kernel.transcript import Transcript
from tests.conformance.playing import told

TESTS = Path(__file__).parents[1]
TAKE_BACK = "a take-back"


def files(engine: AnyEngine) -> list[Path]:
    """Return the game's transcripts of all rulesets, in order of their names."""
    return sorted(TESTS.glob(f"{engine.slug}/transcripts/r*/*.txt"))


def goals(engine: AnyEngine) -> list[str]:
    """Return the names of what has to be shown: each number of seats, each value of each option,
    each ending of the game's conformance module."""
    return [
        *map(_seats, engine.seats),
        *(f"{option.name}={value}" for option in engine.options for value in option.choices),
        *told(engine).ENDINGS,
    ]


def shown(
    engine: AnyEngine, setup: Setup, entries: Iterable[Entry], states: Sequence[Any]
) -> set[str]:
    """Return the goals that a game reaches, and TAKE_BACK if it has one. `states` are all of its
    states in order, those that were taken back among them."""
    found = {_seats(setup.seats)}
    found |= {
        f"{option.name}={setup.options.get(option.name, option.default)}"
        for option in engine.options
    }
    if engine.outcome(states[-1]) is not None:
        found |= {name for name, shows in told(engine).ENDINGS.items() if shows(list(states))}
    if any(entry.code == UNDO for entry in entries):
        found.add(TAKE_BACK)
    return found


def shown_in(engine: AnyEngine, file: Path) -> set[str]:
    """Return what a transcript shows; see `shown`."""
    text = transcript.parse(file.read_text())
    return shown(engine, text.setup, text.entries, states(engine, text))


def states(engine: AnyEngine, text: Transcript) -> list[Any]:
    """Return all states of a transcript in order; an entry and its taking back are left in."""
    position = begin(engine, text.setup)
    found = [position.state]
    for entry in text.entries:
        position = advance(engine, position, entry)
        found.append(position.state)
    return found


def _seats(number: int) -> str:
    return "1 seat" if number == 1 else f"{number} seats"
