"""The log by pages. The cost of a page depends on its own entries, not on the length of the log.

The beginnings of pages are found once for each table, and kept: a few numbers. Pages count from the
start of the game, so the address of a full page always shows the same turns.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.tables.state import stored_log, turns
from games.tables.state.memory import Memory
from games.tables.state.turns import Cut, Run

TURNS = 100  # turns on a page
KEPT = 100_000  # beginnings of pages in memory, of all tables together


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a page: the ply of its first entry, and the number of turns before it."""

    ply: int
    before: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the log: page `number` of `count`. The oldest is 1."""

    number: int
    count: int
    runs: tuple[Run, ...]

    @property
    def older(self) -> int | None:
        """Return the number of the page before this one; None for the oldest."""
        return self.number - 1 if self.number > 1 else None

    @property
    def newer(self) -> int | None:
        """Return the number of the page after this one; None for the newest."""
        return self.number + 1 if self.number < self.count else None


@dataclass(frozen=True, slots=True)
class _Starts:
    """The beginnings of pages in the first `ply` entries of a log."""

    ply: int
    starts: tuple[Start, ...]


_known: Memory[_Starts] = Memory(KEPT)


def page(table_id: str, ply: int, ended: bool, number: int | None, cut: Cut | None) -> Page | None:
    """Return a page of a log of `ply` entries, by default the newest; None if there is no page of
    that number."""
    starts = _starts(table_id, ply, ended, cut)
    number = len(starts) if number is None else number
    if not 0 < number <= len(starts):
        return None
    start, behind = starts[number - 1], starts[number].ply if number < len(starts) else ply
    return Page(number, len(starts), _told(table_id, start, behind, cut))


def _starts(table_id: str, ply: int, ended: bool, cut: Cut | None) -> tuple[Start, ...]:
    known = _known.get((table_id, ended)) or _Starts(0, (Start(0, 0),))
    if known.ply >= ply:
        return known.starts
    starts = [*known.starts, *_further(table_id, known.starts[-1], ply, ended, cut)]
    _known.put((table_id, ended), _Starts(ply, tuple(starts)), len(starts))
    return tuple(starts)


def _further(table_id: str, start: Start, ply: int, ended: bool, cut: Cut | None) -> list[Start]:
    """Return the beginnings of the pages after a known one."""
    raw = _raw(table_id, start, ply)
    told = _numbered(raw, start, cut)
    # In a running game the last run may be taken back, and then the run before it may continue.
    settled = ply if ended else raw[-2].plies[0] if len(raw) > 1 else 0
    return [
        Start(turn.plies[0], turn.number - (turn.seat is not None))
        for turn in told[TURNS::TURNS]
        if turn.plies[0] < settled
    ]


def _told(table_id: str, start: Start, behind: int, cut: Cut | None) -> tuple[Run, ...]:
    return _numbered(_raw(table_id, start, behind), start, cut)


def _raw(table_id: str, start: Start, behind: int) -> tuple[Run, ...]:
    return turns.of(stored_log.entries(table_id, start.ply, behind), start.ply)


def _numbered(raw: tuple[Run, ...], start: Start, cut: Cut | None) -> tuple[Run, ...]:
    return turns.cut(raw, cut or turns.whole, start.before)


def forget() -> None:
    """Forget the beginnings of all pages, for tests."""
    _known.forget()
