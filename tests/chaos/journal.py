"""A journal outside of the site: each request, each acknowledgement, each board."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

What = Literal["sent", "acked", "refused", "lost", "seen", "opened", "ended"]


@dataclass(frozen=True)
class Fault:
    """Something that must not be, at a table or ("") at the site."""

    table: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the journal. `hash` is the receipt of a move, or that of a board."""

    at: float
    what: What
    table: str
    who: str
    seat: int | None
    ply: int
    code: str = ""
    version: int = -1
    hash: str = ""
    said: str = ""

    def __str__(self) -> str:
        where = f"{self.at:8.2f} {self.what:7} {self.who:9} seat {self.seat} ply {self.ply}"
        return f"{where} v{self.version} {self.code} {self.hash[:12]} {self.said}".rstrip()


@dataclass
class Journal:
    """The journal of a run, in memory by table, and in a file."""

    file: Path
    tables: dict[str, list[Line]] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)
    begun: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.stream = self.file.open("a")

    def note(
        self, what: What, table: str, who: str, seat: int | None, ply: int, **more: Any
    ) -> None:
        """Write a line."""
        line = Line(self.now, what, table, who, seat, ply, **more)
        self.tables.setdefault(table, []).append(line)
        self.stream.write(json.dumps(asdict(line)) + "\n")

    @property
    def now(self) -> float:
        """Return the seconds since the run began."""
        return round(time.monotonic() - self.begun, 3)

    def lines(self, what: What) -> list[Line]:
        """Return all lines of a kind."""
        return [line for lines in self.tables.values() for line in lines if line.what == what]

    def of(self, table: str, last: int = 60) -> str:
        """Return the newest lines of a table, as text."""
        return "\n".join(map(str, self.tables.get(table, [])[-last:]))
