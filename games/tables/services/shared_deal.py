"""Tables that share one deal: the same cards against the same bots for everybody who plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.tables import bot_names
from games.tables.models import Order, Table
from games.tables.services import allowances, terms
from games.tables.services.open_table import opened


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
    facts = terms.checked(
        deal.game,
        seats,
        deal.options,
        Order.RANDOM,
        True,
        False,
        "untimed",
        False,
        guest=user.is_guest,
    )
    facts |= {
        "ruleset": deal.ruleset,
        "deal": deal.name,
        "sealed_until": deal.sealed_until,
        "secret": deal.secret,
        "commitment": deal.commitment,
    }
    bots = dict(enumerate(deal.levels, 1))
    called, taken = {}, [user.name]
    for number in bots:
        called[number] = bot_names.choose(deal.game, deal.name, number, taken)
        taken.append(called[number])
    allowances.lock(user)
    return opened(user, 0, "", "", bots, now, called=called, **facts)
