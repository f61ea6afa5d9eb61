"""Docstrings state what an object is or does: none begins with a question word.

ruff's rules D check their form (pyproject.toml).
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("accounts", "benchmarks", "config", "games", "tests")
LATER = (  # not yet rewritten, as in pyproject.toml
    "screen.py",
    "words.py",
    "tests/browser/",
    "tests/screens/",
    "tests/conformance/",
    "tests/fifth_game/",
    "tests/odin/",
    "tests/lost_cities/",
    "tests/schotten_totten/",
    "tests/exhibition/",
)
QUESTIONS = ("what", "how", "whether", "who", "whoever", "whose", "which")


def asks(docstring: str) -> bool:
    """Return whether a docstring begins with a question word."""
    return docstring.split(maxsplit=1)[0].lower().strip(",.:;") in QUESTIONS


def docstrings(path: Path) -> list[tuple[str, str]]:
    """Return the docstrings of a module, each with the name that it is about."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                found.append((getattr(node, "name", "the module"), text))
    return found


def test_no_docstring_begins_with_a_question_word() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}: {text.splitlines()[0]}"
        for source in SOURCES
        for path in sorted((ROOT / source).rglob("*.py"))
        if "migrations" not in path.parts
        and not any(part in str(path.relative_to(ROOT)) for part in LATER)
        for name, text in docstrings(path)
        if asks(text)
    ]
    assert not found, "\n" + "\n".join(found)


def test_a_question_word_is_seen() -> None:
    assert asks("What a user sees.") and asks("Whether it is so.") and asks("Who, and when.")
    assert not asks("Return whether it is so.") and not asks("Whole games, one by one.")
