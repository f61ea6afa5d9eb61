"""Events at a table, for the app that notifies people. Tables do not import it: it provides one
function at start."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from django.db import transaction

from games.tables.live import broadcast


class Event(StrEnum):
    """Kinds of events."""

    INVITED = "invited"
    REMATCH = "rematch"  # asked for
    DECLINED = "declined"  # an invitation, or a rematch
    ANSWERED = "answered"  # an invitation, by the user: it is no news any more
    ENDED = "ended"
    SEEN = "seen"  # a user has opened the table: nothing about it is news any more
    DRAW = "draw"  # offered
    ABORT = "abort"  # … to break the game off
    SLOW = "slow"  # … to go on by correspondence
    UNDO = "undo"  # a player asks for the last action
    LAPSED = "lapsed"  # an offer stands no longer, or was answered; an invitation waits no longer
    UNPLAYED = "unplayed"  # what a player had left for the turn; the player alone is told


Teller: TypeAlias = Callable[[Event, str, Collection[int], int | None, datetime], None]
"""A function of the event, the id of the table, the ids of the users to be told, the id of the user
who brought it about, and the moment."""


def _nobody(
    event: Event, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    return None


_teller: list[Teller] = [_nobody]


def provide(teller: Teller) -> None:
    """Set the function that tells users, inside the transaction of the event."""
    _teller[:] = [teller]


def tell(
    event: Event, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    """Tell users of an event, in this transaction; their open pages show it after the commit."""
    if users:
        _teller[0](event, table_id, users, by, now)
        notify(users)


def report_opened(table_id: str, user_id: int, now: datetime) -> None:
    """Report that a user has opened a table."""
    _teller[0](Event.SEEN, table_id, [user_id], user_id, now)


def notify(users: Collection[int]) -> None:
    """Have the open pages of users show their news, after the commit."""
    transaction.on_commit(lambda: broadcast.notify_users(tuple(users)), robust=True)
