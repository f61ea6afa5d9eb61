"""Services for the tests. All are as strict as the site's own defaults: a real Valkey, a database
in a file, hashed static files.

Pure tests (tests/kit/pure.py) use none of them: for pure tests alone neither Django nor a server is
started.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from pytest_django.plugin import blocking_manager_key

from tests.kit import environment, left_open, migrated, tiers
from tests.kit.chromium import (
    ann,  # noqa: F401
    ben,  # noqa: F401
    browser_type_launch_args,  # noqa: F401
    forward,  # noqa: F401
    live_site,  # noqa: F401
    open_page,  # noqa: F401
    pages,  # noqa: F401
)
from tests.kit.ledger import Ledger
from tests.kit.pure import is_pure
from tests.kit.scheduling import Scheduling
from tests.kit.toy_game import toy_game  # noqa: F401

if TYPE_CHECKING:
    from xdist.remote import Producer

    from tests.kit.servers import Valkey

if "DJANGO_SETTINGS_MODULE" in os.environ:
    pytest.exit(
        "DJANGO_SETTINGS_MODULE is set: unset it, since the tests choose their own environment.",
        returncode=2,
    )
environment.prepare()
gc.disable()  # until all tests are collected, which live as long as the process
LONGEST = ("test_looks", "test_axe", "test_schotten_totten", "test_odin", "test_healing")
"""Modules of browser tests, the one that takes longest first."""


def pytest_configure(config: pytest.Config) -> None:
    wanted = config.option.markexpr.split(" and ")
    tiers.brief, tiers.differing = wanted[-1] == tiers.BRIEF, tiers.DIFFERENT in wanted
    # No test depends on the speed of the machine.
    hypothesis.settings.register_profile("fairdeal", deadline=None, max_examples=tiers.part(100))
    hypothesis.settings.load_profile("fairdeal")
    config.pluginmanager.register(Ledger(config))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Pass over the modules of which this run has no test."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return (is_test and tiers.is_left_out(collection_path)) or None


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Load Django before a module is imported that may need it."""
    if isinstance(collector, pytest.Module) and not is_pure(collector.path):
        import tests.kit.with_django  # noqa: F401


def pytest_xdist_setupnodes() -> None:
    """Hide the settings from the workers, which choose an environment of their own, if a conftest
    of a folder has loaded Django here."""
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    return Scheduling(config, log)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse the database to tests that do not ask for it. pytest-django does this itself only if
    Django is loaded before it."""
    if "tests.kit.with_django" in sys.modules:
        session.config.stash[blocking_manager_key].block()
    # As in config.asgi: what was imported lives as long as the process.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move browser tests to the end, since Playwright leaves an event loop running in its thread.
    All of a worker share its site. The longest modules begin first, so that no worker waits long
    for the other one."""
    for item in items:
        if {"browser", "live_site"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
        if _starts_a_site(item):
            item.add_marker("site")
    tiers.mark(items)
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """Return 0 for a test without a browser, and more the later a test with one comes."""
    if not item.get_closest_marker("browser"):
        return 0
    module = item.path.stem
    return 1 + (LONGEST.index(module) if module in LONGEST else len(LONGEST))


def _starts_a_site(item: pytest.Item) -> bool:
    """Return whether a test is about processes, or starts some by a fixture."""
    folder = item.path.parent.name
    return folder in ("attacks", "faults", "fifth_game", "fuzz", "operations") or bool(
        {"web", "site", "live_site"} & set(getattr(item, "fixturenames", ()))
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a skipped test as failed in CI."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome, report.longrepr = (
            "failed",
            f"skipped, which CI does not allow: {report.longrepr}",
        )
    return report


@pytest.fixture(autouse=True)
def site_services(request: pytest.FixtureRequest) -> None:
    """Set up what every test needs that is not pure: static files and full rate limits."""
    if not is_pure(request.path):
        for name in ("static_files", "full_buckets", "quiet_house"):
            request.getfixturevalue(name)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Valkey]:
    """Run the Valkey that REDIS_URL names. A test may stop and start it, and has to leave it
    running."""
    from tests.kit.servers import Valkey

    server = Valkey(environment.SCRATCH / "valkey", environment.SOCKET)
    server.start()
    yield server
    open_still = left_open.closed()
    server.stop()
    assert not open_still, open_still


@pytest.fixture
def full_buckets(redis_server: Valkey) -> None:
    """Reset all rate limits. They count by the user's id, and ids repeat with each test's rows."""
    from accounts import quick_redis

    redis_server.empty()
    quick_redis.breaker.away = False


@pytest.fixture
def quiet_house() -> None:
    """Have this process remember that no switch is turned and nothing announced, as before any
    test. It asks anew when a service changes that."""
    from games.site import announcements, switches

    switches._Known.values, switches._Known.until = {}, float("inf")
    announcements._Known.rows, announcements._Known.until = (), float("inf")


@pytest.fixture(scope="session")
def static_files() -> None:
    from config.server import static

    static.collect()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Put SQLite in a file, as the site does: a database in memory supports neither a second
    process nor a waiting writer."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        place = environment.SCRATCH / "test.sqlite3"
        migrated.copy_to(place)
        database.setdefault("TEST", {})["NAME"] = str(place)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Return whether the tables are there already: `migrated` has made those of SQLite."""
    return not environment.DATABASE


@pytest.fixture
def together() -> Callable[..., list[Any]]:
    """Give a function that runs functions at the same moment, each in a thread with a database
    connection of its own, and returns a list of their results or errors.

    The test needs `django_db(transaction=True)`, otherwise the threads do not see its rows.
    """

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
