"""The files and commands of docs/building/walkthrough.md."""

from __future__ import annotations

import re
from pathlib import Path

from config.setup import newgame
from tests.kit.environment import ROOT

SLUG = "thirty_one"
FILE = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text() -> str:
    """Return the page."""
    return (ROOT / "docs" / "building" / "walkthrough.md").read_text()


def write(project: Path) -> None:
    """Do in a copy of the project what the page says: its files, and the line in the registry."""
    for name, content in FILE.findall(text()):
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    registry = project / "games" / "registry.py"
    registry.write_text(newgame.registered(registry.read_text(), SLUG))


def commands() -> list[list[str]]:
    """Return the commands of the page, each without its interpreter."""
    lines = [line for block in COMMANDS.findall(text()) for line in block.splitlines()]
    assert all(line.startswith(".venv/bin/python ") for line in lines)
    return [line.split()[1:] for line in lines]
