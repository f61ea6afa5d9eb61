"""Services for the tests. Nothing here is kinder than the site's own defaults: a real Valkey, a
database in a file, hashed static files."""

import os
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any

import hypothesis
import pytest
import redis

from tests import environment

environment.prepare()
# no test depends on how fast a machine is
hypothesis.settings.register_profile("fairdeal", deadline=None)
hypothesis.settings.load_profile("fairdeal")
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

from django.conf import settings  # noqa: E402  the environment first

if settings.configured:
    pytest.exit(
        "DJANGO_SETTINGS_MODULE is set: unset it, since the tests choose their own environment.",
        returncode=2,
    )
settings.DATABASES  # noqa: B018  loads the settings, so that pytest-django finds them
# or pytest-django would load them in xdist's workers before this file has spoken
del os.environ["DJANGO_SETTINGS_MODULE"]

import django  # noqa: E402

django.setup()  # before pytest-django does, since the folders' own conftest files import models

from accounts import briefly  # noqa: E402
from config import static  # noqa: E402
from tests.chromium import ann, ben, browser_type_launch_args, live_site, open_page  # noqa: E402, F401
from tests.servers import Valkey  # noqa: E402
from tests.toy_game import toy_game  # noqa: E402, F401


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last and to one worker: they share a site, and Playwright leaves an event
    loop running in its thread."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            item.add_marker(pytest.mark.xdist_group("browser"))
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI nothing is left out: a test that wants to be skipped fails there."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome, report.longrepr = (
            "failed",
            f"skipped, which CI does not allow: {report.longrepr}",
        )
    return report


@pytest.fixture(scope="session", autouse=True)
def redis_server() -> Iterator[Valkey]:
    """The Valkey that REDIS_URL names. A test may stop and start it, and has to leave it
    running."""
    server = Valkey(environment.SCRATCH / "valkey", environment.SOCKET)
    server.start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def full_buckets(redis_server: Valkey) -> None:
    """Limits count by the user's number, and numbers come again with each test's rows."""
    client = redis.Redis(unix_socket_path=str(redis_server.socket), socket_timeout=5)
    client.flushall()
    client.close()
    briefly.memory.away = False


@pytest.fixture(scope="session", autouse=True)
def static_files() -> None:
    static.collect()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """SQLite in a file, as in earnest: one in memory knows neither a second process nor a waiting
    writer."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(environment.SCRATCH / "test.sqlite3")


@pytest.fixture
def together() -> Callable[..., list[Any]]:
    """Runs functions at the same moment, each in a thread with a database connection of its own: a
    list of what each returned or raised. The test needs `django_db(transaction=True)`, or the
    threads do not see its rows."""

    def run(*calls: Callable[[], Any]) -> list[Any]:
        from django.db import connections

        answers: list[Any] = [None] * len(calls)
        gate = threading.Barrier(len(calls))

        def call(number: int) -> None:
            try:
                connections["default"].ensure_connection()
                gate.wait(timeout=60)
                answers[number] = calls[number]()
            except Exception as error:
                answers[number] = error
            finally:
                connections.close_all()

        threads = [threading.Thread(target=call, args=(number,)) for number in range(len(calls))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    return run
