"""Named points: places in the way of a move where a part dies if a file asks for it.

The harness writes the file `PART.POINT` into the folder of points; the first process of that part
that comes by takes the file away, and the part is killed. The points are put around the functions
of the site when `tests.chaos.settings` is loaded, and only then.

* `before-commit`: all is written, nothing is committed.
* `before-message`: committed, and nobody has been told.
* `before-answer`: everybody has been told, except the player who waits for the answer.

CHAOS_WITHOUT names a safeguard to be left out, so that tests can see whether the harness notices:
`message`, or `version` (the check that the table still stands as it did).
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

POINTS = ("before-commit", "before-message", "before-answer")
MESSAGES_LEAVE = 0.05  # seconds until the thread that sends messages has sent them

part = ""  # the name of the part that this process belongs to; set when it starts
_folder = Path(os.environ.get("CHAOS_POINTS", "/nonexistent"))
_wrote = threading.local()


class Points(AppConfig):
    """Installs the points when the site starts."""

    name = "tests.chaos"
    label = "chaos"

    def ready(self) -> None:
        """Put the points around the functions of the site."""
        _around_moves()
        _around_commits()
        _around_delivery()
        _around_the_clock()
        if os.environ.get("CHAOS_WITHOUT") == "version":
            _without_the_version()


def die(point: str, after: float = 0.0) -> None:
    """Kill the whole part, if its file asks for it here."""
    try:
        (_folder / f"{part}.{point}").unlink()
    except FileNotFoundError:
        return
    time.sleep(after)
    os.killpg(os.getpgrp(), signal.SIGKILL)


def _around_moves() -> None:
    """Put points around the statement that is a whole move, in a thread or in the event loop, and
    note what other moves write."""
    from games.tables.services import fast_path, log

    here: Any = fast_path
    there: Any = log
    write, in_loop, slowly = fast_path.write, fast_path.write_in_loop, log._write

    def moved(*args: Any) -> str | None:
        die("before-commit")
        planned = write(*args)
        if planned is not None:
            die("before-message")
        return planned

    async def moved_in_loop(*args: Any) -> str | None:
        die("before-commit")
        planned = await in_loop(*args)
        if planned is not None:
            die("before-message")
        return planned

    def noted(*args: Any) -> str:
        planned = slowly(*args)
        _wrote.log = True
        return planned

    here.write, here.write_in_loop, there._write = moved, moved_in_loop, noted


def _around_commits() -> None:
    """Put points around transactions that have written a log; in workers, around all."""
    wrapper: Any = BaseDatabaseWrapper
    commit = wrapper._commit

    def committed(self: Any) -> None:
        mine = part.startswith("worker") or getattr(_wrote, "log", False)
        _wrote.log = False
        if mine:
            die("before-commit")
        commit(self)
        if mine:
            die("before-message")

    wrapper._commit = committed


def _around_delivery() -> None:
    from games.tables.live import delivery

    deliver, in_loop = delivery.deliver, delivery.deliver_in_loop

    def delivered(*args: Any, **facts: Any) -> None:
        if os.environ.get("CHAOS_WITHOUT") != "message":
            deliver(*args, **facts)
        die("before-answer", after=MESSAGES_LEAVE)

    async def delivered_in_loop(*args: Any, **facts: Any) -> None:
        if os.environ.get("CHAOS_WITHOUT") != "message":
            await in_loop(*args, **facts)
        if (_folder / f"{part}.before-answer").exists():
            await asyncio.sleep(MESSAGES_LEAVE)
        die("before-answer")

    delivery.deliver, delivery.deliver_in_loop = delivered, delivered_in_loop


def _around_the_clock() -> None:
    """Make the clock wrong by as many seconds as the file `PART.clock` says."""
    now = timezone.now

    def perhaps_wrong() -> datetime:
        try:
            wrong = float((_folder / f"{part}.clock").read_text())
        except (FileNotFoundError, ValueError):
            return now()
        return now() + timedelta(seconds=wrong)

    timezone.now = perhaps_wrong


def _without_the_version() -> None:
    from games.tables.services import fast_path

    here: Any = fast_path
    statement = fast_path.statement

    def carelessly(*args: Any) -> Any:
        move = statement(*args)
        sql = move.sql.replace("AND t.version = %s", "AND (t.version = %s OR true)")
        return move._replace(sql=sql)

    here.statement = carelessly


def arm(folder: Path, name: str, point: str) -> Path:
    """Ask a part to die at a point; return the file that asks for it."""
    file = folder / f"{name}.{point}"
    file.touch()
    return file


def set_clock(folder: Path, name: str, seconds: float) -> None:
    """Let the clock of a part be wrong by so many seconds; 0 sets it right."""
    file = folder / f"{name}.clock"
    if seconds:
        draft = file.with_suffix(".draft")
        draft.write_text(str(seconds))
        draft.replace(file)
    else:
        with suppress(FileNotFoundError):
            file.unlink()
