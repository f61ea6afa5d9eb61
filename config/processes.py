"""Child processes that never outlive their parent."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def die_with_parent() -> Callable[[], None] | None:
    """Return what a child has to run before its program starts, so that it is told to stop even
    when its parent is killed.

    Linux only: elsewhere this is None, and a parent that is killed leaves its children behind.
    """
    if sys.platform != "linux":
        return None
    # looked up now: nothing may be imported between fork and exec
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def before_start() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return before_start
