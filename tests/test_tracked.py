"""Nothing is in the repository that a tool writes or that .gitignore names."""

from __future__ import annotations

import re
import subprocess

from tests.kit.environment import ROOT

WRITTEN = re.compile(
    r"(^|/)(\.coverage(\..*)?|\.env|\.venv|var|node_modules|__pycache__|\.\w+_cache)(/|$)"
    r"|\.(pyc|sqlite3(-\w+)?|log|pid|sock|orig|rej)$"
)


def tracked(*options: str) -> list[str]:
    """Return the files that git keeps; none outside a checkout."""
    command = ["git", "ls-files", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def test_nothing_is_tracked_that_is_ignored() -> None:
    assert tracked("--cached", "--ignored", "--exclude-standard") == []


def test_nothing_is_tracked_that_a_tool_writes() -> None:
    assert [path for path in tracked() if WRITTEN.search(path)] == []


def test_what_a_tool_writes_is_known() -> None:
    for path in (
        ".coverage",
        "var/db.sqlite3",
        "games/__pycache__/x.pyc",
        ".env",
        "a/.mypy_cache/b",
    ):
        assert WRITTEN.search(path)
    for path in (".env.example", "games/coverage.py", "docs/var.md", "config/environment.py"):
        assert not WRITTEN.search(path)
