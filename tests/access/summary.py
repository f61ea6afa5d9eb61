"""The access table in short, as `docs/building/security.md` has it."""

from __future__ import annotations

from collections.abc import Callable

from tests.access.roles import Row
from tests.access.table import TABLE

SHOWN = ("anonymous", "guest", "account", "seated", "opponent", "moderator", "host")
DOES = ("200", "204", "go")


def _is(*starts: str) -> Callable[[Row], bool]:
    return lambda row: row.path.startswith(starts)


def _of_table(word: str) -> Callable[[Row], bool]:
    return lambda row: f"{{{word}}}" in row.path


PARTS: tuple[tuple[str, str, Callable[[Row], bool]], ...] = (
    ("look at an open table", "GET", _of_table("open")),
    ("look at a running table", "GET", _of_table("running")),
    ("look at a private table, by its link", "GET", _of_table("private")),
    ("look at an ended table", "GET", _of_table("ended")),
    ("look at a table of the day while its cards are sealed", "GET", _of_table("sealed")),
    ("act at an open table", "POST", _of_table("open")),
    ("act at a running table", "POST", _of_table("running")),
    ("act at a private table", "POST", _of_table("private")),
    ("act at an ended table", "POST", _of_table("ended")),
    ("act at a sealed table", "POST", _of_table("sealed")),
    ("see one's own pages", "GET", _is("sleep", "news", "notices", "webhook", "push", "calendar/")),
    ("change what is one's own", "POST", _is("sleep", "notices", "webhook", "push", "calendar")),
    ("see settings and sign-in", "GET", _is("accounts/")),
    ("change settings, sign in", "POST", _is("accounts/")),
    ("see the desk", "GET", _is("desk")),
    ("decide at the desk", "POST", _is("desk")),
)


def markdown() -> str:
    """Return the summary: whether a role gets all that anybody gets of a part, some, or nothing."""
    names = [role.replace("_", " ") for role in SHOWN]
    lines = [f"| | {' | '.join(names)} |", "| --- " * (len(SHOWN) + 1) + "|"]
    for what, method, of in PARTS:
        rows = [row for row in TABLE if of(row) and row.outcomes(method) != "405"]
        if rows:
            lines.append(f"| {what} | {' | '.join(_words(rows, method))} |")
    return "\n".join(lines)


def _words(rows: list[Row], method: str) -> list[str]:
    got = {role: {row.path for row in rows if _gets(row, method, role)} for role in SHOWN}
    anybody = set().union(*got.values())
    return ["yes" if paths == anybody else "some" if paths else "" for paths in got.values()]


def _gets(row: Row, method: str, role: str) -> bool:
    expected = row.expected(method)
    return expected.get(role, expected.get("account")) in DOES
