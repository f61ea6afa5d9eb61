"""From the data of a lesson to positions, and from a code to an answer. Nothing is stored: progress
stands in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from games import registry
from games.kernel import replay, transcript
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.replay import Entry, Position
from games.screens.lessons import Lesson, Step, Task
from games.tables.board.practice import Practice

Kind = Literal["right", "other", "refused"]


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment of a step, after its first `at` tasks: the position, the next task (None at the
    end), and the previous one (None at the start)."""

    number: int
    at: int
    practice: Practice
    task: Task | None
    before: Task | None

    @property
    def engine(self) -> AnyEngine:
        """Return the engine of the game."""
        return registry.engines()[self.practice.game]

    @property
    def codes(self) -> Sequence[str]:
        """Return the legal codes of the learner's seat."""
        return list(replay.codes(self.engine, self.practice.position.state, self.practice.seat))

    @property
    def done(self) -> bool:
        """Return whether the step is done."""
        return self.task is None or not self.task.code


def lesson(slug: str) -> Lesson | None:
    """Return the lesson of a game, or None."""
    return registry.lessons().get(slug)


@cache
def stages(slug: str) -> tuple[tuple[Stage, ...], ...]:
    """Return the stages of each step of a game's lesson. Raises IllegalAction or Unreadable for
    invalid data."""
    found, line = [], _Line(slug)
    for number, step in enumerate(registry.lessons()[slug].steps, 1):
        line.begin(step)
        found.append(tuple(_stages(line, number, step)))
    return tuple(found)


def stage(slug: str, number: int, at: int) -> Stage | None:
    """Return the stage after the first `at` tasks of a step (from 1), or None."""
    steps = stages(slug)
    if not 1 <= number <= len(steps) or not 0 <= at < len(steps[number - 1]):
        return None
    return steps[number - 1][at]


def judged(stage: Stage, code: str) -> Kind:
    """Return the verdict on a code at this stage."""
    if stage.task is not None and code == stage.task.code and code:
        return "right"
    return "other" if code in stage.codes else "refused"


def _stages(line: _Line, number: int, step: Step) -> list[Stage]:
    found: list[Stage] = []
    before: Task | None = None
    for at, task in enumerate(step.tasks):
        found.append(Stage(number, at, line.practice(), task, before))
        if task.code:
            line.play(task.code)
            before = task
    if before is not None and step.tasks[-1].code:
        found.append(Stage(number, len(step.tasks), line.practice(), None, before))
    return found


class _Line:
    """The game of a lesson so far."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.engine = registry.engines()[slug]
        self.lesson = registry.lessons()[slug]
        self.setup = Setup(self.engine.seats.start)
        self.entries: list[Entry] = []
        self.position: Position = replay.begin(self.engine, self.setup)

    def begin(self, step: Step) -> None:
        """Advance to the start of a step."""
        if step.position:
            told = transcript.parse(step.position)
            self.setup, self.entries = told.setup, []
            self.position = replay.begin(self.engine, self.setup)
            self._add(told.entries)
        self._add(map(_entry, step.then))

    def play(self, code: str) -> None:
        """Play a code of the learner's seat, and automatic steps."""
        self._add([Entry(self.lesson.seat, code)])
        while forced := replay.forced(self.engine, self.position):
            self._add([forced])

    def _add(self, entries: Sequence[Entry] | map[Entry]) -> None:
        for entry in entries:
            self.position = replay.advance(self.engine, self.position, entry)
            self.entries.append(entry)

    def practice(self) -> Practice:
        """Return the position for a board."""
        return Practice(
            self.slug,
            self.setup,
            tuple(self.entries),
            self.position,
            self.lesson.seat,
            self.lesson.rivals,
        )


def _entry(line: str) -> Entry:
    """Return the entry of a line of a transcript: "1 draw stock", or "deal R7 Y2 …"."""
    first, _space, code = line.partition(" ")
    return Entry(None, line) if first == "deal" else Entry(int(first), code)
