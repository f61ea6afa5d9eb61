"""The interface of a channel, and the ways in which a try fails. A channel tries once and reports
the result; when, how often, and whether at all is the services' decision."""

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
    """A try that failed. `why` names no address and no secret. `wait`: the other side asks not to
    be tried earlier; `final`: there is no point in another try."""

    def __init__(self, why: str, *, wait: timedelta | None = None, final: bool = False) -> None:
        super().__init__(why)
        self.why, self.wait, self.final = why, wait, final


class Gone(Exception):
    """The place no longer exists: nothing is sent there again."""


class Away(Failed):
    """Nobody can be reached on this channel now, so the others need not be tried."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place of a user on a channel: the number of a device or a webhook, its name, and since when
    there is one; None: ever since."""

    id: int = 0
    name: str = ""
    since: datetime | None = None

    def hears_of(self, moment: datetime) -> bool:
        """Return whether it existed when something happened: a new device is not sent what its user
        sees while adding it."""
        return self.since is None or self.since <= moment


class Way(Protocol):
    """A channel while it is in use."""

    def send(self, notices: Sequence[Notice], now: datetime) -> str:
        """Send these notices of one user to one place in one message. Return the tag under which
        the place shows it until it is taken away, "" if it cannot be. Raises Failed or Gone, and
        whatever is a fault of ours."""

    def take_away(self, notices: Sequence[Notice], now: datetime) -> None:
        """Take away a message that its place shows. Raises Failed or Gone."""


class Channel(Protocol):
    """A way to people who are away."""

    def reachable(self) -> Q:
        """Return the condition on rows with a `user` who has a place on this channel."""

    def targets(self, user: User) -> Sequence[Target]:
        """Return the places of a user."""

    def hosts(self, targets: Collection[int]) -> Mapping[int, str]:
        """Return the hosts of these places, by the places' numbers, so that a slow one delays only
        itself. None for a channel that calls one server."""

    def alone(self) -> AbstractContextManager[Way | None]:
        """Give the channel to one task at a time; None while another one has it."""


Send = Callable[[Sequence[Notice], datetime], str]
TakeAway = Callable[[Sequence[Notice], datetime], None]


@dataclass(frozen=True, slots=True)
class Turn:
    """A channel whose tries are independent of each other."""

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
        if not cache.add(key, 1, mail_connection.LONGEST):
            yield None
            return
        try:
            yield Turn(send, take_away)
        finally:
            cache.delete(key)

    return alone
