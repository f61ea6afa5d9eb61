"""The cost of a run by kind of test, printed at its end, and the budget of `make test` in counts,
which unlike seconds do not depend on the machine."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

from tests.kit import tiers
from tests.kit.pure import is_pure

KINDS = ("pure", "database", "site", "browser")
BUDGET = {"site starts": 8, "page loads": 120, "boards in a browser": 0}
"""The limits of a run of `make test` on SQLite (CONTRIBUTING.md)."""
counted: Counter[str] = Counter()
"""The counts of BUDGET in this process so far."""
SPENT = pytest.StashKey[float]()


def kind(item: pytest.Item) -> str:
    """Return the kind of a test, one of KINDS."""
    for name in ("browser", "site"):
        if item.get_closest_marker(name):
            return name
    return "pure" if is_pure(item.path) else "database"


class Ledger:
    """A plugin that measures each phase of a test in its worker, and sums in the main process."""

    def __init__(self, config: pytest.Config) -> None:
        self.whole = config.option.markexpr == tiers.BRIEF
        self.sums: dict[str, Counter[str]] = {name: Counter() for name in KINDS}
        self.counts: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, Any, Any]:
        return (yield from self._measured(item))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        return (yield from self._measured(item))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, Any, Any]:
        return (yield from self._measured(item))

    def _measured(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before = _processors()
        try:
            return (yield)
        finally:
            item.stash[SPENT] = _processors() - before

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        report = yield
        report.ledger = [kind(item), item.stash.get(SPENT, 0.0), dict(counted)]
        counted.clear()
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not hasattr(report, "ledger"):
            return  # xdist's report of a worker that crashed
        name, spent, counts = report.ledger
        self.counts.update(counts)
        self.sums[name]["clock"] += round(1000 * report.duration)
        self.sums[name]["processor"] += round(1000 * spent)
        self.sums[name]["tests"] += report.when == "call"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a run of `make test` over its budget."""
        if self.over() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def over(self) -> list[str]:
        """Return the counts that are over the budget of `make test`."""
        found = [name for name, most in BUDGET.items() if self.counts[name] > most]
        return found if self.whole else []

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        line = terminalreporter.write_line
        line("kind        tests   seconds   of a processor")
        for name, sums in self.sums.items():
            clock, processor = sums["clock"] / 1000, sums["processor"] / 1000
            line(f"{name:10}{sums['tests']:7}{clock:10.0f}{processor:17.0f}")
        line(", ".join(f"{name}: {self.counts[name]}" for name in BUDGET))
        for name in self.over():
            line(f"ERROR: {self.counts[name]} {name}: make test may take {BUDGET[name]}")


def _processors() -> float:
    """Return the processor seconds of this process, and of its children that have ended."""
    return sum(os.times()[:4])
