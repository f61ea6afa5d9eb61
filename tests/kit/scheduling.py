"""The groups of tests that share a site, a browser or games, and so one worker of pytest-xdist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdist.scheduler.loadscope import LoadScopeScheduling

from tests.kit import tiers

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

BROWSER = "browser"
PAGES = ("tests/browser/", "tests/gallery/", "tests/accounts/test_passkeys.py")
"""Modules that use Chromium, beside those with `_browser` in their name."""
OTHERS_PER_BROWSER_TEST = 80  # that take as long
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
    """Workers get single tests, or groups: those of TOGETHER, and each module that uses a browser
    or starts servers. In `make test` all browser tests are one group."""

    def _split_scope(self, nodeid: str) -> str:
        """Return the name of a test's group."""
        module = nodeid.partition("::")[0]
        if module.startswith(PAGES) or "_browser" in module:
            return BROWSER if tiers.brief else module
        for start, group in TOGETHER.items():
            if module.startswith(start):
                return group
        return module if module.startswith(SERVERS) else nodeid

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Give a worker the next group: that of the browser once it takes as long as the rest."""
        if BROWSER in self.workqueue:
            left = len(self.workqueue) - 1
            rest = OTHERS_PER_BROWSER_TEST * len(self.workqueue[BROWSER])
            due = left < rest and len(self.nodes) > 1
            self.workqueue.move_to_end(BROWSER, last=not due)
        super()._assign_work_unit(node)

    def mark_test_complete(
        self, node: WorkerController, item_index: int, duration: float = 0
    ) -> None:
        """Forget a finished group, since all groups of a worker are counted after each test."""
        super().mark_test_complete(node, item_index, duration)
        groups = self.assigned_work[node]
        group = self._split_scope(self.registered_collections[node][item_index])
        if group != BROWSER and all(groups[group].values()):
            del groups[group]

    def _reschedule(self, node: WorkerController) -> None:
        """Give a worker nothing after the browser tests, since Playwright leaves an event loop."""
        if BROWSER not in self.assigned_work.get(node, ()):
            super()._reschedule(node)
        elif not node.shutting_down:
            node.shutdown()
