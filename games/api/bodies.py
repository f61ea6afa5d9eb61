"""The schemas of requests."""

from __future__ import annotations

from typing import Literal

from ninja import Schema
from pydantic import ConfigDict, Field


class StrictSchema(Schema):
    """A schema without additional fields."""

    model_config = ConfigDict(extra="forbid")


class NewTable(StrictSchema):
    """A table to open and sit down at."""

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


class Sit(StrictSchema):
    """The seat to take; by default the first free one."""

    seat: int | None = Field(None, ge=0, le=19)
    nonce: str = Field("", max_length=64)


class Nonce(StrictSchema):
    """A player's part of the shuffles."""

    nonce: str = Field("", max_length=64)


class Act(StrictSchema):
    """A legal code, and the ply of the table for which it was chosen."""

    code: str = Field(max_length=200)
    ply: int = Field(ge=0, lt=10**8)


class Ply(StrictSchema):
    """The ply of the table that a request is about."""

    ply: int = Field(ge=0, lt=10**8)


class Answer(StrictSchema):
    """An offer, or the answer to one."""

    agree: bool = True


class AskedAnswer(StrictSchema):
    """A request for a take-back at a ply, or the answer to one."""

    ply: int = Field(ge=0, lt=10**8)
    agree: bool = True


class Invite(StrictSchema):
    """The name of the player to invite."""

    name: str = Field(max_length=64)


class Join(StrictSchema):
    """The key of a club's link, or words to those who decide."""

    link: str = Field("", max_length=64)
    words: str = Field("", max_length=1000)


class Say(StrictSchema):
    """A line: a phrase by its key, or free text."""

    phrase: str = Field("", max_length=40)
    text: str = Field("", max_length=1000)


class Abort(StrictSchema):
    """An abort: done or agreed to, asked for, or declined."""

    agree: bool = True
    ask: bool = False
    walkouts: int | None = Field(None, ge=0, lt=10**8)
    """The number of earlier walk-outs that the program knows; refused if it is another."""


class AskHint(StrictSchema):
    """A request for a hint at a ply, or to hide it."""

    ply: int = Field(ge=0, lt=10**8)
    hide: bool = False


class PlayOn(StrictSchema):
    """A moment of an ended game, by its ply, for a seat."""

    ply: int = Field(ge=0, lt=10**8)
    seat: int = Field(ge=0, le=19)


class Import(StrictSchema):
    """The transcript of an ended game."""

    transcript: str = Field(max_length=60_000)


class AskReview(StrictSchema):
    """A request for a review, perhaps four times as deep, or to stop it."""

    times: Literal[1, 4] = 1
    stop: bool = False
