"""Tickets as their owners see them, and how long finding takes here."""

from __future__ import annotations

from datetime import datetime, timedelta
from statistics import median

from django.db.models import Q, QuerySet

from games.kernel import clock as clocks
from games.pairing.models import Ticket
from games.ratings.models import ALL_TIME, Ladder, Rating
from games.ratings.rating import NEWCOMER
from games.tables.models import Seat, Status

HERE = timedelta(seconds=15)
"""A page that has not been heard of for so long is gone, and its ticket with it."""
WEEK, ENOUGH = timedelta(days=7), 10
JUST = timedelta(hours=1)
"""Two who sat at one table within this time have just met."""


def mine(user_id: int) -> list[Ticket]:
    """Return a user's tickets that wait, the live one first."""
    waits = Ticket.objects.filter(user=user_id, found_at=None)
    return list(waits.order_by("-live", "made_at"))


def live(user_id: int) -> Ticket | None:
    """Return a user's newest ticket for a live game, whether it waits or has found a table."""
    return Ticket.objects.filter(user=user_id, live=True).order_by("-pk").first()


def waiting(ticket: Ticket, now: datetime) -> QuerySet[Ticket]:
    """Return the tickets on the same terms that wait, of others, the eldest first; of live ones
    those whose page is there, or who plays a bot meanwhile."""
    same = Ticket.objects.filter(
        game=ticket.game, clock=ticket.clock, rated=ticket.rated, found_at=None
    )
    if ticket.live:
        same = same.filter(Q(seen_at__gt=now - HERE) | Q(meanwhile__isnull=False))
    return same.exclude(user=ticket.user_id).select_related("user").order_by("made_at")


def just_met(user_id: int, now: datetime) -> frozenset[int]:
    """Return the ids of those with whom a user has sat at a table that began or ended lately."""
    lately = Q(table__started_at__gt=now - JUST) | Q(ended_at__gt=now - JUST)
    tables = Seat.objects.filter(lately, user=user_id).values("table")
    met = Seat.objects.filter(table__in=tables, user__isnull=False).exclude(user=user_id)
    return frozenset(pk for pk in met.values_list("user", flat=True) if pk is not None)


def rating(user_id: int, game: str) -> int:
    """Return a user's rating among two at a game; a newcomer's if there is none."""
    found = Rating.objects.filter(user=user_id, game=game, ladder=Ladder.TWO, season=ALL_TIME)
    value: int | None = found.values_list("value", flat=True).first()
    return value if value is not None else round(NEWCOMER.mu)


def usual(game: str, live: bool, now: datetime) -> timedelta | None:
    """Return how long finding took in the last week, in the middle; None below ten finds."""
    found = Ticket.objects.filter(game=game, live=live, found_at__gt=now - WEEK)
    times = found.values_list("found_at", "made_at")[:1000]
    waits = [(end - begun).total_seconds() for end, begun in times if end is not None]
    return timedelta(seconds=median(waits)) if len(waits) >= ENOUGH else None


def sits_elsewhere(ticket: Ticket) -> bool:
    """Return whether somebody who looks for a live game has begun another one since."""
    begun = Seat.objects.filter(
        user=ticket.user_id,
        ended_at=None,
        table__status=Status.RUNNING,
        table__started_at__gte=ticket.made_at,
        table__time_control__regex=clocks.names("live"),
    )
    return ticket.live and begun.exclude(table=ticket.meanwhile_id).exists()


def is_live(clock: str) -> bool:
    """Return whether a time control is one of live games."""
    control = clocks.control(clock)
    return control is not None and control.kind == "live"
