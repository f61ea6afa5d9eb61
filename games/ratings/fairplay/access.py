"""Access to the patterns, by the decorator that the desk provides; without one for nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse

View: TypeAlias = Callable[..., HttpResponse]
Gate: TypeAlias = Callable[[View], View]


def _closed(view: View) -> View:
    """Answer 404 to everybody."""
    raise Http404


_gates: list[Gate] = [_closed]


def provide(gate: Gate) -> None:
    """Set the decorator that admits hosts and moderators."""
    _gates[:] = [gate]


def keepers_only(view: View) -> View:
    """Return a view behind the provided decorator."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return _gates[0](view)(request, *args, **more)

    return guarded
