"""The player in a seat: a user or a bot."""

from __future__ import annotations

from dataclasses import dataclass, field

from accounts import names
from games.screens.player_ratings import ShownRating
from games.tables import bot_names
from games.tables.models import Level, Seat, Table

CARETAKER = Level.CLUB.value


@dataclass(frozen=True, slots=True)
class Player:
    """A seat with its user or its bot. For a bot `user_id` is None, and `bot` is its level."""

    number: int
    user_id: int | None
    username: str
    """The user's; "" for a bot."""
    guest: bool
    nonce: str = field(repr=False)
    score: int | None
    place: int | None
    standing: ShownRating | None = None
    left_by: str = ""
    left_ply: int | None = None
    renewed: int = 0
    """The ply from which a turn of the seat is another one, since a take-back."""
    bot: str = ""
    walked: bool = False
    """True for the player who left a rated game before it could count."""
    patient: bool = True
    """True if this player wants bots to pause before they move."""
    program: bool = False
    """True if the account is a bot's."""
    closed: bool = False
    """True if the user has closed the account."""
    sleeps: str = field(default="", repr=False)
    """When the player is awake, as `sleeping` reads it; "" if every minute counts."""
    called: str = ""
    """The bot's name at this table; "" for a user."""
    # A board that is kept shows these as they were at its version, so it stays good without them.
    hints: int = field(default=0, compare=False)
    """The number of hints that the player was given."""
    hint_ply: int | None = field(default=None, compare=False)
    """The ply for which a hint stands; None for none."""
    hint_code: str = field(default="", repr=False, compare=False)
    """The code of that hint: "" while it is looked for, NO_HINT if none was found."""

    @property
    def name(self) -> str:
        """Return the name that others see, in the language that is active: a snapshot outlives the
        request that loaded it."""
        if self.user_id is None:
            return self.called
        return names.display_name(
            self.username, guest=self.guest, closed=self.closed, bot=self.program
        )

    @property
    def plain_name(self) -> str:
        """Return the name for where no picture tells bots from people."""
        return bot_names.unmistakable(self.called) if self.user_id is None else self.name

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


def of(table: Table, seat: Seat, known: ShownRating | None) -> Player:
    """Return the player of a seat, with the rating that is known of them."""
    user = seat.user
    return Player(
        number=seat.number,
        user_id=seat.user_id,
        username=user.username if user else "",
        guest=user is not None and user.is_guest,
        nonce=seat.nonce,
        score=seat.score,
        place=seat.place,
        standing=known,
        left_by=seat.left_by,
        left_ply=seat.left_ply,
        renewed=seat.renewed,
        bot=seat.bot,
        walked=user is not None and seat.walked_at is not None,
        patient=user is None or user.bots_pause,
        program=user is not None and user.is_bot,
        closed=user is not None and user.is_closed,
        sleeps=seat.sleeps,
        hints=seat.hints,
        hint_ply=seat.hint_ply,
        hint_code=seat.hint_code,
        called="" if user else seat.called or bot_names.choose(table.game, table.id, seat.number),
    )
