"""The waiting tickets at one moment, and which of them match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.community.people import selectors as people
from games.lobby.pairing import selectors
from games.lobby.pairing.models import Ticket

NARROW, WIDE = 100.0, 2000.0
"""Points at first, and so many that everybody fits."""
LIVE, CORRESPONDENCE = 8.0, 100 / 3600
"""Points that each second of waiting adds: everybody after four minutes, or after 19 hours."""
MET_LIVE, MET_CORRESPONDENCE = timedelta(seconds=60), timedelta(days=1)
"""The waiting after which somebody whom one has just met will do."""


def reach(waited: timedelta, live: bool) -> float:
    """Return how many points from the own rating somebody accepts who has waited so long."""
    pace = LIVE if live else CORRESPONDENCE
    return min(WIDE, NARROW + pace * max(0.0, waited.total_seconds()))


def fit(ratings: tuple[int, int], waited: tuple[timedelta, timedelta], live: bool) -> bool:
    """Return whether two accept each other's ratings."""
    apart = abs(ratings[0] - ratings[1])
    return all(apart <= reach(each, live) or reach(each, live) >= WIDE for each in waited)


def again(waited: tuple[timedelta, timedelta], live: bool) -> bool:
    """Return whether two have waited long enough to meet somebody whom they have just met."""
    return min(waited) >= (MET_LIVE if live else MET_CORRESPONDENCE)


Terms = tuple[str, str, bool]


def _terms(ticket: Ticket) -> Terms:
    return ticket.game, ticket.clock, ticket.rated


class Pool:
    """The tickets of a query whose owners are present, in a constant number of queries. `users`:
    those whose opponents are wanted; None: everybody's."""

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
        """Return the tickets that match one, nearest rating first."""
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
        return pair not in self.met or again(waited, one.live)

    def round(self, after: int) -> list[Ticket]:
        """Return all tickets, starting after this one and wrapping around."""
        return sorted(self.tickets.values(), key=lambda each: (each.pk <= after, each.pk))

    def remove(self, tickets: Iterable[Ticket]) -> None:
        """Remove matched tickets."""
        for ticket in tickets:
            gone = self.tickets.pop(ticket.pk, None)
            if gone is not None:
                self.on_terms[_terms(gone)].remove(gone)
