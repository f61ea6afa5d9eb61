"""The version: a number and the running commit."""

from __future__ import annotations

import re
from pathlib import Path


def of(root: Path) -> str:
    """Return the version of a project's folder, such as 0.1.0+60d70bac; without commit outside
    git."""
    project = _read(root / "pyproject.toml")
    number = re.search(r'^version = "(.+?)"', project, re.MULTILINE)
    commit = _commit(_git(root))
    return (number[1] if number else "0") + (f"+{commit[:8]}" if commit else "")


def _git(root: Path) -> Path:
    """Return git's directory of a folder; a worktree has a file that names it."""
    named = _read(root / ".git").removeprefix("gitdir: ").strip()
    return root / named if named else root / ".git"


def _commit(git: Path) -> str:
    head = _read(git / "HEAD").strip()
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    shared = git / (_read(git / "commondir").strip() or ".")
    if found := _read(shared / name).strip():
        return found
    packed = re.search(rf"^(\w+) {re.escape(name)}$", _read(shared / "packed-refs"), re.MULTILINE)
    return packed[1] if packed else ""


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
