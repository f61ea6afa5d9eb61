"""A worker's sign of life, written from beside the work whatever that does; and the end of a worker
whose review is no longer its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.db import DatabaseError, connections

EVERY = 5.0
"""Seconds between two signs."""


def leave() -> None:
    """End this process at once: what it found is stored, and nobody waits for the rest."""
    os._exit(0)


@contextmanager
def beside(sign: Callable[[], bool], end: Callable[[], None] = leave) -> Iterator[None]:
    """While the block runs, call `sign` every few seconds in a thread of its own, and `end` once it
    returns False. A database that does not answer is asked again."""
    over = Event()

    def beat() -> None:
        try:
            while not over.wait(EVERY):
                try:
                    wanted = sign()
                except DatabaseError:
                    continue
                if not wanted and not over.is_set():
                    end()
                    return
        finally:
            connections.close_all()

    thread = Thread(target=beat, name="pulse", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
