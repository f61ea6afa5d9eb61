"""Events: tournaments and leagues."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema


class EventRow(Schema):
    """An event in a list. `format`: swiss, robin, knockout, arena, league or groups; `stage`: open,
    running, ended or stopped; `round` is the latest that was paired."""

    id: str
    name: str
    game: str
    format: str
    stage: str
    round: int
    starts_at: datetime
    clock: str
    rated: bool
    same_cards: bool
    club: str | None
    players: int
    url: str


class EventRows(Schema):
    """A page of events."""

    items: list[EventRow]
    next: str | None


class Standing(Schema):
    """A line of the standings, with the tie-breaks in their order."""

    place: int
    name: str
    points: float
    buchholz: float
    median: float
    direct: float
    sonneborn_berger: float


class Paired(Schema):
    """A game of a round, or a bye; `players` and `points` by seat. `points` are null during play,
    `table` while the caller may not see it."""

    round: int
    players: list[str]
    points: list[float] | None
    forfeit: bool
    table: str | None


class OwnEntry(Schema):
    """The caller's part in an event. `entered`: whether the caller is paired; `why_not`: why the
    caller cannot enter, or ""; `table`: the game that the caller must play."""

    entered: bool
    why_not: str
    table: str | None


class EventFacts(EventRow):
    """An event with terms in words, entries, standings and pairings."""

    terms: list[str]
    entries: list[str]
    standings: list[Standing]
    games: list[Paired]
    luck: dict[str, float] | None
    mine: OwnEntry
