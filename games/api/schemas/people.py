"""Players, the caller, and ladders."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema


class Guest(Schema):
    """A new guest, with a token, which is shown once."""

    token: str
    name: str


class Turns(Schema):
    """A table of the caller's own."""

    id: str
    game: str
    status: str
    seat: int
    others: list[str]
    my_turn: bool
    flag_at: datetime | None
    url: str


class Me(Schema):
    """The caller."""

    name: str
    guest: bool
    bot: bool
    scopes: list[str]
    turns: int
    """The number of tables that wait for the caller."""


class Rating(Schema):
    """A rating on one ladder of a game."""

    game: str
    ladder: str
    value: int
    deviation: int
    provisional: bool
    games: int
    won: int
    drawn: int
    lost: int
    last_at: datetime


class Profile(Schema):
    """A player. A bot's account has an owner."""

    name: str
    guest: bool
    bot: bool
    owner: str | None
    joined_at: datetime
    games_ended: int
    ratings: list[Rating]
    url: str


class Step(Schema):
    """A change of a rating by one game."""

    table: str
    at: datetime
    before: int
    after: int
    deviation: int


class Ranked(Schema):
    """A row of a leaderboard; bots have no rank."""

    rank: int | None
    name: str
    value: int
    deviation: int
    games: int
    bot: bool


class Leaderboard(Schema):
    """A page of a leaderboard."""

    game: str
    ladder: str
    season: str
    players: int
    items: list[Ranked]
    next: str | None


class ClubMember(Schema):
    """A member of a club. `role`: owner, organiser or member."""

    name: str
    role: str
    joined_at: datetime


class ClubRow(Schema):
    """A public club in a list. `members`: their number."""

    slug: str
    name: str
    door: str
    private: bool
    members: int
    url: str


class ClubRows(Schema):
    """A page of clubs."""

    items: list[ClubRow]
    next: str | None


class OwnClub(Schema):
    """A club to which the caller belongs. `role`: owner, organiser or member."""

    slug: str
    name: str
    door: str
    private: bool
    role: str
    url: str


class Club(Schema):
    """A club. `words` are Markdown; `door`: open, request or link; `role` is the caller's."""

    slug: str
    name: str
    words: str
    door: str
    private: bool
    role: str | None
    members: list[ClubMember]
    url: str
