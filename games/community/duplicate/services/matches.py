"""Make, join and play duplicate matches of two people, and end those whose time is up."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.community.duplicate.models import DealSet, DealtTable, Match
from games.community.duplicate.services.deal_sets import create, open_table
from games.community.duplicate.services.seals import close
from games.community.people.selectors import any_apart
from games.kernel import clock as clocks
from games.kernel.protocol import AnyEngine
from games.registry import engines
from games.sweep import sweep
from games.tables.errors import NotPossible, NotYourSeat, Over
from games.tables.models import Status, Table
from games.tables.services import allowances

LENGTHS = (2, 4, 6, 8)
"""The numbers of deals of a match."""
DURATION = timedelta(days=14)


def seats(engine: AnyEngine) -> int:
    """Return the number of seats of a match: two, or the fewest that the game allows."""
    return 2 if 2 in engine.seats else engine.seats.start


@transaction.atomic
def make_match(
    *, user: User, game: str, level: str, clock: str, deals: int, key: str, now: datetime
) -> Match:
    """Create a match whose other side is free. The same key of the same user returns the same
    match. Raises TableError."""
    allowances.lock(user)
    if key and (before := Match.objects.filter(first=user, request_key=key).first()):
        return before
    _check(user, game, level, clock, deals)
    made = create(game=game, seats=seats(engines()[game]), options={}, deals=deals, now=now)
    return Match.objects.create(
        deal_set=made,
        first=user,
        level=level,
        time_control=clock,
        until=now + DURATION,
        request_key=key,
    )


def _check(user: User, game: str, level: str, clock: str, deals: int) -> None:
    if game not in engines():
        raise NotPossible(_("There is no such game here."))
    if user.is_bot:
        raise NotPossible(_("Duplicate matches are for people."))
    if level not in registry.levels(game):
        raise NotPossible(_("There is no such bot."))
    control = clocks.control(clock)
    if control is None or not control.timed:
        raise NotPossible(_("Games with the same cards have a clock."))
    if deals not in LENGTHS:
        raise NotPossible(_("Choose a number of deals."))


def _locked(deals: DealSet) -> Match:
    DealSet.objects.select_for_update(no_key=True).get(pk=deals.pk)
    return Match.objects.select_related("deal_set", "first", "second").get(pk=deals.pk)


@transaction.atomic
def join(*, deals: DealSet, user: User, now: datetime) -> None:
    """Take the other side of a match. Idempotent. Raises TableError."""
    match = _locked(deals)
    if match.has(user.pk):
        return
    if match.second is not None:
        raise Over(_("Two play this match already."))
    if match.deal_set.closed_at is not None or now >= match.until:
        raise Over(_("This match is over."))
    if user.is_bot or any_apart(user.pk, {match.first_id}):
        raise NotYourSeat(_("You cannot play this match."))
    Match.objects.filter(pk=match.pk).update(second=user)


@transaction.atomic
def play_next(*, deals: DealSet, user: User, now: datetime) -> Table:
    """Return a player's running table, or start that of the next deal. Raises TableError."""
    allowances.lock(user)
    match = _locked(deals)
    if not match.has(user.pk):
        raise NotYourSeat(_("Only those who play this match can do that."))
    begun = tables_of(deals, user)
    if running := next((dealt.table for dealt in begun if _runs(dealt)), None):
        return running
    if match.deal_set.closed_at is not None or len(begun) >= deals.deals or now >= match.until:
        raise Over(_("There is no deal left for you here."))
    allowances.check_against_bots(user, now)
    number = len(begun)
    players: list[User | str] = [match.level] * deals.seat_count
    players[match.seat(number)] = user
    table = open_table(
        deals=deals,
        number=number,
        players=players,
        clock=match.time_control,
        rated=False,
        private=True,
        now=now,
    )
    if match.deal_set.tables.count() == 2 * deals.deals:
        close(deals=deals, now=now)
    return table


def tables_of(deals: DealSet, user: User) -> list[DealtTable]:
    """Return the tables of a set at which a user sits, by deal."""
    mine = deals.tables.filter(table__seats__user=user).select_related("table")
    return list(mine.order_by("number"))


def _runs(dealt: DealtTable) -> bool:
    return dealt.table.status == Status.RUNNING


def past_matches(*, now: datetime) -> QuerySet[Match]:
    """Return the open matches whose time is up."""
    return Match.objects.filter(until__lte=now, deal_set__closed_at=None)


def close_past_matches(*, now: datetime) -> int:
    """Close the matches whose time is up; return their number."""

    def end(match: Match) -> int:
        close(deals=match.deal_set, now=now)
        return 1

    past = past_matches(now=now).select_related("deal_set")[:200]
    return sweep(list(past), end, what="A match could not be closed")
