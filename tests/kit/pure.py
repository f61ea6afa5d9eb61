"""The pure tests, of the kernel, engines, bots and conformance, which start neither Django nor
Valkey."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
FOLDERS = ("kernel", "bots", "conformance")
OF_A_SITE = re.compile(
    r"^\s*(?:from|import) +(?:django|accounts|games\.(?:tables|screens|lobby))\b"
    r"|^\s*from tests\.(?:kit\.(?:boards|played|visitor|web|worlds)|\w+\.test_screen) "
    r"|^from games\.\w+ import (?:.*\b)?(?:layout|lens|screen|words)\b"
    r"|^from games\.\w+\.(?:advice|conditions|layout|lens|screen|words) import"
    r"|\bdjango_db\b",
    re.MULTILINE,
)


@cache
def is_pure(path: Path) -> bool:
    """Return whether a module of tests is pure: in one of FOLDERS or the folder of a game, and
    without imports of the site."""
    folder = path.parent
    if folder.parent != TESTS:
        return False
    of_rules = folder.name in FOLDERS or (folder / "conformance.py").exists()
    return of_rules and not OF_A_SITE.search(path.read_text())


def modules() -> list[Path]:
    return sorted(path for path in TESTS.glob("*/test_*.py") if is_pure(path))
