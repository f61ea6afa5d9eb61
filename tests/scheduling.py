"""The groups of tests that go to one worker of pytest-xdist: they share a site or a browser."""

from __future__ import annotations

from xdist.scheduler.loadscope import LoadScopeScheduling

TOGETHER = {
    "tests/attacks/": "attacks",
    "tests/operations/test_play.py": "play",
    "tests/operations/test_distributed.py": "play",
    "tests/operations/test_balancers.py": "play",
}
MODULES = (
    *("tests/browser/", "tests/gallery/"),
    *("tests/faults/", "tests/fifth_game/", "tests/tables/test_freshness.py"),
)


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # has no types
    """Workers get tests one by one, but whole groups of those that share something: the modules of
    TOGETHER, and each module that looks at pages in a browser or starts servers for itself."""

    def _split_scope(self, nodeid: str) -> str:
        """Return the name of a test's group, as the documentation of pytest-xdist shows."""
        module = nodeid.partition("::")[0]
        for start, group in TOGETHER.items():
            if module.startswith(start):
                return group
        return module if module.startswith(MODULES) or "_browser" in module else nodeid
