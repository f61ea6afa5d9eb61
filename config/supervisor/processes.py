"""Processes, as far as Linux takes wishes about them: to end with their parent, to belong to an
ancestor, to have a name."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_NAME, PR_SET_CHILD_SUBREAPER = 1, 15, 36


def die_with_parent(parent: int = 0) -> Callable[[], None] | None:
    """Return what a child has to run before its program starts, so that it is told to stop even
    when its parent is killed. The parent is this process unless another is named.

    Linux only: elsewhere this is None, and a parent that is killed leaves its children behind.
    """
    if sys.platform != "linux":
        return None
    # looked up now: nothing may be imported between fork and exec
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = parent or os.getpid()

    def before_start() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return before_start


def adopt_orphans() -> bool:
    """Become the parent of every process below this one whose parent ends. Returns whether the
    system can do that: Linux can."""
    if sys.platform != "linux":
        return False
    refused: int = ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return not refused


def tell_name(name: str) -> None:
    """Give this process a name (of 15 characters at most) for `ps -e` and `top`, which else show
    all forks of a process alike. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode(), 0, 0, 0)
