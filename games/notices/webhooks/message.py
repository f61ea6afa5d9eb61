"""A message on its way to somebody: words already, no cards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Message:
    """One item of news. `at` is when it happened: with every try of the same message the same."""

    kind: str
    """"turn", "low", "over", "invitation", "rematch", "idle", "challenged", "opened", "draw",
    "abort", "slow", "undo" or "test"."""
    title: str
    body: str
    url: str
    """Absolute, on this site."""
    tag: str
    """The same for what replaces the other: "table-k3x9"."""
    table: str
    game: str
    at: datetime
    key: str = ""
    """No other message has it, and each try of one has the same."""
