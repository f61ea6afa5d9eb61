"""The waiting tickets at one moment, and which of them match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import QuerySet

from games.community.people import selectors as people
from games.lobby.pairing import selectors, window
from games.lobby.pairing.models import Ticket

Terms = tuple[str, str, bool]


def _terms(ticket: Ticket) -> Terms:
    return ticket.game, ticket.clock, ticket.rated


class Crowd:
    """The tickets of a query whose owners are present, in a constant number of queries. `users`:
    those whose opponents are wanted; None: everybody's."""

    def __init__(
        self, waits: QuerySet[Ticket], now: datetime, users: Collection[int] | None = None
    ) -> None:
        self.now = now
        self.tickets = {each.pk: each for each in selectors.there(list(waits), now)}
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
        if not window.fit((one.rating, other.rating), waited, one.live):
            return False
        return pair not in self.met or window.again(waited, one.live)

    def round(self, after: int) -> list[Ticket]:
        """Return all tickets, starting after this one and wrapping around."""
        return sorted(self.tickets.values(), key=lambda each: (each.pk <= after, each.pk))

    def remove(self, tickets: Iterable[Ticket]) -> None:
        """Remove matched tickets."""
        for ticket in tickets:
            gone = self.tickets.pop(ticket.pk, None)
            if gone is not None:
                self.on_terms[_terms(gone)].remove(gone)
