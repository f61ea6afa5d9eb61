"""A turn at a channel for one task at a time. Should two have it all the same, since Redis is away,
the ledger's marks keep them from telling anything twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

from accounts import post
from games.notices.models import Notice

Send = Callable[[Sequence[Notice], datetime], str]
TakeAway = Callable[[Sequence[Notice], datetime], None]


@dataclass(frozen=True, slots=True)
class Turn:
    """A channel whose tries know nothing of each other."""

    send: Send
    take_away: TakeAway


def _stays(notices: Sequence[Notice], now: datetime) -> None:
    return None


def of(
    name: str, send: Send, take_away: TakeAway = _stays
) -> Callable[[], AbstractContextManager[Turn | None]]:
    """Return a channel's function `alone`."""
    key = f"notices-{name}-busy"

    @contextmanager
    def alone() -> Iterator[Turn | None]:
        if not cache.add(key, 1, post.LONGEST):
            yield None
            return
        try:
            yield Turn(send, take_away)
        finally:
            cache.delete(key)

    return alone
