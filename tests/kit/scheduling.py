"""The groups of tests that go to one worker of pytest-xdist: they share a site, a browser or the
games that were played for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdist.scheduler.loadscope import LoadScopeScheduling

from tests.kit import tiers

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

BROWSER = "browser"
PAGES = ("tests/browser/", "tests/gallery/", "tests/accounts/test_passkeys.py")
"""Modules that look at pages in Chromium, beside those with `_browser` in their name."""
AS_LONG = 80
"""Tests of other kinds that take as long as one in a browser."""
TOGETHER = {
    "tests/attacks/": "attacks",
    "tests/conformance/": "conformance",
    "tests/operations/test_play.py": "play",
    "tests/operations/test_distributed.py": "play",
    "tests/operations/test_balancers.py": "play",
    "tests/test_": "source",
}
SERVERS = ("tests/faults/", "tests/fifth_game/", "tests/tables/test_freshness.py")


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # has no types
    """Workers get tests one by one, but whole groups of those that share something: TOGETHER, and
    each module that looks at pages in a browser or starts servers for itself. In `make test` all
    browser tests are one group, with one site."""

    def _split_scope(self, nodeid: str) -> str:
        """Return the name of a test's group, as the documentation of pytest-xdist shows."""
        module = nodeid.partition("::")[0]
        if module.startswith(PAGES) or "_browser" in module:
            return BROWSER if tiers.brief else module
        for start, group in TOGETHER.items():
            if module.startswith(start):
                return group
        return module if module.startswith(SERVERS) else nodeid

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Give a worker the next group: the one of the browser as soon as no more is left for the
        other workers than it takes."""
        if BROWSER in self.workqueue:
            left = len(self.workqueue) - 1
            rest = AS_LONG * len(self.workqueue[BROWSER])
            due = left < rest and len(self.nodes) > 1
            self.workqueue.move_to_end(BROWSER, last=not due)
        super()._assign_work_unit(node)

    def mark_test_complete(
        self, node: WorkerController, item_index: int, duration: float = 0
    ) -> None:
        """Forget a group that is done: each time a test ends, all that a worker has had are
        counted."""
        super().mark_test_complete(node, item_index, duration)
        groups = self.assigned_work[node]
        group = self._split_scope(self.registered_collections[node][item_index])
        if group != BROWSER and all(groups[group].values()):
            del groups[group]

    def _reschedule(self, node: WorkerController) -> None:
        """Give a worker nothing after the browser tests: Playwright leaves an event loop running in
        its thread."""
        if BROWSER not in self.assigned_work.get(node, ()):
            super()._reschedule(node)
        elif not node.shutting_down:
            node.shutdown()
