"""Lines of talk as quoted in a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.provided import Provided


@dataclass(frozen=True, slots=True)
class Quote:
    """A line as a reader saw it: its author, its table or "", and with it the lines around it, each
    with `name`, `at` (ISO 8601), `text`, and `this` for the quoted one. `back` is the address of
    the talk."""

    line_id: int
    user_id: int
    table_id: str
    text: str
    around: tuple[dict[str, Any], ...]
    back: str


quote: Provided[[int, int | None], Quote | None] = Provided(None)
"""Return a line, by its id, as a reader sees it, or None."""
hide: Provided[[int, bool], None] = Provided(None)
"""Hide a line from everybody, or show it again."""
hide_club: Provided[[int, bool], None] = Provided(None)
"""Hide the name and the words of a club, by its id, from everybody, or show them again."""
