"""Bots at a table that waits: its host gives free seats to them, and empties those seats again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.tables.errors import NotPossible, StalePly
from games.tables.models import Answer, Seat, Table
from games.tables.services import allowances
from games.tables.services.invite import host_of
from games.tables.services.open_table import seat_bot
from games.tables.services.seat_changes import changed


@transaction.atomic
def give_to_bot(
    *,
    table_id: str,
    user: User,
    number: int,
    level: str,
    now: datetime,
) -> None:
    """Give a free seat to a bot of this level, or change the level of the bot that sits there. The
    last seat starts the game. A game of several people with a bot is never rated. Raises
    TableError."""
    table = host_of(table_id, user)
    if level not in registry.levels(table.game):
        raise NotPossible(_("There is no such bot."))
    if not 0 <= number < table.seat_count:
        raise NotPossible(_("That table has no such seat."))
    seats = {seat.number: seat for seat in table.seats.select_related("user")}
    if (there := seats.get(number)) is not None:
        _change_level(table, there, level, now)
        return
    if table.rated:
        raise NotPossible(
            _("This table is rated, and a game with a bot is not. Make it unrated first.")
        )
    allowances.check_against_bots(user, now)
    taken = [seat.user.name if seat.user else seat.called for seat in seats.values()]
    seat_bot(table, number, level, taken)
    table.invitations.filter(seat=number, answer=Answer.NONE).update(seat=None)
    table.bots += 1
    table.save(update_fields=["bots"])
    changed(table, now, start=len(seats) + 1 == table.seat_count)


def _change_level(table: Table, seat: Seat, level: str, now: datetime) -> None:
    if not seat.bot:
        raise StalePly(_("Somebody sits there already. Take another seat."))
    if seat.bot != level:
        seat.bot = level
        seat.save(update_fields=["bot"])
        changed(table, now)


@transaction.atomic
def empty_seat(*, table_id: str, user: User, number: int, now: datetime) -> None:
    """Take a seat from its bot, so that people may sit there. Raises TableError."""
    table = host_of(table_id, user)
    gone, _rows = Seat.objects.filter(table=table, number=number).exclude(bot="").delete()
    if gone:
        table.bots -= 1
        table.save(update_fields=["bots"])
        changed(table, now)


@transaction.atomic
def unrate(*, table_id: str, user: User, now: datetime) -> None:
    """Make a table that waits an unrated one. Raises TableError."""
    table = host_of(table_id, user)
    if table.rated:
        table.rated = False
        table.save(update_fields=["rated"])
        changed(table, now)
