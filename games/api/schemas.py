"""The shapes of what the API answers. Views of games are typed by what each engine's `view`
returns."""

from __future__ import annotations

from datetime import datetime
from functools import cache, reduce
from operator import or_
from typing import Any, Literal, get_type_hints

from ninja import Schema
from pydantic import TypeAdapter

from games.registry import engines


@cache
def view_of(game: str) -> TypeAdapter[Any]:
    """Return what writes the views of a game."""
    return TypeAdapter(_type_of(game))


def _type_of(game: str) -> Any:
    return get_type_hints(type(engines()[game]).view)["return"]


class Problem(Schema):
    """A refusal: RFC 9457, with a stable code."""

    type: str
    status: int
    code: str
    detail: str


class Guest(Schema):
    """A new guest, and the token of the guest, which is shown once."""

    token: str
    name: str


class Option(Schema):
    """A choice that a game offers."""

    name: str
    label: str
    choices: list[str]
    default: str


class Game(Schema):
    """A game."""

    slug: str
    title: str
    seats: list[int]
    options: list[Option]
    bots: list[str]
    """Levels of its bots, the weakest first."""
    clocks: list[str]
    ladders: list[str]


class Legal(Schema):
    """A code that the caller may play now, and its words."""

    code: str
    words: str


class Hint(Schema):
    """What the strongest bot would do, for the caller who has asked."""

    taken: int
    """How many the caller was given in this game."""
    state: Literal["", "looking", "found", "none"]
    """"" while none was asked for at this ply."""
    code: str
    words: str
    why: str


class Player(Schema):
    """A seat with its player."""

    seat: int
    name: str
    kind: Literal["account", "guest", "bot"]
    level: str
    """The level of a bot, or of the caretaker who plays on for somebody who has left."""
    score: int | None
    place: int | None
    clock_ms: int | None
    """Milliseconds left at the newest entry; None without a clock."""


class Row(Schema):
    """A table in a list."""

    id: str
    game: str
    status: str
    rated: bool
    clock: str
    seats: int
    players: list[str]
    scores: list[int | None]
    places: list[int | None]
    ended_by: str
    started_at: datetime | None
    ended_at: datetime | None
    transcript: str | None
    """Of an ended game, if it was asked for."""
    url: str


class Rows(Schema):
    """A page of tables; `next` is the address of the next page."""

    items: list[Row]
    next: str | None


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
    scopes: list[str]
    turns: int
    """How many tables wait for the caller."""


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
    """A player."""

    name: str
    guest: bool
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


class Line(Schema):
    """A line of talk."""

    id: int
    room: str
    name: str
    at: datetime
    text: str
    gone: str


class Talk(Schema):
    """The talk of a table."""

    lines: list[Line]
    phrases: dict[str, str]
    """What may be said with one tap, by key."""
    refusal: str
    no_words: str


class Moment(Schema):
    """A decision that a review calls a loss."""

    turn: int
    ply: int
    seat: int
    kind: str
    cost: float
    """The points that the seat of the review lost by it, or gained."""
    played: str
    best: list[str]
    chance: float
    """The chance to win with the best line; `left` is that with what was played."""
    left: float


class Point(Schema):
    """What the seat of a review could expect after a turn, in points ahead."""

    turn: int
    ply: int
    seat: int | None
    ahead: float
    spread: float
    chance: float
    played: float
    drawn: float


class Review(Schema):
    """The review of an ended game for one seat. Until it is done, `points` grow."""

    status: Literal["none", "waiting", "working", "done", "failed"]
    times: int
    turns: int
    """How many turns there are to judge; 0 until it has begun."""
    judged: int
    seat: int | None
    result: int
    cards: int
    play: int
    doubt: int
    """The standard error of cards and play."""
    points: list[Point]
    moments: list[Moment]
    may_ask: bool


class Entry(Schema):
    """A turn of the log in words."""

    seat: int | None
    ply: int
    at: datetime
    words: str


class Log(Schema):
    """A page of the log."""

    number: int
    count: int
    turns: list[Entry]
    next: str | None


class Daily(Schema):
    """A deal of the day."""

    game: str
    day: str
    commitment: str
    table: str | None
    """The caller's own table of it."""
    url: str


Views: Any = reduce(or_, (_type_of(game) for game in engines()))
"""The views of all games of this site."""


class Table(Schema):
    """A table as the caller sees it. `view` is the engine's view of the caller's seat, or of a
    spectator; `legal` the caller's own codes."""

    id: str
    game: str
    status: Literal["open", "running", "ended"]
    version: int
    ply: int
    seat: int | None
    to_act: list[int]
    view: Views | None
    legal: list[Legal]
    players: list[Player]
    scores: list[int | None]
    places: list[int | None]
    receipt: str
    seats: int
    options: dict[str, str]
    order: str
    clock: str
    rated: bool
    private: bool
    silent: bool
    sleepless: bool
    may_undo: bool
    hint: Hint | None
    """None where the game offers the caller no hints."""
    draw_by: list[int]
    abort_by: list[int]
    slow_by: list[int]
    undo_by: list[int]
    ended_by: str
    flag_at: datetime | None
    ended_at: datetime | None
    commitment: str
    deal: str
    url: str
