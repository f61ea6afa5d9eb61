"""Requirements of open tables, checked when one opens and when somebody sits down."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games.provided import Provided
from games.screens import player_ratings
from games.tables.errors import NotPossible
from games.tables.models import Table
from games.tables.state import requirements
from games.tables.state.requirements import FINISHES, Asks

NEWCOMER = 1500
HIGHEST = 9999
finish_rate: Provided[[int, datetime], float | None] = Provided(None)
"""Return the finish rate of a user, by id; None if unknown."""


def rating(user_id: int, game: str, seats: int) -> int:
    """Return a user's rating at a game with so many seats; a newcomer's if there is none."""
    found = player_ratings.of("", game, seats, [user_id]).get(user_id)
    return found.value if found else NEWCOMER


def checked(asks: Asks, *, guest: bool, private: bool) -> str:
    """Return requirements as the row keeps them. A table by link has none: everybody with the link
    may sit. All others ask for an account, as guests have neither ratings nor a finish rate.
    `guest`: whether the host is one. Raises NotPossible for impossible ones."""
    if (private and not asks.members) or asks == Asks():
        return ""
    if not (asks.account or asks.high or asks.finish or asks.members):
        return asks.stored
    if guest:
        raise NotPossible(_("Guests open tables for everybody. Create an account to ask for more."))
    if not 0 <= asks.low <= asks.high <= HIGHEST or asks.finish not in (0, *FINISHES):
        raise NotPossible(_("The lower rating comes first."))
    return replace(asks, account=True).stored


def check_bot(table: Table, user: User) -> None:
    """Raise NotPossible for a bot's account at an open table that does not allow any."""
    its_own = table.private or table.creator_id == user.pk
    if user.is_bot and not its_own and not requirements.of(table.asks).bots:
        raise NotPossible(_("This table allows no bots. Its host can invite one."))


def check(table: Table, user: User, now: datetime) -> None:
    """Raise NotPossible, with the reason, unless a user meets the requirements of an open table."""
    asks = requirements.of(table.asks)
    if user.is_guest and asks.account:
        raise NotPossible(_("This table asks for an account. Make one, or find another table."))
    if asks.high:
        value = rating(user.pk, table.game, table.seat_count)
        if not asks.low <= value <= asks.high:
            raise NotPossible(
                _("This table asks for a rating of %(low)s to %(high)s. Yours is %(mine)s.")
                % {"low": asks.low, "high": asks.high, "mine": value}
            )
    if asks.finish:
        sees = finish_rate(user.pk, now)
        mine = None if sees is None else round(100 * sees)  # as the profile tells it
        if mine is not None and mine < asks.finish:
            raise NotPossible(
                _("This table is for people who finish %(asked)s %% of games. You finish %(mine)s.")
                % {"asked": asks.finish, "mine": mine}
            )
