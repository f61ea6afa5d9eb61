"""The parts of the site as the doctor finds them, for the desk."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from django.utils.translation import get_language

CACHE_TIME = 20.0  # seconds


class Part(Protocol):
    """One part: `state` is well, slow, late, down or off."""

    @property
    def name(self) -> str:
        """Return its name."""

    @property
    def state(self) -> str:
        """Return its state."""

    @property
    def fact(self) -> str:
        """Return the finding."""

    @property
    def advice(self) -> str:
        """Return what to do."""


_look: list[Callable[[], Iterable[Part]]] = [lambda: ()]


class _Known:
    found: tuple[Part, ...] = ()
    at = float("-inf")
    language: str | None = None


def provide(look: Callable[[], Iterable[Part]]) -> None:
    """Set the function that examines the parts."""
    _look[:] = [look]
    _Known.at = float("-inf")


def found() -> tuple[tuple[Part, ...], int]:
    """Return the parts, and the age of the findings in seconds."""
    language = get_language()
    if time.monotonic() - _Known.at > CACHE_TIME or _Known.language != language:
        _Known.found, _Known.at = tuple(_look[0]()), time.monotonic()
        _Known.language = language
    return _Known.found, int(time.monotonic() - _Known.at)
