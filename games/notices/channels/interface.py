"""The interface of a channel, and its errors. A channel tries once; the services decide whether and
when to try again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.core.cache import cache
from django.db.models import Q

from accounts import mail_connection
from accounts.models import User
from games.notices.models import Notice


class Failed(Exception):
    """The try failed. `why` names no address and no secret. `wait`: the time that the other side
    asks for; `final`: another try is pointless."""

    def __init__(self, why: str, *, wait: timedelta | None = None, final: bool = False) -> None:
        super().__init__(why)
        self.why, self.wait, self.final = why, wait, final


class Gone(Exception):
    """The place no longer exists."""


class ChannelDown(Failed):
    """Nobody can be reached on this channel now; the others are not tried."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place of a user on a channel: id and name of a device or webhook, and since when it exists;
    None: always."""

    id: int = 0
    name: str = ""
    since: datetime | None = None

    def existed_at(self, moment: datetime) -> bool:
        """Return whether the place existed at a moment."""
        return self.since is None or self.since <= moment


class Sender(Protocol):
    """A channel while it is in use."""

    def send(self, notices: Sequence[Notice], now: datetime) -> str:
        """Send notices of one user to one place in one message. Return the tag under which the
        place shows it, "" if it cannot be retracted. Raises Failed or Gone, and whatever is our
        fault."""

    def retract(self, notices: Sequence[Notice], now: datetime) -> None:
        """Retract a message that its place shows. Raises Failed or Gone."""


class Channel(Protocol):
    """A way to notify people."""

    def reachable(self) -> Q:
        """Return the condition for rows with a `user` who has a place on this channel."""

    def targets(self, user: User) -> Sequence[Target]:
        """Return the places of a user."""

    def hosts(self, targets: Collection[int]) -> Mapping[int, str]:
        """Return place id → host, so that a slow host delays only itself; empty for a channel that
        calls one server."""

    def exclusive(self) -> AbstractContextManager[Sender | None]:
        """Yield the sender to one task at a time; None while another one has it."""


Send = Callable[[Sequence[Notice], datetime], str]
Retract = Callable[[Sequence[Notice], datetime], None]


@dataclass(frozen=True, slots=True)
class FunctionSender:
    """A sender without a connection."""

    send: Send
    retract: Retract


def _keep(notices: Sequence[Notice], now: datetime) -> None:
    return None


def of(
    name: str, send: Send, retract: Retract = _keep
) -> Callable[[], AbstractContextManager[FunctionSender | None]]:
    """Return the function `exclusive` of a channel with independent requests."""
    key = f"notices-{name}-busy"

    @contextmanager
    def exclusive() -> Iterator[FunctionSender | None]:
        if not cache.add(key, 1, mail_connection.LONGEST):
            yield None
            return
        try:
            yield FunctionSender(send, retract)
        finally:
            cache.delete(key)

    return exclusive
