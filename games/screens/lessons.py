"""A lesson as data: a game's `lesson.py` ends with `LESSON`, a value of this type.

Texts are English and marked for translation (`gettext_noop`); the pages translate them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.kernel.protocol import Seat, gettext_noop


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Three short sentences on a code that the rules refuse: the mistake, the rule, the next
    action. `at` is the id of the element of the board where a tap means this code, "" for none.
    `look` names the place that is meant, if it is not that of the task."""

    wrong: str
    follows: str
    now: str
    at: str = ""
    look: str = ""


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung of a ladder, from strong to weak: its name, three cards by their codes, those that
    nobody has seen yet, whose it is ("you", "rival" or ""), and a word on it."""

    name: str
    cards: tuple[str, ...]
    unseen: frozenset[str] = frozenset()
    whose: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing to do, or to read where there is no code.

    `says` is one sentence of at most 60 characters, `do` the instruction, `more` a line beside it,
    `code` the code that goes on, `after` the sentence on its effect. `instead` answers another
    legal code. `look` names the place that is lit: the styles of the game's lesson know it, and
    where the panel stands beside it. `press` are the words of a button in the panel for the code,
    "" if the board itself has to be used.
    """

    says: str
    do: str = ""
    more: str = ""
    code: str = ""
    after: str = ""
    instead: str = gettext_noop("That is allowed too. This time, play it.")
    look: str = ""
    press: str = ""
    refused: Mapping[str, Refusal] = field(default_factory=dict)
    ladder: tuple[Rung, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step: its name in the list, the paragraph of the rules that it is about, and its tasks.

    Its position follows from the step before and the lines of a transcript in `then`; with
    `position`, a whole transcript, it begins anew.
    """

    name: str
    tasks: tuple[Task, ...]
    rule: str = ""
    position: str = ""
    then: tuple[str, ...] = ()


def step(
    name: str,
    rule: str,
    says: str,
    *,
    position: str = "",
    then: tuple[str, ...] = (),
    **facts: Any,
) -> Step:
    """Return a step with one task; `facts` are those of Task."""
    return Step(
        name=name, rule=rule, position=position, then=then, tasks=(Task(says=says, **facts),)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """The steps of a game's lesson, the seat that learns, the names of the others by their seats in
    order, and static files of styles that come after the board's."""

    steps: tuple[Step, ...]
    minutes: int
    rivals: tuple[str, ...] = ()
    seat: Seat = 0
    styles: tuple[str, ...] = ()
