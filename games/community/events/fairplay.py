"""The patterns of events that moderators look at, beside those of ratings: games that two gave up
early, and games of two who came from one address."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.community.events.models import Entry, Pairing
from games.ratings.fairplay.patterns import WINDOW, Line, Pattern, People, to_lines
from games.ratings.models import Housemates
from games.tables.models import Seat, Status, not_sealed

AGREED = 2
"""Games of a pair that were given up early; in one event two meet once or twice."""
TOGETHER = 2
"""Games of a pair from one address, without those of one round with the same cards."""
READ = 5_000
"""The newest games of which the entries are compared."""


def _ended(now: datetime) -> QuerySet[Pairing]:
    """Return the games of two people that ended in the window and whose results may be known.
    Private clubs are left out: their games are not rated, and show nothing to strangers."""
    return Pairing.objects.filter(
        not_sealed(now, "table__"),
        table__status=Status.ENDED,
        table__ended_at__gte=now - WINDOW,
        table__private=False,
        table__annulled=False,
        table__seat_count=2,
        table__bots=0,
    ).order_by("-table__ended_at")


def agreed(now: datetime) -> list[Line]:
    """Return pairs whose games in events were given up, or drawn by agreement, before they had
    begun. Three queries."""
    short = _ended(now).filter(short=True)
    return _pairs(short.values_list("table", "round", "table__ended_at"), AGREED)


def one_address(now: datetime) -> list[Line]:
    """Return pairs who met in events from one address, without those whom the host knows to be two
    people. Four queries."""
    rows = _ended(now).values_list("table", "round", "table__ended_at", "players", "round__event")
    played = list(rows[:READ])
    entries = Entry.objects.filter(event__in={row[4] for row in played}, company__isnull=False)
    company = dict(entries.values_list("pk", "company"))
    shared = [
        row[:3]
        for row in played
        if row[3][0] in company and company[row[3][0]] == company.get(row[3][1])
    ]
    known = set(Housemates.objects.values_list("first", "second"))
    return _pairs(shared, TOGETHER, known)


def _pairs(
    rows: Iterable[tuple[str, int, Any]], least: int, known: Iterable[People] = ()
) -> list[Line]:
    """Return the pairs with so many of these games, each a table, its round and its end, the newest
    first. A pair plays several games of a round with the same cards: they are one."""
    ends = {table: (number, at) for table, number, at in rows}
    people: dict[str, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(table__in=ends, user__isnull=False).order_by("user")
    for table, user in seats.values_list("table", "user"):
        people[table].append(user)
    games: dict[People, list[str]] = defaultdict(list)
    for table in ends:
        games[tuple(people[table])].append(table)
    facts = {
        pair: (len({ends[table][0] for table in tables}), ends[tables[-1]][1], ends[tables[0]][1])
        for pair, tables in games.items()
        if len(pair) == 2 and pair not in known
    }
    return to_lines({pair: each for pair, each in facts.items() if each[0] >= least}, games)


PATTERNS = (
    Pattern(
        "agreed",
        _("Given up early, in events"),
        _("Friends who had no time that day, or one who had the wrong day in mind."),
        agreed,
    ),
    Pattern(
        "household",
        _("From one address, in events"),
        _("A family, an office or a club that meets in one place."),
        one_address,
    ),
)
