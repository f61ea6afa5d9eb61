"""Access to the patterns for hosts and moderators, by the gate that the desk provides. Without one
nobody has access."""

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
    """Set the decorator that admits only moderators and hosts."""
    _gates[:] = [gate]


def keepers_only(view: View) -> View:
    """Guard a view with the provided gate."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return _gates[0](view)(request, *args, **more)

    return guarded
