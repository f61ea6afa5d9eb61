"""People invited to a table before the start, and to a rematch after the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts import names
from accounts.models import User
from games.tables.models import Answer, EndedBy, Invitation, Status, Table


@dataclass(frozen=True, slots=True)
class Person:
    """A user, by the name that others see."""

    id: int
    username: str
    guest: bool
    closed: bool
    bot: bool = False

    @property
    def name(self) -> str:
        """Return the name that others see, in the language that is active."""
        return names.display_name(self.username, guest=self.guest, closed=self.closed, bot=self.bot)


@dataclass(frozen=True, slots=True)
class Invited:
    """A user who has not answered an invitation yet; `seat` is kept for that user, if not None."""

    person: Person
    at: datetime
    seat: int | None


@dataclass(frozen=True, slots=True)
class Rematch:
    """The rematch of an ended table: who asks for it, who sits there, who has not answered, and who
    has declined."""

    id: str
    by: Person
    open: bool
    seated: frozenset[int]
    asked: frozenset[int]
    declined: tuple[Person, ...]


def person(user: User) -> Person:
    """Return a user as a value."""
    return Person(user.pk, user.username, user.is_guest, user.is_closed, user.is_bot)


def invited(table_id: str) -> tuple[Invited, ...]:
    """Return those who are invited and have not answered, first the first. One query."""
    rows = Invitation.objects.filter(table=table_id, answer=Answer.NONE).select_related("user")
    # Who has sat down has answered.
    waiting = rows.exclude(user__seats__table=table_id).order_by("at", "pk")
    return tuple(Invited(person(row.user), row.at, row.seat) for row in waiting)


def rematch(table_id: str) -> Rematch | None:
    """Return the rematch of a table; None if there is none, or if it has closed without a game."""
    again = (
        Table.objects.filter(rematch_of=table_id)
        .exclude(ended_by=EndedBy.CLOSED)
        .select_related("creator")
        .order_by("-created_at")
        .first()
    )
    if again is None:
        return None
    seated = {seat.user_id for seat in again.seats.all() if seat.user_id is not None}
    rows = [row for row in _answers(again) if row.user_id not in seated]
    return Rematch(
        again.id,
        person(again.creator),
        again.status == Status.OPEN,
        frozenset(seated),
        frozenset(row.user_id for row in rows if row.answer == Answer.NONE),
        tuple(person(row.user) for row in rows if row.answer == Answer.DECLINED),
    )


def _answers(table: Table) -> Iterable[Invitation]:
    return table.invitations.select_related("user").order_by("at", "pk")
