"""Lines of templates end at column 100."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 100


@pytest.mark.parametrize(
    "pattern", ["templates/**/*", "games/**/templates/**/*", "games/**/jinja2/**/*"]
)
def test_templates_have_no_long_line(pattern: str) -> None:
    paths = [path for path in ROOT.glob(pattern) if path.suffix in (".html", ".txt")]
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted(paths)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert paths and not found, "break these lines:\n" + "\n".join(found)


@pytest.mark.parametrize("pattern", ["templates/**/*", "games/**/templates/**/*"])
def test_comments_of_django_s_templates_end_on_their_line(pattern: str) -> None:
    """Django shows longer ones to the reader."""
    lines = [
        (path.relative_to(ROOT), line)
        for path in ROOT.glob(pattern)
        if path.is_file()
        for line in path.read_text().splitlines()
    ]
    assert lines and not [each for each in lines if each[1].count("{#") != each[1].count("#}")]


def test_no_file_of_pages_has_marks_of_a_merge() -> None:
    pages = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/**/*.html")]
    paths = [*pages, ROOT / "CHANGELOG.md"]
    assert not [path for path in paths if "\n<<<<<<< " in path.read_text()]
