"""The pure tests: of the kernel, engines and bots, and what every engine must keep to. They need
no site, and running them alone starts neither Django nor Valkey."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
FOLDERS = ("kernel", "bots", "conformance")
ON_A_SITE = (  # beginnings of the names of modules about what is shown
    "test_board",
    "test_pages",
    "test_rules_page",
    "test_screen",
    "test_secrecy_of_",
    "test_table",
)


def is_pure(path: Path) -> bool:
    """Return whether a module of tests is pure; in a game's folder, which has a module `conformance`, all
    are that are not about what is shown."""
    folder = path.parent
    if folder.parent != TESTS:
        return False
    of_rules = folder.name in FOLDERS or (folder / "conformance.py").exists()
    return of_rules and not path.name.startswith(ON_A_SITE)


def modules() -> list[Path]:
    return sorted(path for path in TESTS.glob("*/test_*.py") if is_pure(path))
