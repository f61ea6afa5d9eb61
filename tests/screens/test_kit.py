"""The page on the kit of a board names all that the scripts of boards look for."""

from __future__ import annotations

import re

import pytest

from tests.kit.boards import CHOICES
from tests.kit.environment import ROOT

PAGE = (ROOT / "docs/building/boards.md").read_text()
TABLE_CSS = (ROOT / "static/css/table.css").read_text()
LITERAL = re.compile(r'"([^"\n]*)"|`([^`\n]*)`')
CALL = re.compile(r"(?:one|all|querySelector|querySelectorAll|closest|matches)\(([^;]*?)\)")


def script(name: str) -> str:
    return re.sub(r"//.*", "", (ROOT / f"static/js/{name}.js").read_text())


def kebab(name: str) -> str:
    return "data-" + re.sub(r"[A-Z]", lambda found: "-" + found[0].lower(), name)


def hooks(source: str) -> set[str]:
    """Return the classes, ids and data attributes in the selectors of a script."""
    selectors = [
        first or second for call in CALL.findall(source) for first, second in LITERAL.findall(call)
    ]
    found = {kebab(name) for name in re.findall(r"dataset\.(\w+)", source)}
    for selector in selectors:
        bare = re.sub(r"\$\{[^}]*\}", "", selector)
        found |= set(re.findall(r"(?<![\w)])[.#][a-z][\w-]*", bare))
    return found | set(re.findall(r"data-[a-z-]*[a-z]", source))


def test_every_hook_of_the_boards_scripts_is_named() -> None:
    wanted = hooks(script("board")) | hooks(script("motion"))
    assert {".slot", ".undo", "data-i", "data-key", "data-from", "data-card"} <= wanted
    named = set(re.findall(r"[.#][a-z][\w-]*|data-[a-z-]*[a-z]", PAGE))
    assert wanted <= named, wanted - named


@pytest.mark.parametrize("name", ["live", "turns", "replay"])
def test_what_other_scripts_read_of_the_board_is_named(name: str) -> None:
    read = {kebab(key) for key in re.findall(r"board\(\)\.dataset\.(\w+)", script(name))}
    assert read and all(f"`{attribute}`" in PAGE for attribute in read)


def test_as_many_cards_may_be_chosen_from_as_the_page_says() -> None:
    for number in range(1, CHOICES + 1):
        assert f'[data-i="{number}"]:is(.go, .no, .say, .aims)' in TABLE_CSS
        assert f'.slot > [data-i="{number}"] + .card' in TABLE_CSS
    assert f'[data-i="{CHOICES + 1}"]' not in TABLE_CSS and f"1 to {CHOICES};" in PAGE
