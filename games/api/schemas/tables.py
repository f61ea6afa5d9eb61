"""Tables, games and talk. Views have the types that the engines return."""

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
    """Return the serialiser of a game's views."""
    return TypeAdapter(_type_of(game))


def _type_of(game: str) -> Any:
    return get_type_hints(type(engines()[game]).view)["return"]


class Problem(Schema):
    """A refusal: RFC 9457, with a stable code."""

    type: str
    status: int
    code: str
    detail: str


class Option(Schema):
    """An option of a game."""

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
    """Levels of its bots, weakest first."""
    clocks: list[str]
    ladders: list[str]


class Legal(Schema):
    """A legal code of the caller's, with words."""

    code: str
    words: str


class Hint(Schema):
    """The move of the strongest bot, for a caller who has asked for it."""

    taken: int
    """The number of hints to the caller in this game."""
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
    """The level of a bot, or of a caretaker."""
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
    """The transcript of an ended game, if asked for."""
    url: str


class Rows(Schema):
    """A page of tables; `next` is the address of the next page."""

    items: list[Row]
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
    """Phrases by key."""
    refusal: str
    no_words: str


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


class Dump(Schema):
    """A file of the dump of public games."""

    name: str
    bytes: int
    sha256: str
    licence: str
    url: str


class Event(Schema):
    """An event at a table of the caller's."""

    table: str
    event: Literal["turn", "start", "end", "invitation"]


class Daily(Schema):
    """A deal of the day."""

    game: str
    day: str
    commitment: str
    table: str | None
    """The caller's table of it."""
    url: str


Views: Any = reduce(or_, (_type_of(game) for game in engines()))
"""The views of all games of this site."""


class Table(Schema):
    """A table for the caller. `view` is the engine's view for the caller's seat, or a spectator;
    `legal` the caller's codes."""

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
