"""The player in a seat: a user or a bot."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.screens.standing import Standing
from games.tables.models import Level, Seat, Table, bot_name

CARETAKER = Level.CLUB.value


@dataclass(frozen=True, slots=True)
class Player:
    """A seat with its user or its bot. For a bot `user_id` is None, and `bot` is its level."""

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
    """True for the player who left a rated game before it could count."""
    patient: bool = True
    """True if this player wants bots to pause before they move."""

    @property
    def gone(self) -> bool:
        """Tell whether the seat has left a game that goes on, so that a caretaker plays for it."""
        return self.left_by != ""

    @property
    def level(self) -> str:
        """Return the level of the bot that acts for the seat, its own or a caretaker; "" where a
        person acts."""
        return CARETAKER if self.gone else self.bot

    @property
    def key(self) -> str:
        """Return a name of the player that stays the same in all tables of a series."""
        return self.bot or str(self.user_id)


def of(table: Table, seat: Seat, known: Standing | None) -> Player:
    """Return the player of a seat, with the rating that is known of them."""
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
