"""A machine has one reviewer, in a process of its own that ends with whoever started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

import tests.kit.with_django  # noqa: F401

# isort: split
from django.conf import settings

from games.learning.review import reviewer, reviewer_process, services
from tests.kit.types import Patch

LIVES = "import sys; open(sys.argv[1], 'w').write('lives'); sys.stdin.read()"
"""A reviewer that says so, and works until nobody wants it any more."""
SETTLED = "import sys; open(sys.argv[1], 'w').write('lives'); open(sys.argv[2]).read()"
"""A reviewer that works on whoever has gone, until it is let go."""
STARTS = """
import sys
import tests.kit.with_django
from pathlib import Path
from django.conf import settings
settings.DATA_DIR = Path(sys.argv.pop(1))
from games.learning.review import reviewer_process
reviewer_process.apart(sys.argv[1:])
"""
BEGINS = (sys.executable, "-c")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Give this machine's lock a place, and let nobody stop."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(reviewer_process, "_stopping", Event())
    os.mkfifo(tmp_path / "said")
    os.mkfifo(tmp_path / "let go")
    return tmp_path


@contextmanager
def one_works(place: Path) -> Iterator[list[bool]]:
    """Run a reviewer that lives for as long as it is wanted. Its end is told in the list."""
    told: list[bool] = []
    command = (*BEGINS, LIVES, str(place / "said"))
    waits = Thread(target=lambda: told.append(reviewer_process.apart(command)))
    waits.start()
    assert (place / "said").read_text() == "lives"
    try:
        yield told
    finally:
        reviewer_process.stop()
        waits.join()


def tries_another(place: Path) -> bool:
    """Ask for a reviewer; tell whether one was started."""
    mark = place / "another"
    reviewer_process.apart((*BEGINS, "import sys; open(sys.argv[1], 'w')", str(mark)))
    started = mark.exists()
    mark.unlink(missing_ok=True)
    return started


def test_there_is_one_at_a_time_however_often_it_is_asked_for(place: Path) -> None:
    with one_works(place):
        assert not any(tries_another(place) for _ in range(3))
    reviewer_process._stopping.clear()
    assert tries_another(place)


def test_it_ends_with_its_worker(place: Path) -> None:
    with one_works(place) as told:
        reviewer_process.stop()
    assert told == [True]  # it came to its end by itself: nobody killed it


def test_a_worker_that_stops_starts_none(place: Path) -> None:
    reviewer_process.stop()
    assert not tries_another(place)


def test_another_worker_of_the_machine_starts_none_beside_one_that_outlives_its_own(
    place: Path,
) -> None:
    """The lock is the reviewer's as much as the worker's, so it holds if the worker is killed."""
    told = (SETTLED, str(place / "said"), str(place / "let go"))
    command = [*BEGINS, STARTS, str(place), *BEGINS, *told]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as worker:
        assert (place / "said").read_text() == "lives"
        assert not tries_another(place)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    assert not tries_another(place)
    (place / "let go").write_text("")


def test_what_fails_is_told() -> None:
    assert not reviewer_process.apart((*BEGINS, "1 // 0"))
    assert reviewer_process.apart((*BEGINS, "pass"))


def test_the_work_steps_back(monkeypatch: Patch) -> None:
    beside: list[Callable[[], None]] = []
    done: list[object] = []

    class Aside:
        def __init__(self, target: Callable[[], None], daemon: bool) -> None:
            assert daemon
            beside.append(target)

        def start(self) -> None: ...

    def work(**given: Any) -> int:
        done.append((given["watch"] is not None, len(beside)))
        return 0

    monkeypatch.setattr(os, "nice", done.append)
    monkeypatch.setattr(signal, "signal", lambda number, deed: done.append(number))
    monkeypatch.setattr(reviewer, "Thread", Aside)
    monkeypatch.setattr(services, "work", work)
    reviewer.main()
    assert done == [reviewer.LAST, signal.SIGTERM, signal.SIGINT, (True, 2)]
