"""While Redis or the database is away each log says so once a minute, and not for each task."""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from collections.abc import Callable
from typing import Any

import kombu.exceptions
import psycopg
import pytest
import redis
from celery import Celery, beat
from django.db import InterfaceError, OperationalError, ProgrammingError

from config.monitoring import outage_log
from config.monitoring.outage_log import Outages
from tests.kit.servers import free_port
from tests.kit.types import Patch


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def of_sqlite(code: int) -> Exception:
    cause = sqlite3.OperationalError("it failed")
    cause.sqlite_errorcode = code
    return caused(OperationalError("it failed"), cause)


def of_postgresql(state: type[Exception]) -> Exception:
    return caused(OperationalError("it failed"), state("it failed"))


AWAY = [
    ("Redis", redis.ConnectionError("Error 111 connecting to secret:6379.")),
    ("Redis", redis.TimeoutError()),
    ("Redis", redis.BusyLoadingError()),
    ("Redis", caused(kombu.exceptions.OperationalError(), redis.ConnectionError())),
    ("The database", of_postgresql(psycopg.OperationalError)),
    ("The database", caused(InterfaceError(), psycopg.InterfaceError("already closed"))),
    ("The database", of_postgresql(psycopg.errors.AdminShutdown)),
    ("The database", of_postgresql(psycopg.errors.CannotConnectNow)),
    ("The database", of_postgresql(psycopg.errors.TooManyConnections)),
    ("The database", of_postgresql(psycopg.errors.DiskFull)),
    ("The database", of_sqlite(13)),  # full
    ("The database", of_sqlite(778)),  # a write error before the commit
]
FAULTS = [
    of_postgresql(psycopg.errors.DeadlockDetected),
    of_postgresql(psycopg.errors.QueryCanceled),
    of_sqlite(5),  # locked for ten seconds
    of_sqlite(1),  # no such table
    caused(ProgrammingError(), psycopg.errors.UndefinedTable("it failed")),
    redis.ResponseError("WRONGTYPE"),
    ValueError("a plain fault"),
]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: Patch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(outage_log.time, "monotonic", clock)
    return clock


def failed(error: Exception) -> logging.LogRecord:
    """Return what Celery logs about a task that failed."""
    try:
        raise error
    except Exception:
        return record(
            "Task %(name)s raised unexpected:\n%(traceback)s", {}, exc_info=sys.exc_info()
        )


def trying_again(error: Exception) -> logging.LogRecord:
    """Return what the scheduler logs when it cannot send anything."""
    return record("beat: Connection error: %s. Trying again in %s seconds...", error, 2.0)


def named(error: Exception) -> logging.LogRecord:
    return record("The number %s could not be read.", "moves", error=error)


def record(text: str, *args: Any, **more: Any) -> logging.LogRecord:
    return logging.makeLogRecord({"msg": text, "args": args[0] if args == ({},) else args} | more)


def written(said: logging.LogRecord) -> str:
    return logging.Formatter("%(message)s").format(said)


@pytest.mark.parametrize("says", [failed, trying_again, named])
@pytest.mark.parametrize(("what", "error"), AWAY)
def test_an_outage_is_a_line(
    what: str, error: Exception, says: Callable[[Exception], logging.LogRecord], clock: Clock
) -> None:
    outages, said = Outages(), says(error)
    assert outages.filter(said)
    assert written(said).startswith(f"{what} does not answer, or takes no writes (")
    assert "\n" not in written(said) and "secret" not in written(said)
    assert not outages.filter(says(error))


@pytest.mark.parametrize("error", FAULTS)
def test_a_fault_keeps_its_traceback(error: Exception) -> None:
    outages = Outages()
    for _ in range(2):
        said = failed(error)
        assert outages.filter(said) and said.exc_info


def test_a_fault_that_an_outage_brings_to_light_keeps_its_traceback() -> None:
    try:
        try:
            raise redis.ConnectionError
        except redis.ConnectionError:
            raise ValueError  # noqa: B904
    except ValueError as error:
        fault = error
    assert Outages().filter(failed(fault))


def test_a_task_that_the_scheduler_cannot_send_is_a_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: Patch, clock: Clock
) -> None:
    log = logging.getLogger("celery.beat")
    monkeypatch.setattr(log, "propagate", False)  # the site's own filter is not asked
    monkeypatch.setattr(log, "handlers", [caplog.handler])
    at_once = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
    app = Celery(broker=f"redis://127.0.0.1:{free_port()}/0", broker_transport_options=at_once)
    scheduler = beat.Scheduler(app=app, lazy=True)
    entry = scheduler.Entry(name="send-letters", task="send", schedule=1.0, app=app)
    with caplog.filtering(Outages()):
        for _ in range(2):
            scheduler.apply_entry(entry)
    (said,) = caplog.records
    assert written(said) == "Redis does not answer, or takes no writes (OperationalError)."


def test_it_is_said_once_a_minute_as_long_as_it_lasts(clock: Clock) -> None:
    outages, lines = Outages(), []
    for second in range(150):
        clock.now = float(second)
        for _, error in AWAY:
            said = failed(error)
            if outages.filter(said):
                lines.append(f"{second} {written(said)}")
    assert [line.split(" does")[0] for line in lines] == [
        f"{second} {what}" for second in (0, 60, 120) for what in outage_log.KINDS
    ]
    assert lines[2].endswith(" Left out since this was said last: 239 lines.")


def test_processes_for_bots_share_the_minute() -> None:
    outages = Outages()
    if not (child := os.fork()):
        os._exit(not outages.filter(failed(redis.ConnectionError())))
    assert os.waitpid(child, 0)[1] == 0
    assert not outages.filter(failed(redis.ConnectionError()))
    outages.share()
    assert outages.filter(failed(redis.ConnectionError()))
