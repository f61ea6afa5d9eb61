"""Lines of talk as a report quotes them. The app of the talk stands above this one, and provides
the function when the site starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Quote:
    """A line as a reader saw it: whose it is, at which table, and the lines around it, each with
    `name`, `at` in ISO form, `text`, and whether it is the one (`this`)."""

    line_id: int
    user_id: int
    table_id: str
    text: str
    around: tuple[dict[str, Any], ...]


Quoter: TypeAlias = Callable[[int, int | None], Quote | None]
"""A function of a line's id and its reader's; None if that reader sees no such line."""


def _nothing(line_id: int, reader_id: int | None) -> Quote | None:
    return None


def _hide_nothing(line_id: int, hidden: bool) -> None:
    return None


_quoter: list[Quoter] = [_nothing]
_hider: list[Callable[[int, bool], None]] = [_hide_nothing]


def provide(quoter: Quoter, hider: Callable[[int, bool], None]) -> None:
    """Set the function that quotes, and the one that takes a line away or shows it again."""
    _quoter[:], _hider[:] = [quoter], [hider]


def quote(line_id: int, reader_id: int | None) -> Quote | None:
    """Return a line as this reader sees it; None if there is none."""
    return _quoter[0](line_id, reader_id)


def hide(line_id: int, hidden: bool = True) -> None:
    """Take a line away for everybody, or show it again."""
    _hider[0](line_id, hidden)
