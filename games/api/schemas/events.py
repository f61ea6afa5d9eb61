"""The shapes of events."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema


class EventRow(Schema):
    """An event for a list. `format`: swiss, round, knockout, arena, league, groups; `stage`: open,
    running, ended, stopped; `club`: the slug of its club, "" for one of the site."""

    id: str
    name: str
    club: str
    game: str
    format: str
    stage: str
    clock: str
    rated: bool
    duplicate: bool
    starts_at: datetime
    entries: int
    url: str


class EventRows(Schema):
    """A page of events."""

    items: list[EventRow]
    next: str | None


class EventStanding(Schema):
    """A line of the standings with its tie-breaks."""

    place: int
    name: str
    points: float
    buchholz: float
    median: float
    direct: float
    sonneborn_berger: float


class EventGame(Schema):
    """A game of a round; `points` by player once it counts, `table` once others may see it."""

    round: int
    players: list[str]
    points: list[float] | None
    forfeit: bool
    table: str | None


class EventDetails(EventRow):
    """An event. `terms` are sentences; `entered`: whether the caller plays; `refusal`: why the
    caller cannot enter, "" if nothing stands against it; `table`: the caller's game of the round;
    `luck`: what the same cards took out (docs/tournaments.md), null before it is known."""

    round: int
    terms: list[str]
    entered: bool
    refusal: str
    table: str | None
    luck: dict[str, float] | None
    standings: list[EventStanding]
    games: list[EventGame]
