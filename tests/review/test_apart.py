"""A review is made by a process that steps back for all others."""

from __future__ import annotations

import os
from pathlib import Path

import tests.with_django  # noqa: F401

# isort: split
from threading import Event

import pytest

from games.review.apart import LAST, apart
from games.review.services import pulse


def test_the_work_steps_back(tmp_path: Path) -> None:
    told = tmp_path / "told"
    assert apart(lambda alive: told.write_text(f"{os.nice(0)} {os.getpid()} {alive()}"))
    nice, pid, alive = told.read_text().split()
    assert int(nice) == LAST and int(pid) != os.getpid() and alive == "True"
    assert os.nice(0) < LAST


def test_what_fails_is_told() -> None:
    assert not apart(lambda alive: 1 // 0)


def test_one_process_of_a_machine_is_at_it(tmp_path: Path) -> None:
    """The lock is held by the child as well, should its parent be killed."""
    told = tmp_path / "told"
    assert apart(lambda alive: apart(lambda alive: told.write_text("a second one")))
    assert not told.exists()
    assert apart(lambda alive: told.write_text("after it"))
    assert told.read_text() == "after it"


def test_who_is_no_longer_wanted_ends_in_the_midst_of_the_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pulse, "EVERY", 0.001)
    wanted, ended = iter([True, True]), Event()
    with pulse.beside(lambda: next(wanted, False), ended.set):
        assert ended.wait(60)


def test_who_is_wanted_ends_with_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "EVERY", 0.001)
    signs, ended = Event(), Event()
    with pulse.beside(lambda: signs.set() or True, ended.set):
        assert signs.wait(60)
    assert not ended.is_set()
