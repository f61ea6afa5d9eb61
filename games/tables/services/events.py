"""Events at a table, for the app that notifies people."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from games.provided import Provided
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


write: Provided[[Event, str, Collection[int], int | None, datetime], None] = Provided(None)
"""Write the news of an event in its transaction: the id of the table, the ids of the users to be
told, the id of the user who brought it about, and the moment."""


def tell(
    event: Event, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    """Tell users of an event, in this transaction; their open pages show it after the commit."""
    if users:
        write(event, table_id, users, by, now)
        notify(users)


def report_opened(table_id: str, user_id: int, now: datetime) -> None:
    """Report that a user has opened a table."""
    write(Event.SEEN, table_id, [user_id], user_id, now)


def notify(users: Collection[int]) -> None:
    """Make the open pages of users show their news, after the commit."""
    transaction.on_commit(lambda: broadcast.notify_users(tuple(users)), robust=True)
