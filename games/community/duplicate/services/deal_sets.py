"""Sets of deals, and the tables that play them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.removal import remove
from games.community.duplicate.models import DealSet, DealtTable
from games.kernel import clock as clocks
from games.kernel import shuffle
from games.tables import services as tables
from games.tables.errors import NotPossible
from games.tables.models import Table

MOST_DEALS = 100


def create(
    *, game: str, seats: int, options: Mapping[str, str], deals: int, now: datetime
) -> DealSet:
    """Create a set of deals of a game under its current rules. Its cards follow from its secret and
    the number of the deal alone. Raises TableError."""
    if not 1 <= deals <= MOST_DEALS:
        raise NotPossible(_("Choose between 1 and %(most)s deals.") % {"most": MOST_DEALS})
    facts = tables.terms_of_deal(game=game, seats=seats, options=options)
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    return DealSet.objects.create(
        game=game,
        ruleset=facts["ruleset"],
        options=facts["options"],
        seat_count=facts["seat_count"],
        deals=deals,
        secret=secret,
        commitment=shuffle.commitment(secret),
        created_at=now,
    )


@transaction.atomic
def open_table(
    *,
    deals: DealSet,
    number: int,
    players: Sequence[User | str],
    clock: str,
    private: bool,
    now: datetime,
    **more: Any,
) -> Table:
    """Start a table of these players, by seat, at a deal of the set, and return it; a text is the
    level of a bot. The same set, deal and players return the same table.

    At all tables of a deal each seat has the same cards, the same seat begins, and bots answer the
    same play alike. Only its players see a table before the seal is open; then the archive lists it
    unless it is `private`. `more`: as for `games.tables.services.open_seated`. Raises TableError.
    """
    held = DealSet.objects.select_for_update(no_key=True).get(pk=deals.pk)
    key = _key(players)
    before = DealtTable.objects.filter(deal_set=held, number=number, players=key)
    if (found := before.select_related("table").first()) is not None:
        return found.table
    _check(held, number, players, clock)
    table = tables.open_seated(
        players=players,
        game=held.game,
        options=held.options,
        clock=clock,
        deal=_deal(held, number),
        now=now,
        **more,
    )
    DealtTable.objects.create(
        deal_set=held, number=number, table=table, players=key, private=private
    )
    return table


def _deal(deals: DealSet, number: int) -> tables.Deal:
    return tables.Deal(
        name=deals.deal_name(number),
        game=deals.game,
        ruleset=deals.ruleset,
        options=deals.options,
        levels=(),
        secret=bytes(deals.secret),
        commitment=deals.commitment,
        sealed_until=tables.UNTIL_OPENED,
    )


def forget_unplayed(*, now: datetime, after: timedelta, limit: int = 500) -> int:
    """Delete sets older than `after` that nobody has played, with their matches; return the number
    of rows."""
    return remove(DealSet.objects.filter(tables=None, created_at__lt=now - after), limit)


def _check(deals: DealSet, number: int, players: Sequence[User | str], clock: str) -> None:
    """Raise NotPossible unless these players may start this deal with this clock."""
    if deals.closed_at is not None:
        raise NotPossible(_("These deals are closed."))
    if not 0 <= number < deals.deals:
        raise NotPossible(_("There is no such deal."))
    if len(players) != deals.seat_count:
        raise NotPossible(_("These deals are for %(count)s players.") % {"count": deals.seat_count})
    if clock == clocks.UNTIMED.name:
        # a game without a clock may never end, and the seal waits for all
        raise NotPossible(_("Games with the same cards have a clock."))


def _key(players: Sequence[User | str]) -> str:
    return " ".join(f"={who}" if isinstance(who, str) else str(who.pk) for who in players)
