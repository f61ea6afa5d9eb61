"""Functions that an app provides at start to one below, which may not import it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Provided(Generic[P, R]):
    """A function that another app provides; without one it returns `default`."""

    def __init__(self, default: R) -> None:
        self._function: Callable[P, R] = lambda *args, **more: default

    def provide(self, function: Callable[P, R]) -> None:
        """Set the function."""
        self._function = function

    def __call__(self, *args: P.args, **more: P.kwargs) -> R:
        """Call the function."""
        return self._function(*args, **more)
