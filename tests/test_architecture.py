"""docs/architecture.md is the map: it names every package, and no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAP = (ROOT / "docs" / "architecture.md").read_text()
INNER = {"services", "migrations", "management", "commands", "templatetags"}  # of any app
IN_TABLES = {"http", "live", "board", "proof", "state"}


def packages() -> set[str]:
    """Return the packages of the site, without the folders that every app may have."""
    found = set()
    patterns = ("accounts/**/__init__.py", "config/**/__init__.py", "games/*/**/__init__.py")
    for path in (path for pattern in patterns for path in ROOT.glob(pattern)):
        parts = path.parent.relative_to(ROOT).parts
        if not INNER & set(parts) and "template" not in parts:
            found.add(".".join(parts))
    return found


def test_the_map_names_every_package_and_no_other() -> None:
    inside = {f"games.tables.{name}" for name in IN_TABLES}
    named = set(re.findall(r"`((?:games|config|accounts)(?:\.\w+)*)`", MAP))
    parts = {"config.setup.newgame", "games.notices.channels", "games.kernel.transcript"}
    assert named == packages() - inside - parts


def test_every_file_that_the_map_names_is_there() -> None:
    named = set(re.findall(r"`((?:games|config|accounts)/[\w/]+(?:\.py|/))`", MAP))
    assert named and not [name for name in named if not (ROOT / name).exists()]


@pytest.mark.parametrize("package", sorted(packages()))
def test_a_package_says_in_one_sentence_what_it_is(package: str) -> None:
    path = ROOT.joinpath(*package.split("."), "__init__.py")
    said = ast.get_docstring(ast.parse(path.read_text())) or ""
    assert said.endswith(".") and len(said.partition("\n\n")[0].split()) <= 30
