"""Read transcripts: from text to a `Transcript`, without any rules. The format:
games.kernel.transcript."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from games.kernel import endings
from games.kernel.protocol import UNDO, Seat, Setup
from games.kernel.replay import Entry, deal_code

Numbers: TypeAlias = tuple[int | None, ...]
"""Scores or places by seat; None where the transcript leaves one open."""

COMMENT = re.compile(r"(^|\s)#.*")
HEADER = re.compile(
    r"game (\S+) ruleset (\d{1,6}) seats (\d{1,3})((?: [^\s=]+=[^\s=]+)*)", re.ASCII
)
RESULT = re.compile(r"scores((?: -?\d{1,9}| -)+) places((?: \d{1,3}| -)+)", re.ASCII)
ENDING = re.compile(r"(resign|flag) (\d{1,3})|draw|abort", re.ASCII)
SEAT = re.compile(r"\d{1,3}", re.ASCII)

BEGINNING = (
    "a transcript begins with a line like: "
    "game lost_cities   ruleset 1   seats 2   rounds=1 suits=5"
)


class Unreadable(ValueError):
    """A text that is not a transcript. `line` counts from 1; the message is a sentence."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True, slots=True)
class Check:
    """Facts, as (name, value), stated in a line about the position after the first `after`
    entries."""

    after: int
    facts: tuple[tuple[str, str], ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Leaving:
    """A seat that left after the first `after` entries, `by` "resign" or "flag". Its later entries
    are a caretaker's."""

    after: int
    seat: Seat
    by: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """A log with its setup, and its result if the text states one.

    `left` holds the seats that left, the first of them in front. `ending` is "draw", "abort" or "".
    `scores` and `places` are empty without a result. `lines` are numbers of lines in the text: of
    the header, of each entry, and of the scores.
    """

    game: str
    ruleset: int
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    left: tuple[Leaving, ...] = ()
    ending: str = ""
    scores: Numbers = ()
    places: Numbers = ()
    checks: tuple[Check, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def setup(self) -> Setup:
        """Return the setup that an engine starts from."""
        return Setup(self.seats, self.options, self.ruleset)

    @property
    def stopped(self) -> bool:
        """Tell whether the game ended by something that is not a rule."""
        return _stopped(self.seats, self.left, self.ending)


def _stopped(seats: int, left: Sequence[Leaving], ending: str) -> bool:
    return bool(ending) or endings.last_one(seats, [gone.seat for gone in left]) is not None


def parse(text: str) -> Transcript:
    """Return the transcript that a text holds, not yet checked against any rules. Raise Unreadable
    if it is none."""
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        body, bar, facts = COMMENT.sub("", line).partition("|")
        reader.number = number
        if body.strip() or bar:
            reader.read(body.split(), facts.split() if bar else None)
    return reader.transcript()


class _Reader:
    """A reader of lines; `number` is the current line, from 1."""

    def __init__(self) -> None:
        self.number = 1
        self.header: Transcript | None = None
        self.entries: list[Entry] = []
        self.lines: list[int] = []
        self.checks: list[Check] = []
        self.left: list[Leaving] = []
        self.ending = ""
        self.scores: Numbers = ()
        self.places: Numbers = ()

    def transcript(self) -> Transcript:
        if self.header is None:
            raise Unreadable(1, f"the file is empty: {BEGINNING}")
        return replace(
            self.header,
            entries=tuple(self.entries),
            left=tuple(self.left),
            ending=self.ending,
            scores=self.scores,
            places=self.places,
            checks=tuple(self.checks),
            lines=tuple(self.lines),
        )

    def read(self, words: list[str], facts: list[str] | None) -> None:
        if self.header is None:
            self._header(" ".join(words))
        elif words:
            self._line(words)
        if facts is not None:
            self._facts(facts)

    def _line(self, words: list[str]) -> None:
        first = words[0]
        if self.scores:
            raise self._wrong("nothing follows the scores")
        if first[0] == "=":
            return self._result(" ".join(words)[1:].strip())
        if _stopped(self._seats(), self.left, self.ending):
            raise self._wrong("nothing but the scores follows an ending")
        if first[0] == "!":
            return self._ending(" ".join(words)[1:].strip())
        if first == "game":
            raise self._wrong("the game is named once, at the beginning")
        if first != "deal" and not SEAT.fullmatch(first):
            raise self._wrong(
                "this is not a line of a transcript: "
                "it begins with deal, the number of a seat, |, ! or ="
            )
        self.entries.append(
            Entry(None, deal_code(words[1:]))
            if first == "deal"
            else self._action(int(first), words[1:])
        )
        self.lines.append(self.number)

    def _header(self, line: str) -> None:
        match = HEADER.fullmatch(line)
        if match is None:
            raise self._wrong(BEGINNING)
        options: dict[str, str] = {}
        for pair in match[4].split():
            name, value = pair.split("=")
            if name in options:
                raise self._wrong(f"the option {name} is given twice")
            options[name] = value
        self.header = Transcript(match[1], int(match[2]), int(match[3]), options)
        self.lines.append(self.number)

    def _action(self, seat: int, words: list[str]) -> Entry:
        self._seated(seat)
        if not words:
            raise self._wrong(f"seat {seat} does nothing here: after the seat comes a code")
        if words == [UNDO] and self._gone(seat):
            raise self._wrong(f"seat {seat} has left, and a caretaker takes nothing back")
        return Entry(seat, " ".join(words))

    def _facts(self, words: list[str]) -> None:
        if not words or len(words) % 2:
            raise self._wrong("after | come names with their values, as in: to-act 1  stock 43")
        facts = tuple(zip(words[::2], words[1::2], strict=True))
        self.checks.append(Check(len(self.entries), facts, self.number))

    def _ending(self, line: str) -> None:
        match = ENDING.fullmatch(line)
        if match is None:
            raise self._wrong("an ending that is not a rule is written as: ! resign 1")
        if match[1] is None:
            self.ending = line
            return
        seat = int(match[2])
        self._seated(seat)
        if self._gone(seat):
            raise self._wrong(f"seat {seat} has left already")
        self.left.append(Leaving(len(self.entries), seat, match[1]))

    def _result(self, line: str) -> None:
        match = RESULT.fullmatch(line)
        if match is None:
            raise self._wrong("scores are written as: = scores 12 -4   places 1 2")
        scores, places = _numbers(match[1]), _numbers(match[2])
        if not len(scores) == len(places) == self._seats():
            raise self._wrong(
                f"there must be {self._seats()} scores and {self._seats()} places,"
                " one for each seat"
            )
        if None in scores + places and not (self.ending or self.left):
            raise self._wrong(
                "a score or place can only be left open after an ending that is not a rule"
            )
        ranks = [place for place in places if place is not None]
        if len(ranks) == len(places) and any(
            place != 1 + sum(other < place for other in ranks) for place in ranks
        ):
            raise self._wrong(
                f"{joined(places)} cannot be places: they count from 1,"
                " ties share one and the next is skipped"
            )
        self.scores, self.places = scores, places
        self.lines.append(self.number)

    def _seats(self) -> int:
        assert self.header is not None
        return self.header.seats

    def _seated(self, seat: int) -> None:
        if seat >= self._seats():
            raise self._wrong(f"there is no seat {seat} at a table of {self._seats()}")

    def _gone(self, seat: Seat) -> bool:
        return any(gone.seat == seat for gone in self.left)

    def _wrong(self, sentence: str) -> Unreadable:
        return Unreadable(self.number, sentence)


def _numbers(text: str) -> Numbers:
    return tuple(None if word == "-" else int(word) for word in text.split())


def joined(numbers: Numbers) -> str:
    """Return scores or places as a transcript writes them: "12 -4", "-" for None."""
    return " ".join("-" if number is None else str(number) for number in numbers)
