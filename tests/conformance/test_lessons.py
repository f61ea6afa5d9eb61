"""Every lesson, whatever the game: its positions replay, its codes are legal, what it refuses is
refused by the rules, and its sentences fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import registry
from games.learning.lessons import panel, stages
from games.learning.lessons.stages import Stage
from games.screens.lessons import Refusal, Task
from tests.kit import tiers

SLUGS = sorted(registry.lessons())
SENTENCE = 60
NAME = 24
ROOT = Path(registry.__file__).parent


def stages_of(slug: str) -> list[Stage]:
    return [stage for step in stages.stages(slug) for stage in step]


def tasks(slug: str) -> list[Task]:
    return [task for step in registry.lessons()[slug].steps for task in step.tasks]


def texts(slug: str) -> Iterator[str]:
    for step in registry.lessons()[slug].steps:
        yield step.name
        for task in step.tasks:
            yield from (task.says, task.do, task.more, task.after, task.instead, task.press)
            for refusal in task.refused.values():
                yield from (refusal.wrong, refusal.follows, refusal.now)
            for rung in task.ladder:
                yield from (rung.name, rung.words)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_lesson_has_eight_to_twelve_steps_of_a_few_minutes(slug: str) -> None:
    lesson = registry.lessons()[slug]
    assert 8 <= len(lesson.steps) <= 12 and 3 <= lesson.minutes <= 5
    assert len(lesson.rivals) == stages.stages(slug)[0][0].practice.setup.seats - 1
    assert sum(bool(task.code) for task in tasks(slug)) >= 5, "one learns by doing"
    assert any(task.refused for task in tasks(slug)), "and by what is refused"
    assert not tasks(slug)[-1].code, "the last step is a game"


@pytest.mark.parametrize("slug", SLUGS)
def test_each_position_replays_and_the_codes_that_go_on_are_legal(slug: str) -> None:
    for stage in stages_of(slug):
        if stage.task and stage.task.code:
            assert stage.task.code in stage.codes, f"step {stage.number}"
            assert stages.judged(stage, stage.task.code) == "right"


@pytest.mark.parametrize("slug", SLUGS)
def test_each_refused_code_is_illegal_there(slug: str) -> None:
    for stage in stages_of(slug):
        for code in stage.task.refused if stage.task else ():
            assert stages.judged(stage, code) == "refused", f"step {stage.number}: {code}"


@pytest.mark.parametrize("slug", SLUGS)
def test_no_code_is_a_dead_end(slug: str) -> None:
    """Whatever is legal or named is answered with a board on which the task can be done."""
    for stage in stages_of(slug):
        task = stage.task
        if task is None or not task.code:
            continue
        for code in (*stage.codes[: tiers.part(3)], *task.refused, ""):
            kind = stages.judged(stage, code)
            html = panel.board(slug, stage.number, stage.at, code, "" if kind == "right" else kind)
            assert f'value="{task.code}"' in html.replace("&gt;", ">")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_place_of_a_task_is_lit(slug: str) -> None:
    """By a label on the board, or by a button in the panel; the button of the code is there."""
    for stage in stages_of(slug):
        if stage.task and stage.task.code:
            html = panel.board(slug, stage.number, stage.at, "", "")
            lit = re.findall(r'is-lit"\s+for="([^"]+)"', html)
            pressed = f'button--loud" name="code"\n    value="{stage.task.code}"' in html
            assert lit or pressed, f"step {stage.number}: {stage.task.code}"
            for id in lit:
                assert f'id="{id}"' in html, f"step {stage.number}: {id}"


@pytest.mark.parametrize("slug", SLUGS)
def test_sentences_are_short(slug: str) -> None:
    for step in registry.lessons()[slug].steps:
        assert len(step.name) <= NAME, step.name
    for task in tasks(slug):
        for sentence in (task.says, task.after, *[it.wrong for it in task.refused.values()]):
            assert len(sentence) <= SENTENCE, sentence
        assert len(task.do) <= SENTENCE and len(task.more) <= 110, task.says
        assert task.after or not task.code, f"say what has changed: {task.says}"


@pytest.mark.parametrize("slug", SLUGS)
def test_texts_are_whole_sentences_of_plain_text(slug: str) -> None:
    for text in texts(slug):
        assert "<" not in text and "%" not in text and text == text.strip(), text


@pytest.mark.parametrize("slug", SLUGS)
def test_a_place_of_a_refused_code_is_on_the_board(slug: str) -> None:
    for stage in stages_of(slug):
        refused: dict[str, Refusal] = dict(stage.task.refused) if stage.task else {}
        for code, refusal in refused.items():
            html = panel.board(slug, stage.number, stage.at, code, "refused")
            assert ('class="crossed"' in html) == bool(refusal.at), f"{stage.number}: {code}"


@pytest.mark.parametrize("slug", SLUGS)
def test_each_step_is_about_a_paragraph_of_the_rules(slug: str) -> None:
    rules = (ROOT / slug / "templates" / slug / "rules.html").read_text()
    for step in registry.lessons()[slug].steps:
        assert not step.rule or f'id="{step.rule}"' in rules, step.name


@pytest.mark.parametrize("slug", SLUGS)
def test_options_of_a_lesson_are_options_of_the_game(slug: str) -> None:
    known = {option.name: option.choices for option in registry.engines()[slug].options}
    for stage in stages_of(slug):
        for name, value in stage.practice.setup.options.items():
            assert value in known[name]
