"""A user's preferences about notices as one grid: what, where and when.

They are stored as a letter for each cell, row by row, in the order of `Topic` and `Where`: "n" now,
"h" hourly, "d" daily, "-" off. A text that is too short is completed from FIRST. Stored texts keep
their meaning, so a new topic comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, Value
from django.db.models.functions import Coalesce, NullIf, Substr
from django.db.models.lookups import Exact

from games.notices.models import Kind, Where


class Topic(StrEnum):
    """Topics of notices: the rows of the grid."""

    LIVE = "live"
    TURN = "turn"
    LOW = "low"
    OVER = "over"
    INVITED = "invited"
    OPENED = "opened"
    OFFERED = "offered"
    EVENT = "event"
    CLUB = "club"


class When(StrEnum):
    """Times of notices."""

    NOW = "now"
    HOURLY = "hourly"
    DAILY = "daily"
    OFF = "off"


TOPICS = {
    Kind.LIVE: Topic.LIVE,
    Kind.TURN: Topic.TURN,
    Kind.LOW: Topic.LOW,
    Kind.OVER: Topic.OVER,
    Kind.IDLE: Topic.OVER,
    Kind.INVITATION: Topic.INVITED,
    Kind.REMATCH: Topic.INVITED,
    Kind.OPENED: Topic.OPENED,
    Kind.DRAW: Topic.OFFERED,
    Kind.ABORT: Topic.OFFERED,
    Kind.SLOW: Topic.OFFERED,
    Kind.UNDO: Topic.OFFERED,
    Kind.ROUND: Topic.EVENT,
    Kind.LAST_DAY: Topic.EVENT,
    Kind.EVENT: Topic.EVENT,
    Kind.CLUB: Topic.CLUB,
}


def kinds_of(topic: Topic) -> list[Kind]:
    """Return the kinds of notices of a topic."""
    return [kind for kind, of in TOPICS.items() if of == topic]


HURRIED = (Topic.LIVE, Topic.LOW)  # pointless an hour later

# Push and webhooks do nothing before the user adds a device or an address.
FIRST = "-n-nnn-nnn-nnn----nn-nnnnn-"
_LETTERS = {When.NOW: "n", When.HOURLY: "h", When.DAILY: "d", When.OFF: "-"}
_WORDS = {letter: when for when, letter in _LETTERS.items()}
_CELLS = {
    (topic, where): number * len(Where) + column
    for number, topic in enumerate(Topic)
    for column, where in enumerate(Where)
}


def choices(topic: Topic) -> tuple[When, ...]:
    """Return the times that make sense for a topic."""
    return (When.NOW, When.OFF) if topic in HURRIED else tuple(When)


@dataclass(frozen=True, slots=True)
class Grid:
    """All preferences of a user; `letters` is the stored text."""

    letters: str

    @classmethod
    def of(cls, stored: str) -> Grid:
        """Return the preferences in a stored text."""
        return cls(stored + FIRST[len(stored) :])

    def when(self, topic: Topic, where: Where) -> When:
        """Return when the user wants notices of a topic on a channel."""
        return _WORDS.get(self.letters[_CELLS[topic, where]], When.OFF)

    def but(self, topic: Topic, where: Where, when: When) -> Grid:
        """Return these preferences with another time in a cell."""
        cell = _CELLS[topic, where]
        return Grid(self.letters[:cell] + _LETTERS[when] + self.letters[cell + 1 :])

    def changes(self, before: Grid) -> Iterator[tuple[Topic, Where]]:
        """Yield the cells that differ from earlier preferences."""
        for topic, where in _CELLS:
            if self.when(topic, where) != before.when(topic, where):
                yield topic, where


def wants(topic: Topic, where: Where) -> Q:
    """Return the condition for rows with a `user` who wants notices of a topic on a channel."""
    cell = _CELLS[topic, where]
    stored = NullIf(Substr("user__wishes", cell + 1, 1), Value(""))
    letter = Coalesce(stored, Value(FIRST[cell]))
    return ~Q(Exact(letter, Value(_LETTERS[When.OFF])))
