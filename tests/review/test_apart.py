"""A review is made by a process that steps back for all others."""

from __future__ import annotations

import os
from pathlib import Path

import tests.with_django  # noqa: F401

# isort: split
from games.review.apart import LAST, apart


def test_the_work_steps_back(tmp_path: Path) -> None:
    told = tmp_path / "told"
    assert apart(lambda alive: told.write_text(f"{os.nice(0)} {os.getpid()} {alive()}"))
    nice, pid, alive = told.read_text().split()
    assert int(nice) == LAST and int(pid) != os.getpid() and alive == "True"
    assert os.nice(0) < LAST


def test_what_fails_is_told() -> None:
    assert not apart(lambda alive: 1 // 0)
