"""The order of messages on a channel: places take turns, one message each.

Quick hosts come first; slow and unknown ones get the last seconds of a run and what the others
leave, the one called longest ago first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Min, Q, QuerySet

from games.notices.channels import CHANNELS
from games.notices.grid import TOPICS, Grid, When
from games.notices.models import Kind, Notice, State, Where, Why
from games.notices.services.record import is_bundled, waits

QUICK = 1.0  # seconds that an answer may take
DECAY = 0.8  # of a slow answer with each later one
SHARE = 5.0  # seconds of a run for slow hosts
MOST = 5000  # remembered hosts


class Pace:
    """The response times of a channel's hosts, in the cache."""

    def __init__(self, where: Where) -> None:
        self.key = f"notices-pace-{where}"
        self.known: dict[str, tuple[float, float]] = cache.get(self.key) or {}

    def is_quick(self, host: str) -> bool:
        """Return whether a host has answered quickly lately. Mail has no hosts."""
        return not host or (host in self.known and self.known[host][0] <= QUICK)

    def called(self, host: str) -> float:
        """Return when a host was last called; 0 if never."""
        return self.known[host][1] if host in self.known else 0.0

    def note(self, host: str, seconds: float, now: datetime) -> None:
        """Record the response time of a host."""
        before = self.known.pop(host, (0.0, 0.0))[0]
        self.known[host] = (max(seconds, before * DECAY), now.timestamp())

    def keep(self) -> None:
        """Save the response times for the next run."""
        cache.set(self.key, dict([*self.known.items()][-MOST:]), None)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a user with due notices, since when, and its host."""

    user_id: int
    target: int
    since: datetime
    host: str


class Queue:
    """The due messages of a channel, in the order of delivery."""

    def __init__(self, where: Where, now: datetime, pace: Pace) -> None:
        self.pace = pace
        self.now, self.all = now, Notice.objects.filter(where=where, state=State.WAITING)
        self.waiting = self.all.filter(due_at__lte=now)
        rows = self.waiting.values_list("user", "target").annotate(since=Min("due_at"))
        found = list(rows.order_by("since"))
        hosts = CHANNELS[where].hosts([target for _user, target, _since in found])
        self.places = deque(_places(found, hosts))
        self.seen: set[int] = set()

    def next(self, left: float) -> tuple[Place, list[Notice]] | None:
        """Return the next place and its message, with `left` seconds in the run; None without
        any."""
        while self.places:
            place = self._choose(left)
            self.places.remove(place)
            notices = self._message(place)
            if notices and notices[0].pk not in self.seen:
                self.seen |= {notice.pk for notice in notices}
                self.places.append(place)
                return place, notices
        return None

    def _choose(self, left: float) -> Place:
        quick = next((place for place in self.places if self.pace.is_quick(place.host)), None)
        slow = [place for place in self.places if not self.pace.is_quick(place.host)]
        if quick is not None and (left > SHARE or not slow):
            return quick
        return min(slow, key=lambda each: self.pace.called(each.host) or each.since.timestamp())

    def _message(self, place: Place) -> list[Notice]:
        """Return the notices of the next message to a place: one, or several together."""
        there = self.waiting.filter(user=place.user_id, target=place.target)
        found: QuerySet[Notice] = there.select_related("user", "table", "by")
        first = next(
            (each for each in found.order_by("due_at", "pk") if self._is_ready(each)), None
        )
        if first is None:
            return []
        if _is_together(first):
            return [notice for notice in found.order_by("pk") if _is_together(notice)]
        return self._bundle(first) if is_bundled(first.kind, first.where) else [first]

    def _is_ready(self, first: Notice) -> bool:
        return _is_together(first) or not waits(first, self.now)

    def _bundle(self, first: Notice) -> list[Notice]:
        """Return all notices of a mail, also those that wait only for others."""
        same = self.all.filter(user=first.user_id, target=first.target, kind=first.kind)
        found = same.filter(Q(due_at__lte=self.now) | Q(tries=0, error=""))
        ordered = found.select_related("user", "table", "by").order_by("pk")
        return [notice for notice in ordered if not _is_together(notice)]


def _places(found: list[tuple[int, int, datetime]], hosts: Mapping[int, str]) -> list[Place]:
    return [Place(user, target, since, hosts.get(target, "")) for user, target, since in found]


def _is_together(notice: Notice) -> bool:
    """Return whether a notice goes with others: hourly, daily, or held in quiet hours."""
    when = Grid.of(notice.user.wishes).when(TOPICS[Kind(notice.kind)], Where(notice.where))
    return when in (When.HOURLY, When.DAILY) or notice.error == Why.HELD
