"""Queries for tickets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import chain, combinations
from statistics import median

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.kernel import clock as clocks
from games.lobby.pairing.models import Ticket
from games.ratings.models import ALL_TIME, Ladder, Rating
from games.ratings.rating import NEWCOMER
from games.registry import engines
from games.tables.live import presence
from games.tables.models import Seat, Status

HERE = timedelta(seconds=15)
"""The time without a heartbeat after which a page is gone."""
WEEK, ENOUGH = timedelta(days=7), 10
JUST = timedelta(hours=1)
"""The time for which two opponents have just met."""


def mine(user_id: int) -> list[Ticket]:
    """Return a user's waiting tickets, the live one first."""
    waits = Ticket.objects.filter(user=user_id, found_at=None)
    return list(waits.order_by("-live", "made_at"))


def live(user_id: int) -> Ticket | None:
    """Return a user's newest ticket for a live game, waiting or matched."""
    return Ticket.objects.filter(user=user_id, live=True).order_by("-pk").first()


def waiting(now: datetime) -> QuerySet[Ticket]:
    """Return the waiting tickets, oldest first; live ones only with their page, or a game against a
    bot."""
    here = Q(live=False) | Q(seen_at__gt=now - HERE) | Q(meanwhile__isnull=False)
    known = Ticket.objects.filter(
        here, found_at=None, user__is_active=True, game__in=engines().keys()
    )
    return known.order_by("made_at", "pk")


def on_terms_of(ticket: Ticket, now: datetime) -> QuerySet[Ticket]:
    """Return the waiting tickets on the same terms, this one included."""
    return waiting(now).filter(game=ticket.game, clock=ticket.clock, rated=ticket.rated)


def sharing_terms(now: datetime) -> QuerySet[Ticket]:
    """Return the waiting tickets whose terms another one shares."""
    same = waiting(now).filter(
        game=OuterRef("game"), clock=OuterRef("clock"), rated=OuterRef("rated")
    )
    return waiting(now).filter(Exists(same.exclude(user=OuterRef("user"))))


def present(tickets: Sequence[Ticket], now: datetime) -> list[Ticket]:
    """Return the tickets whose owners are present, at the search or a bot's table, and have started
    no other live game."""
    gone = started_elsewhere(tickets)
    silent = [each for each in tickets if each.live and each.seen_at <= now - HERE]
    tables = [(each.meanwhile_id, each.user_id) for each in silent if each.meanwhile_id]
    looking = presence.looking(tables)
    gone |= {each.pk for each in silent if (each.meanwhile_id, each.user_id) not in looking}
    return [each for each in tickets if each.pk not in gone]


def started_elsewhere(tickets: Sequence[Ticket]) -> set[int]:
    """Return the ids of live tickets whose owners have started another live game since. At most one
    query."""
    live = {each.user_id: each for each in tickets if each.live}
    if not live:
        return set()
    begun = Seat.objects.filter(
        user__in=live,
        ended_at=None,
        table__status=Status.RUNNING,
        table__started_at__gte=min(each.made_at for each in live.values()),
        table__time_control__regex=clocks.names("live"),
    )
    found = set()
    for user_id, table_id, at in begun.values_list("user", "table", "table__started_at"):
        ticket = live[user_id] if user_id is not None else None
        if ticket and at and at >= ticket.made_at and table_id != ticket.meanwhile_id:
            found.add(ticket.pk)
    return found


def just_met(users: Collection[int], now: datetime) -> frozenset[frozenset[int]]:
    """Return the pairs of these users and their recent opponents. One query."""
    lately = Q(ended_at__gt=now - JUST) | Q(ended_at=None, table__started_at__gt=now - JUST)
    tables = Seat.objects.filter(lately, user__in=users).values("table")
    company: dict[str, list[int]] = defaultdict(list)
    sat = Seat.objects.filter(table__in=tables, user__isnull=False)
    for table_id, user_id in sat.values_list("table", "user"):
        if user_id is not None:
            company[table_id].append(user_id)
    return frozenset(map(frozenset, chain(*(combinations(sat, 2) for sat in company.values()))))


def rating(user_id: int, game: str) -> int:
    """Return a user's rating at a game for two, or a newcomer's."""
    found = Rating.objects.filter(user=user_id, game=game, ladder=Ladder.TWO, season=ALL_TIME)
    value: int | None = found.values_list("value", flat=True).first()
    return value if value is not None else round(NEWCOMER.mu)


def median_wait(game: str, live: bool, now: datetime) -> timedelta | None:
    """Return the median time of the week's searches; None below ten."""
    found = Ticket.objects.filter(game=game, live=live, found_at__gt=now - WEEK)
    times = found.values_list("found_at", "made_at")[:1000]
    waits = [(end - begun).total_seconds() for end, begun in times if end is not None]
    return timedelta(seconds=median(waits)) if len(waits) >= ENOUGH else None


def is_live(clock: str) -> bool:
    """Return whether a time control is live."""
    control = clocks.control(clock)
    return control is not None and control.kind == "live"
