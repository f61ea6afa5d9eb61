"""Tables that share one deal: each seat has the same cards at all of them, and bots answer the same
play alike. Until the seal is opened nobody but its players sees anything of such a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from games.tables import bot_names
from games.tables.live import broadcast
from games.tables.models import EndedBy, Seat, Status, Table
from games.tables.services import allowances, task_queue, terms
from games.tables.services.open_table import opened

UNTIL_OPENED = datetime(9000, 1, 1, tzinfo=UTC)
"""The value of `sealed_until` for tables whose seal is opened by `unseal`."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The values that the tables of a deal share. `name` is its address, without the slashes at the
    ends, and the shuffles follow from it and `secret`. `levels` are those of the bots, who sit
    after the player."""

    name: str
    game: str
    ruleset: int
    options: Mapping[str, str]
    levels: Sequence[str]
    secret: bytes
    commitment: str
    sealed_until: datetime | None


@transaction.atomic
def open_dealt(*, user: User, deal: Deal, now: datetime) -> Table:
    """Return a started table with the cards of a deal: unrated, without a clock, and found by its
    link only. No browser adds a nonce, since the cards would be others. Raises TableError."""
    seats = 1 + len(deal.levels)
    facts = terms_of_deal(game=deal.game, seats=seats, options=deal.options)
    facts |= facts_of(deal)
    bots = dict(enumerate(deal.levels, 1))
    called, taken = {}, [user.name]
    for number in bots:
        called[number] = bot_names.choose(deal.game, deal.name, number, taken)
        taken.append(called[number])
    allowances.lock(user)
    return opened(user, 0, "", "", bots, now, called=called, **facts)


def terms_of_deal(*, game: str, seats: int, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the columns of a table with these terms, whoever plays there: ruleset, options and the
    number of seats among them. Raises NotPossible."""
    return terms.checked(
        {"game": game, "seats": seats, "options": options, "private": True}, guest=False
    )


def facts_of(deal: Deal) -> dict[str, Any]:
    """Return the columns that the tables of a deal share."""
    return {
        "ruleset": deal.ruleset,
        "deal": deal.name,
        "sealed_until": deal.sealed_until,
        "secret": deal.secret,
        "commitment": deal.commitment,
    }


@transaction.atomic
def unseal(*, tables: Mapping[str, bool], now: datetime) -> bool:
    """Open the seal of these tables if all of them have ended; return whether they have. The value
    says whether a table stays private: the archive lists the others from now on. Ratings count
    them from now on."""
    held = Table.objects.select_for_update(no_key=True).filter(pk__in=list(tables)).order_by("pk")
    rows = list(held.values_list("pk", "status", "ended_by", "version", "game"))
    if any(status != Status.ENDED for _pk, status, *_more in rows):
        return False
    sealed = Table.objects.filter(pk__in=list(tables))
    counts = Q(rated=True) & ~Q(ended_by__in=NO_RESULT)
    sealed.filter(counts).update(rating_due=True)
    sealed.update(sealed_until=None, version=F("version") + 1, changed_at=now)
    public = [pk for pk, private in tables.items() if not private]
    Table.objects.filter(pk__in=public).update(private=False)
    for pk, _ended, ended_by, version, game in rows:
        if pk in public and ended_by not in NO_RESULT:
            Seat.objects.filter(table=pk).update(listed=game)
        _show(pk, version + 1)
    transaction.on_commit(lambda: task_queue.send(task_queue.RATE), robust=True)
    transaction.on_commit(broadcast.notify_lobby, robust=True)
    return True


NO_RESULT = (EndedBy.ABORT, EndedBy.CLOSED)


def _show(table_id: str, version: int) -> None:
    transaction.on_commit(lambda: broadcast.notify_table(table_id, version), robust=True)
