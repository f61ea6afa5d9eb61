"""Calls that threads leave to an event loop, such as what a move sends.

The loop is woken once for all that come before it has woken up: each waking takes a thread as long
as the thread that it wakes needs to give it back the processor.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary, ref

log = logging.getLogger(__name__)


class LoopCalls:
    """The calls that one loop has to make, in their order."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = ref(loop)  # which has this inbox as long as it lives
        self.due: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self.awake = False

    def put(self, function: Callable[..., object], *args: Any) -> None:
        """Have the loop call a function soon. Any thread may ask for it; the loop's own is not
        woken."""
        loop = self.loop()
        if loop is not None and not self.due and asyncio._get_running_loop() is loop:
            self._call(function, args)
            return
        self.due.append((function, args))
        if not self.awake and loop is not None:
            self.awake = True
            with suppress(RuntimeError):  # the loop has closed, since the process stops
                loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        # From here on `put` wakes the loop again, even for what this still sees by itself.
        self.awake = False
        while self.due:
            self._call(*self.due.popleft())

    def _call(self, function: Callable[..., object], args: tuple[Any, ...]) -> None:
        try:
            function(*args)
        except Exception:
            log.exception("A call that was left to the loop has failed.")


_inboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopCalls] = WeakKeyDictionary()


def of(loop: asyncio.AbstractEventLoop) -> LoopCalls:
    """Return the inbox of a loop."""
    found = _inboxes.get(loop)
    return _inboxes.setdefault(loop, LoopCalls(loop)) if found is None else found
