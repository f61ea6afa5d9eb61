"""The matching of waiting tickets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.community.people import selectors as people
from games.lobby.pairing import selectors
from games.lobby.pairing.models import Ticket

NARROW, WIDE = 100.0, 2000.0
"""The range of ratings in points: at first, and unlimited."""
LIVE, CORRESPONDENCE = 8.0, 100 / 3600
"""Points that each second adds: unlimited after four minutes, or 19 hours."""
MET_LIVE, MET_CORRESPONDENCE = timedelta(seconds=60), timedelta(days=1)
"""The waiting time after which a recent opponent matches."""


def accepted_range(waited: timedelta, live: bool) -> float:
    """Return the accepted difference of ratings, in points, after a waiting time."""
    pace = LIVE if live else CORRESPONDENCE
    return min(WIDE, NARROW + pace * max(0.0, waited.total_seconds()))


def fit(ratings: tuple[int, int], waited: tuple[timedelta, timedelta], live: bool) -> bool:
    """Return whether two accept each other's ratings."""
    apart = abs(ratings[0] - ratings[1])
    return all(
        apart <= accepted_range(each, live) or accepted_range(each, live) >= WIDE for each in waited
    )


def may_meet_again(waited: tuple[timedelta, timedelta], live: bool) -> bool:
    """Return whether two have waited long enough to meet again."""
    return min(waited) >= (MET_LIVE if live else MET_CORRESPONDENCE)


Terms = tuple[str, str, bool]


def _terms(ticket: Ticket) -> Terms:
    return ticket.game, ticket.clock, ticket.rated


class Pool:
    """The tickets of a query whose owners are present. A constant number of queries. `users`: those
    to match; None: everybody."""

    def __init__(
        self, waits: QuerySet[Ticket], now: datetime, users: Collection[int] | None = None
    ) -> None:
        self.now = now
        self.tickets = {each.pk: each for each in selectors.present(list(waits), now)}
        self.on_terms: dict[Terms, list[Ticket]] = defaultdict(list)
        for ticket in self.tickets.values():
            self.on_terms[_terms(ticket)].append(ticket)
        whose = users if users is not None else [each.user_id for each in self.tickets.values()]
        alone = all(len(same) < 2 for same in self.on_terms.values())
        self.apart = frozenset() if alone else people.pairs_apart(whose)
        self.met = frozenset() if alone else selectors.just_met(whose, now)

    def fitting(self, ticket: Ticket) -> list[Ticket]:
        """Return the tickets that match a ticket, nearest rating first."""
        mine = self.tickets.get(ticket.pk)
        if mine is None:
            return []
        found = [other for other in self.on_terms[_terms(mine)] if self._fit(mine, other)]
        return sorted(found, key=lambda other: (abs(other.rating - mine.rating), other.made_at))

    def _fit(self, one: Ticket, other: Ticket) -> bool:
        pair = frozenset((one.user_id, other.user_id))
        if len(pair) < 2 or pair in self.apart:
            return False
        waited = (self.now - one.made_at, self.now - other.made_at)
        if not fit((one.rating, other.rating), waited, one.live):
            return False
        return pair not in self.met or may_meet_again(waited, one.live)

    def round(self, after: int) -> list[Ticket]:
        """Return all tickets, from the one after an id on, wrapping around."""
        return sorted(self.tickets.values(), key=lambda each: (each.pk <= after, each.pk))

    def remove(self, tickets: Iterable[Ticket]) -> None:
        """Remove matched tickets."""
        for ticket in tickets:
            gone = self.tickets.pop(ticket.pk, None)
            if gone is not None:
                self.on_terms[_terms(gone)].remove(gone)
