"""Who sits in a seat: a user, or a bot."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.screens.standing import Standing
from games.tables.models import Level, Seat, Table, bot_name

CARETAKER = Level.CLUB.value


@dataclass(frozen=True, slots=True)
class Player:
    """A seat with its user, or with a bot: then `user_id` is None and `bot` its level."""

    number: int
    user_id: int | None
    name: str
    guest: bool
    nonce: str = field(repr=False)
    score: int | None
    place: int | None
    standing: Standing | None = None
    left_by: str = ""
    left_ply: int | None = None
    bot: str = ""
    walked: bool = False
    """Whether this is who left a rated game before it could count."""
    patient: bool = True
    """Whether bots take a moment before they move, if it goes by this player."""

    @property
    def gone(self) -> bool:
        """Whether the seat has left a game that goes on: a caretaker plays for it."""
        return self.left_by != ""

    @property
    def level(self) -> str:
        """Of the bot that acts for the seat, be it its own or a caretaker; "" where a person
        does."""
        return CARETAKER if self.gone else self.bot

    @property
    def key(self) -> str:
        """Who this is, from one table of a series to the next."""
        return self.bot or str(self.user_id)


def of(table: Table, seat: Seat, known: Standing | None) -> Player:
    user, facts = (
        seat.user,
        (seat.nonce, seat.score, seat.place, known, seat.left_by, seat.left_ply, seat.bot),
    )
    if user is None:
        return Player(
            seat.number, None, bot_name(seat.bot, seat.number, table.seat_count), False, *facts
        )
    walked = seat.walked_at is not None
    return Player(seat.number, user.pk, user.name, user.is_guest, *facts, walked, user.bots_pause)
