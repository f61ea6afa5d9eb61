"""Refusals of `manage.py newgame`. The games that it writes: test_one_folder_one_line.py."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from config.setup import newgame
from games.registry import GAMES
from tests.kit.environment import ROOT


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Rummy"], "'Rummy' is no slug: begin with a-z, go on with a-z, 0-9 and _."),
        (["import"], "'import' is no slug"),
        (["odin"], "games/odin is there already: choose another slug, or remove it."),
        (["kernel"], "games/kernel is there already"),
        (["browser"], "tests/browser is there already"),
        (["sessions"], "sessions is the name of another part of the site"),
        (["rummy", "--seats", "1"], "Seats are a number from 2 to 6, or two like 2-4, not '1'."),
        (["rummy", "--seats", "4-2"], "Seats are a number from 2 to 6"),
        (["rummy", "--seats", "two"], "Seats are a number from 2 to 6"),
        (["rummy", "--hand", "1"], "A hand has 2 to 13 cards, not 1."),
        (
            ["rummy", "--seats", "2-5"],
            "5 hands of 10, a card each to draw and one for the pile are",
        ),
        (["rummy", "--deck", "5x11"], "A deck is french, or 5x9 for five colours from 1 to 9"),
        (["rummy", "--deck", "tarot"], "A deck is french"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    before = (ROOT / "games" / "registry.py").read_text()
    with pytest.raises(CommandError) as refused:
        call_command("newgame", *words)
    assert str(refused.value).startswith(sentence) and str(refused.value).endswith(".")
    assert not (ROOT / "games" / "rummy").exists()
    assert (ROOT / "games" / "registry.py").read_text() == before


def test_a_line_is_added_behind_the_others() -> None:
    registry = (ROOT / "games" / "registry.py").read_text()
    there = f'    "{GAMES[-1]}",\n]\n'
    assert there in registry
    assert there.replace("]", '    "games.rummy",\n]') in newgame.registered(registry, "rummy")


@pytest.mark.parametrize("deck", ["french", "8x10", "2x6"])
def test_no_mark_of_the_template_is_left(deck: str) -> None:
    files = newgame.files(newgame.plan("gin_rummy", "2", 4, deck))
    assert "games/gin_rummy/jinja2/gin_rummy/board.html" in files
    assert not [name for name, text in files.items() if "%%" in text or "tpl" in name]
    assert 'title = "Gin Rummy"' in files["games/gin_rummy/engine.py"]
    assert ".board--gin-rummy" in files["games/gin_rummy/static/gin_rummy/board.css"]
