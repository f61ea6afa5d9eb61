"""The list of tests in docs/attacks.md."""

from __future__ import annotations

import re

from tests.kit import environment

ROW = re.compile(r"^\| (\d+) \| .* \| ([^|]+) \|$", re.MULTILINE)


def test_every_attack_is_tried_again() -> None:
    page = (environment.ROOT / "docs/attacks.md").read_text()
    rows = {int(number): re.findall(r"`([^`]+)`", where) for number, where in ROW.findall(page)}
    assert sorted(rows) == list(range(1, len(rows) + 1)) and len(rows) > 40
    assert all(rows.values())
    assert [
        path for paths in rows.values() for path in paths if not (environment.ROOT / path).exists()
    ] == []


def test_every_test_of_an_attack_is_listed() -> None:
    listed = (environment.ROOT / "docs/attacks.md").read_text()
    ours = [path.name for path in (environment.ROOT / "tests/attacks").glob("test_[0-9]*.py")]
    assert len(ours) > 5 and [name for name in ours if name not in listed] == []
