"""The panel of a lesson at a stage, and the board around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import registry
from games.learning.lessons import stages
from games.learning.lessons.stages import Stage
from games.lobby import selectors
from games.screens.buttons import button_id
from games.screens.cards import Card, drawn
from games.screens.languages import per_language
from games.screens.lessons import Lesson, Refusal, Step, Task
from games.tables.board import presenter
from games.tables.models import Level

CROSS = '<i class="crossed" aria-hidden="true"></i>'


def marked(board: str, task: Task | None, tried: str = "") -> str:
    """Return a rendered board with the place of the task lit; `tried` is the code that was just
    refused, "" for none."""
    if task is None:
        return board
    if task.ladder:  # beside it the middle of the board may scroll, by keys as well
        board = board.replace(' id="middle"', ' id="middle" tabindex="0"', 1)
    if task.code:
        board = _lit(board, task.code)
    for code, refusal in task.refused.items():
        board = _open(board, code, refusal)
    return _crossed(board, tried, task.refused.get(tried)) if tried else board


def _chosen(board: str, code: str) -> str:
    """Return the board with the cards of a code chosen, if they are cards of the hand."""
    for id in _cards(code):
        board = board.replace(f' id="{id}"', f' id="{id}" checked', 1)
    return board


def _cards(code: str) -> list[str]:
    """Return the ids of the boxes of the cards that a code plays."""
    return [f"card-{card.partition('>')[0]}" for card in code.split(" ")[1:]]


def _lit(board: str, code: str) -> str:
    """Mark the places of a code, and the cards of the hand that it plays."""
    for id in (button_id(code), *_cards(code)):
        board = re.sub(
            rf'class="([^"]*)"(\s+for="{re.escape(id)}")',
            lambda found: f'class="{found[1]} is-lit"{found[2]}',
            board,
        )
    return board


def _open(board: str, code: str, refusal: Refusal) -> str:
    """Let taps send a refused code: at its place, and wherever the board would say why not."""
    number = _number(board, code)
    if number:
        why = rf'for="(?:why|whose|own)-{number}"'
        board = re.sub(why, f'for="{button_id(code)}"', board)
    if refusal.at:
        card = f' data-i="{number}"' if number else ""
        label = f'<label class="no no--refused" for="{button_id(code)}"{card}></label>'
        board = _in(board, refusal.at, label)
    return board


def _crossed(board: str, code: str, refusal: Refusal | None) -> str:
    if refusal is not None and refusal.at:
        board = _in(board, refusal.at, CROSS)
    return _chosen(board, code)


def _number(board: str, code: str) -> str:
    """Return the number that connects a card of the hand with its places; "" without one."""
    for id in _cards(code):
        if found := re.search(rf'id="{re.escape(id)}"[^>]* data-i="(\d+)"', board):
            return found[1]
    return ""


def _in(board: str, id: str, html: str) -> str:
    """Put something into the element with this id, before all else in it. An attribute may hold a
    selector with a ">"."""
    rest = r'(?:[^>"]|"[^"]*")*'
    return re.sub(
        rf'(<[a-z]+\b[^>]*\bid="{re.escape(id)}"{rest}>)', lambda found: found[1] + html, board
    )


FRAME = "lessons/board.html"


@dataclass(frozen=True, slots=True)
class DrawnRung:
    """A rung of a ladder: its drawn cards, each with whether it is unseen."""

    name: str
    cards: tuple[tuple[Card, bool], ...]
    whose: str
    words: str


@dataclass(frozen=True, slots=True)
class Panel:
    """The context of the frame around a lesson's board."""

    lesson: Lesson
    step: Step
    stage: Stage
    says: str
    do: str
    more: str = ""
    refusal: Refusal | None = None
    note: str = ""
    extra: tuple[tuple[str, str, str], ...] = ()
    """Refused codes to try: code, id of the button, words."""

    @property
    def task(self) -> Task | None:
        """Return the reader's task; None once the step is done."""
        return self.stage.task

    @property
    def look(self) -> str:
        """Return the lit place, the last lit one, or that of a refused code."""
        if self.refusal and self.refusal.look:
            return self.refusal.look
        task = self.stage.task or self.stage.before
        return task.look if task else ""

    @property
    def rungs(self) -> tuple[DrawnRung, ...]:
        """Return the rungs of the task's ladder."""
        ladder = self.task.ladder if self.task else ()
        return tuple(
            DrawnRung(
                _(rung.name),
                tuple((drawn(card), card in rung.unseen) for card in rung.cards),
                rung.whose,
                rung.words and _(rung.words),
            )
            for rung in ladder
        )

    @property
    def level(self) -> str:
        """Return the weakest level of the game's bots; a plain one without a bot."""
        return registry.levels(self.stage.practice.game)[0]

    @property
    def level_name(self) -> str:
        """Return the name of that level."""
        return str(Level(self.level).label)

    @property
    def last(self) -> bool:
        """Return whether this is the last step."""
        return self.stage.number == len(self.lesson.steps)


@per_language(512)
def board(
    slug: str, number: int, at: int, tried: str = "", kind: str = "", reason: str = ""
) -> SafeString:
    """Return the board of a stage. `tried` is the code just sent, legal or named by the task, and
    `kind` the verdict: "", "other" or "refused"; then `reason` is the game's own."""
    stage = stages.stage(slug, number, at)
    lesson = stages.lesson(slug)
    assert stage is not None and lesson is not None
    shown = _panel(lesson, stage, tried, kind, reason)
    ruled = selectors.has_rules(slug)
    values: Mapping[str, Any] = {"lesson": shown, "slug": slug, "ruled": ruled}
    html = presenter.lesson(stage.practice, FRAME, values)
    return mark_safe(marked(html, stage.task, tried if kind == "refused" else ""))


def _panel(lesson: Lesson, stage: Stage, tried: str, kind: str, reason: str) -> Panel:
    step, task, before = lesson.steps[stage.number - 1], stage.task, stage.before
    extra = _tries(stage)
    if task is None:
        says = _(before.after) if before else ""
        return Panel(lesson, step, stage, says, "", extra=extra)
    if kind == "refused":
        refusal = task.refused.get(tried) or _unknown(task, reason)
        return Panel(lesson, step, stage, _(refusal.wrong), _(refusal.now), "", refusal, "", extra)
    note = _(task.instead) if kind == "other" else ""
    more = task.more or (before.after if before else "")
    return Panel(lesson, step, stage, _(task.says), _(task.do), more and _(more), None, note, extra)


def _unknown(task: Task, reason: str) -> Refusal:
    """Return the refusal of a code that neither rules nor lesson know."""
    wrong = reason or _("That is not possible here.")
    return Refusal(wrong=wrong, follows=_("Nothing was played."), now=task.do)


def _tries(stage: Stage) -> tuple[tuple[str, str, str], ...]:
    """Return the refused codes of a task with ids and words of their buttons."""
    refused = stage.task.refused if stage.task else ()
    say = registry.screen(stage.practice.game).say
    return tuple((code, button_id(code), say(code)) for code in refused)
