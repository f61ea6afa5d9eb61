"""Limits on the number of tables of one user. The host sets them (config/limits.py)."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from games.site import switches
from games.site.models import Name
from games.tables.errors import ClosedForRepairs, NotPossible
from games.tables.models import Seat, Status
from games.tables.services import bot_queue


def lock(user: User) -> None:
    """Lock the user's row until the transaction ends, so that requests of one user that count
    tables follow one another."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))


def check_house() -> None:
    """Raise ClosedForRepairs if no new game may begin now."""
    if switches.is_on(Name.MAINTENANCE):
        raise ClosedForRepairs


def check_against_bots(user: User, now: datetime) -> None:
    """Raise TableError if this user has too many games against bots."""
    most = settings.LIMIT_COUNTS["guest_bot_tables" if user.is_guest else "bot_tables"]
    if (
        Seat.objects.filter(
            user=user, ended_at=None, table__status=Status.RUNNING, table__bots__gt=0
        ).count()
        >= most
    ):
        raise NotPossible(
            _("You already play at %(count)s tables with bots. Finish one of them first.")
            % {"count": most}
        )
    bot_queue.check_open(now)


def check_open_tables(user: User) -> None:
    """Raise TableError if this user has opened too many tables that wait for players. Rematches do
    not count, since the lobby does not show them."""
    most = settings.LIMIT_COUNTS["guest_open_tables" if user.is_guest else "open_tables"]
    # Whoever has opened a table that waits sits there.
    waiting = Seat.objects.filter(user=user, ended_at=None, table__status=Status.OPEN)
    if waiting.filter(table__creator=user, table__rematch_of=None).count() >= most:
        words = _("You already have %(count)s open tables. Close one of them first.")
        if user.is_guest:
            words = _(
                "You already have %(count)s open tables. Close one of them first,"
                " or create an account, which may have more."
            )
        raise NotPossible(words % {"count": most})


def check_seats(user: User) -> None:
    """Raise TableError if this user waits at too many tables to sit down at another one that
    waits."""
    most = settings.LIMIT_COUNTS["waiting_seats"]
    if Seat.objects.filter(user=user, ended_at=None, table__status=Status.OPEN).count() >= most:
        raise NotPossible(
            _("You already wait at %(count)s tables. Leave one of them first.") % {"count": most}
        )
