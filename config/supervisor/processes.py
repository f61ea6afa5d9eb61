"""Properties of processes on Linux: to die with the parent, to adopt orphans, to have a name."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_NAME, PR_SET_CHILD_SUBREAPER = 1, 15, 36


def die_with_parent(parent: int = 0) -> Callable[[], None] | None:
    """Return a `preexec_fn` with which a child is told to stop even when its parent (this process
    by default) is killed.

    Linux only: elsewhere None, and a killed parent leaves its children behind.
    """
    if sys.platform != "linux":
        return None
    # here, since nothing may be imported between fork and exec
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = parent or os.getpid()

    def before_start() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:  # it died meanwhile
            os._exit(1)

    return before_start


def adopt_orphans() -> bool:
    """Become the parent of orphaned descendants. Returns whether the system can: Linux does."""
    if sys.platform != "linux":
        return False
    refused: int = ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return not refused


def tell_name(name: str) -> None:
    """Name this process (15 characters at most) for `ps -e` and `top`, which show all forks alike.
    Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode(), 0, 0, 0)
