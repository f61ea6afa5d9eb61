"""The templates of a board: the game's own ones, and those of the kit in games/screens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.registry import engines
from tests.kit.environment import ROOT

NAMED = re.compile(r"{%-? *(?:extends|include|from|import) +\"([^\"]+)\"")


def named_in(folder: Path) -> dict[str, set[str]]:
    """Return template → the folders of the templates that it names."""
    return {
        path.name: {name.partition("/")[0] for name in NAMED.findall(path.read_text())}
        for path in folder.rglob("*.html")
    }


@pytest.mark.parametrize("slug", engines())
def test_a_game_draws_with_its_own_templates_and_the_kit(slug: str) -> None:
    used = named_in(ROOT / "games" / slug / "jinja2")
    assert "screens" in used["board.html"]
    for template, folders in used.items():
        assert folders <= {slug, "screens"}, template


def test_the_kit_knows_no_table() -> None:
    for template, folders in named_in(ROOT / "games/screens/jinja2").items():
        assert folders <= {"screens"}, template
