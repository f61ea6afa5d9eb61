"""Lines of talk as quoted in a report. The talk app is above this one, and provides the functions
at start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Quote:
    """A line as a reader saw it: its author, its table ("": it was said elsewhere), and the lines
    around it, each with `name`, `at` (ISO), `text`, and whether it is the quoted one (`this`);
    `back` is the address of the talk."""

    line_id: int
    user_id: int
    table_id: str
    text: str
    around: tuple[dict[str, Any], ...]
    back: str


Quoter: TypeAlias = Callable[[int, int | None], Quote | None]
"""A function of a line's id and a reader's; None if that reader sees no such line."""


def _nothing(line_id: int, reader_id: int | None) -> Quote | None:
    return None


def _hide_nothing(line_id: int, hidden: bool) -> None:
    return None


_quoter: list[Quoter] = [_nothing]
_hider: list[Callable[[int, bool], None]] = [_hide_nothing]


_of_clubs: list[Callable[[int, bool], None]] = [_hide_nothing]


def provide_clubs(hider: Callable[[int, bool], None]) -> None:
    """Set the function that hides the name and the words of a club, by its number, or shows
    them."""
    _of_clubs[:] = [hider]


def hide_club(club_id: int, hidden: bool = True) -> None:
    """Hide the name and the words of a club from everybody, or show them again."""
    _of_clubs[0](club_id, hidden)


def provide(quoter: Quoter, hider: Callable[[int, bool], None]) -> None:
    """Set the functions that quote a line, and that hide or show it."""
    _quoter[:], _hider[:] = [quoter], [hider]


def quote(line_id: int, reader_id: int | None) -> Quote | None:
    """Return a line as this reader sees it; None if there is none."""
    return _quoter[0](line_id, reader_id)


def hide(line_id: int, hidden: bool = True) -> None:
    """Hide a line from everybody, or show it again."""
    _hider[0](line_id, hidden)
