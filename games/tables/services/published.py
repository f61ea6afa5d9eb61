"""The public answers of services: a position stays inside the services."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from games.tables.state.public import PublicTable
from games.tables.state.snapshot import Snapshot

P = ParamSpec("P")


def published(service: Callable[P, Snapshot]) -> Callable[P, PublicTable]:
    """Decorate a service: it returns the public part of the snapshot that it made."""

    @wraps(service)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> PublicTable:
        return service(*args, **kwargs).public

    return wrapper
