"""Reviews of ended games."""

from __future__ import annotations

from typing import Literal

from ninja import Schema


class Moment(Schema):
    """A decision that lost points, by a review."""

    turn: int
    ply: int
    seat: int
    kind: str
    cost: float
    """The points that the seat of the review lost by it, or gained."""
    played: str
    best: list[str]
    chance: float
    """The chance to win with the best line; `left`: with the line that was played."""
    left: float


class Point(Schema):
    """The expectation of the seat of a review after a turn, in points ahead."""

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
    """The number of turns to judge; 0 before it begins."""
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
