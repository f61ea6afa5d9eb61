"""Access to the patterns: those who keep the peace, by the test that the desk provides. Where it
has not, nobody may see them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse

View: TypeAlias = Callable[..., HttpResponse]
Gate: TypeAlias = Callable[[View], View]


def _closed(view: View) -> View:
    """Refuse everybody, as a page that does not exist."""
    raise Http404


_gates: list[Gate] = [_closed]


def provide(gate: Gate) -> None:
    """Set the decorator that lets moderators and hosts through, and nobody else."""
    _gates[:] = [gate]


def keepers_only(view: View) -> View:
    """Make a view that the provided gate guards."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return _gates[0](view)(request, *args, **more)

    return guarded
