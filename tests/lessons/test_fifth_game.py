"""A fifth game writes one file: the toy of the kernel's tests has neither words, nor rules page,
nor bot, nor style, and its lesson works."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games import registry
from games.learning.lessons import stages
from games.lobby import selectors
from games.screens.lessons import Lesson, Refusal, Step, Task
from tests.kit.types import Patch

POSITION = """
game toy ruleset 1 seats 2
deal S0 S1
deal C5 C3 C9 C1 C2 C4 C6 C7 C8
"""
STEPS = (
    Step(
        name="Play",
        position=POSITION,
        tasks=(
            Task(
                says="Play a card of your hand.",
                do="Play C5.",
                code="play C5",
                press="Play C5",
                after="C5 lies there.",
                refused={"play C9": Refusal(wrong="C9 is Zoe’s.", follows="So.", now="Play C5.")},
            ),
        ),
    ),
    Step(name="The end", tasks=(Task(says="Most points win.", do="Now a game:"),)),
)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Forget what the process keeps of games before the toy comes, and once it has gone."""
    selectors.games.cache_clear()
    yield
    for kept in (selectors.games, stages.stages):
        kept.cache_clear()


@pytest.fixture
def lesson(toy_game: None, monkeypatch: Patch) -> None:
    toy = Lesson(steps=STEPS, minutes=3, rivals=("Zoe",))
    monkeypatch.setitem(registry.lessons(), "toy", toy)


@pytest.mark.usefixtures("lesson")
def test_a_game_of_nothing_but_rules_has_a_lesson(reader: Client) -> None:
    page = reader.get("/learn/toy/1/").content.decode()
    assert page.count('value="play C5"') == 2, "in the panel, and among the moves in words"
    assert "/rules/toy/" not in page and "C9" in page
    assert reader.post("/learn/toy/1/", {"code": "play C9"}).status_code == 422
    assert reader.post("/learn/toy/1/", {"code": "play C3"}).status_code == 200
    right = reader.post("/learn/toy/1/", {"code": "play C5"})
    assert "C5 lies there." in reader.get(right["Location"]).content.decode()


@pytest.mark.usefixtures("lesson")
def test_the_last_step_is_a_game_against_the_plainest_bot(reader: Client) -> None:
    page = reader.get("/learn/toy/2/").content.decode()
    assert re.search(r'name="game" value="toy"\s+formaction="/tables/now/"', page)
    assert re.search(r'name="bot"\s+value="beginner"', page)


@pytest.mark.usefixtures("toy_game")
def test_a_game_without_a_lesson_has_none(reader: Client) -> None:
    assert reader.get("/learn/toy/").status_code == 404
    assert "/learn/toy/" not in reader.get("/games/").content.decode()
