"""The choice of pure tests: those of the kernel, engines and bots, and of the rules that every
engine has to keep. They need no site; running them alone starts neither Django nor Valkey."""

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
    """Return whether a module of tests is pure. In the folder of a game, which has a module
    `conformance`, all modules are pure except those about boards and pages."""
    folder = path.parent
    if folder.parent != TESTS:
        return False
    of_rules = folder.name in FOLDERS or (folder / "conformance.py").exists()
    return of_rules and not path.name.startswith(ON_A_SITE)


def modules() -> list[Path]:
    """Return the paths of all pure modules."""
    return sorted(path for path in TESTS.glob("*/test_*.py") if is_pure(path))
