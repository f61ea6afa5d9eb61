"""Docstrings state what an object is or does: none begins with a question word, or with
"The same", which sends the reader to another one.

ruff's rules D check their form (pyproject.toml).
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("accounts", "benchmarks", "config", "games", "tests")
QUESTIONS = "what|how|whether|who|whoever|whose|which|why|when|where"
ASKS = re.compile(rf"({QUESTIONS}|the same)\b", re.IGNORECASE)
IN_SOURCE = re.compile(rf"[\"'](\s|\\\n)*({QUESTIONS}|the same)\b", re.IGNORECASE)


def asks(docstring: str) -> bool:
    """Return whether a docstring begins with a question word or "The same"."""
    return ASKS.match(docstring) is not None


def docstrings(path: Path) -> list[tuple[str, str]]:
    """Return the docstrings of a module, each with the name that it is about; none of a module in
    which no string begins so: reading all of them takes seconds."""
    found: list[tuple[str, str]] = []
    source = path.read_text()
    if not IN_SOURCE.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
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
        for name, text in docstrings(path)
        if asks(text)
    ]
    assert not found, "\n" + "\n".join(found)


def test_a_question_word_is_seen() -> None:
    assert asks("What a user sees.") and asks("Whether it is so.") and asks("Who, and when.")
    assert asks("Why not.") and asks("Where it lies.") and asks("The same for a bot.")
    assert not asks("Return whether it is so.") and not asks("Whole games, one by one.")
