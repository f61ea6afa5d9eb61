"""The shapes of what the API takes. They document it, and refuse what has another shape."""

from __future__ import annotations

from typing import Literal

from ninja import Schema
from pydantic import ConfigDict, Field


class Closed(Schema):
    """A shape without other fields than its own."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Closed):
    """A table that somebody opens and sits down at."""

    game: str = Field(max_length=40)
    seats: int | None = Field(None, ge=1, le=20)
    options: dict[str, str] = Field({}, max_length=20)
    clock: str = Field("untimed", max_length=40)
    rated: bool = False
    private: bool = False
    order: Literal["random", "seats"] = "random"
    seat: int = Field(0, ge=0, le=19)
    bots: dict[str, str] = Field({}, max_length=20)
    """Levels of bots by the number of their seat."""
    ask_bots: bool = False
    """Whether the bots of others may sit down."""
    sleepless: bool = False
    silent: bool = False
    nonce: str = Field("", max_length=64)


class Sit(Closed):
    """The seat that somebody takes; by default the first that is free."""

    seat: int | None = Field(None, ge=0, le=19)
    nonce: str = Field("", max_length=64)


class Nonce(Closed):
    """A player's part of the shuffles."""

    nonce: str = Field("", max_length=64)


class Act(Closed):
    """A legal code, and the ply of the table for which it was chosen."""

    code: str = Field(max_length=200)
    ply: int = Field(ge=0, lt=10**8)


class Ply(Closed):
    """The ply of the table that a request speaks of."""

    ply: int = Field(ge=0, lt=10**8)


class Answer(Closed):
    """An offer that is made or agreed to, or declined."""

    agree: bool = True


class AskedAnswer(Closed):
    """A take-back at this ply that is asked for or agreed to, or declined."""

    ply: int = Field(ge=0, lt=10**8)
    agree: bool = True


class Invite(Closed):
    """The name of somebody who is invited."""

    name: str = Field(max_length=64)


class Join(Closed):
    """The key of a club's link, or words to those who let people in."""

    link: str = Field("", max_length=64)
    words: str = Field("", max_length=1000)


class Say(Closed):
    """A line: a phrase by its key, or words of one's own."""

    phrase: str = Field("", max_length=40)
    text: str = Field("", max_length=1000)


class Abort(Closed):
    """Breaking off agreed to (or done alone, where one may), only asked for, or declined."""

    agree: bool = True
    ask: bool = False
    walkouts: int | None = Field(None, ge=0, lt=10**8)
    """How many earlier walk-outs the program knows of: another number refuses."""


class AskHint(Closed):
    """A hint that is asked for at this ply, or put away."""

    ply: int = Field(ge=0, lt=10**8)
    hide: bool = False


class PlayOn(Closed):
    """A moment of an ended game: so many entries, seen from this seat."""

    ply: int = Field(ge=0, lt=10**8)
    seat: int = Field(ge=0, le=19)


class Import(Closed):
    """The transcript of a game that has ended."""

    transcript: str = Field(max_length=60_000)


class AskReview(Closed):
    """A review that is asked for, four times as deep if wanted, or stopped."""

    times: Literal[1, 4] = 1
    stop: bool = False
