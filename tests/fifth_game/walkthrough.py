"""The game and the commands of docs/building/walkthrough.md."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from config.setup import newgame
from tests.kit.environment import ROOT

SLUG = "thirty_one"
PAGE = ROOT / "docs" / "building" / "walkthrough.md"
FILES = PAGE.parent / SLUG
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write(project: Path) -> None:
    """Do in a copy of the project what the page says: its folders, and the line in the registry."""
    for place in ("games", "tests"):
        shutil.copytree(FILES / place, project / place / SLUG)
    registry = project / "games" / "registry.py"
    registry.write_text(newgame.registered(registry.read_text(), SLUG))


def commands() -> list[list[str]]:
    """Return the commands of the page, each without its interpreter."""
    lines = [line for block in COMMANDS.findall(PAGE.read_text()) for line in block.splitlines()]
    assert all(line.startswith(".venv/bin/python ") for line in lines)
    return [line.split()[1:] for line in lines]
