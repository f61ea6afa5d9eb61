"""Properties of processes on Linux: death with the parent, adoption of orphans, names."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_NAME, PR_SET_CHILD_SUBREAPER = 1, 15, 36


def die_with_parent(parent: int = 0) -> Callable[[], None] | None:
    """Return a `preexec_fn` that has a child stop when its parent (this process by default) dies,
    even if killed. None if the system is not Linux."""
    if sys.platform != "linux":
        return None
    # loaded before the fork: nothing may be imported between fork and exec
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = parent or os.getpid()

    def before_start() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:  # it died meanwhile
            os._exit(1)

    return before_start


def adopt_orphans() -> bool:
    """Become the parent of orphaned descendants. Return whether the system allows it: Linux
    does."""
    if sys.platform != "linux":
        return False
    refused: int = ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return not refused


def set_name(name: str) -> None:
    """Name this process (15 characters at most) for `ps -e` and `top`. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode(), 0, 0, 0)
