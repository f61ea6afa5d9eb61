"""An evening of events: Ann owns the club and organises, eight play. Games are toys of two turns
each, played by the first legal code."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.community.clubs.models import Club, Door, Membership, Role
from games.community.events import selectors, services, state
from games.community.events.models import Entry, Event, Pairing, Round
from games.tables import services as tables
from games.tables.models import Status, Table
from games.tables.state import snapshot_cache
from tests.kit.played import NOON
from tests.kit.toy_game import toy_game
from tests.tables.conftest import no_memory

__all__ = ["no_memory", "toy_game"]

NAMES = ("ann", "ben", "cal", "dee", "eve", "fay", "gus", "hal", "ida")
WEEK = timedelta(days=7)


@dataclass
class Evening:
    """Events, played by the services alone."""

    people: dict[str, User]
    club: Club
    now: datetime = NOON
    calls: list[str] = field(default_factory=list)

    def makes(self, **terms: Any) -> Event:
        """Let Ann make an event that begins in an hour."""
        told: dict[str, Any] = {
            "by": self.people["ann"],
            "club": self.club,
            "name": "Autumn Cup",
            "format": "swiss",
            "game": "toy",
            "options": {"turns": "2"},
            "clock": "daily",
            "starts_at": self.now + timedelta(hours=1),
            "length": 7,
        }
        return services.make(**told | terms, now=self.now)

    def enters(self, event: Event, *names: str) -> None:
        for name in names:
            services.enter(event_id=event.pk, user=self.people[name], now=self.now)

    def keeps(self, event: Event) -> Event:
        """Take the steps that are due."""
        services.advance_all(event_id=event.pk, now=self.now)
        return Event.objects.get(pk=event.pk)

    def running(self, event: Event) -> list[Table]:
        rows = Table.objects.filter(of_event__round__event=event, status=Status.RUNNING)
        return list(rows.order_by("of_event__board", "of_event__game"))

    def plays(self, table: Table) -> None:
        """Play a game to its end."""
        while True:
            snapshot = snapshot_cache.current(Table.objects.get(pk=table.pk))
            if snapshot.status != Status.RUNNING:
                return
            self.now += timedelta(seconds=1)
            seat = min(snapshot.to_act)
            if snapshot.players[seat].bot:
                choice = tables.choose(table_id=table.pk, ply=snapshot.ply)
                assert choice is not None
                tables.answer(
                    table_id=table.pk,
                    seat=choice.seat,
                    code=choice.code,
                    ply=snapshot.ply,
                    now=self.now,
                )
                continue
            assert snapshot.position is not None
            action = snapshot.engine.legal_actions(snapshot.position.state, seat)[0]
            tables.act(
                table_id=table.pk,
                user_id=snapshot.players[seat].user_id,
                code=snapshot.engine.encode(action),
                ply=snapshot.ply,
                now=self.now,
            )

    def plays_all(self, event: Event) -> None:
        for table in self.running(event):
            self.plays(table)

    def waits(self, event: Event) -> Event:
        """Let time pass until there is something to do."""
        event.refresh_from_db()
        assert event.next_at is not None
        self.now = max(self.now, event.next_at)
        return self.keeps(event)

    def plays_to_the_end(self, event: Event, each: Callable[[int], None] = lambda n: None) -> Event:
        """Play round after round; `each` is called when one has been paired."""
        seen = 0
        for _step in range(200):
            event = self.waits(event)
            if event.is_over:
                return event
            if event.number > seen:
                seen = event.number
                each(seen)
            self.plays_all(event)
            event = self.keeps(event)
            if event.is_over:
                return event
        raise AssertionError("it does not end")

    def standings(self, event: Event) -> list[tuple[str, float]]:
        found = state.lines(event, selectors.entries(event), selectors.pairings(event))
        return [(self.name(entry), line.points) for entry, line in found]

    def name(self, entry: Entry) -> str:
        return entry.user.username if entry.user else entry.bot

    def pairs(self, event: Event, number: int) -> list[tuple[str, ...]]:
        names = {entry.pk: self.name(entry) for entry in selectors.entries(event)}
        rows = Pairing.objects.filter(round__event=event, round__number=number)
        return [
            tuple(names[player] for player in one.players) for one in rows.order_by("board", "game")
        ]

    def sound(self, event: Event) -> None:
        """Check what holds at every moment: nobody plays twice in a round, no two meet twice in a
        Swiss, and each result is that of its table."""
        for made in Round.objects.filter(event=event):
            games = made.pairings.filter(game=1)
            players = [player for one in games for player in one.players]
            assert len(players) == len(set(players)) or event.format == "arena"


@pytest.fixture
def evening(db: Any, toy_game: None) -> Evening:
    people = {
        name: User.objects.create_user(name, password=None, date_joined=NOON - WEEK)
        for name in NAMES
    }
    club = Club.objects.create(slug="cards", name="Cards", door=Door.OPEN, created_at=NOON)
    for name in NAMES:
        role = Role.OWNER if name == "ann" else Role.MEMBER
        Membership.objects.create(club=club, user=people[name], role=role, joined_at=NOON)
    return Evening(people, club)
