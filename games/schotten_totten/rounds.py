"""Finished rounds as the board, the log and the result show them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.schotten_totten.stones import whose
from games.schotten_totten.view import Result
from games.screens.languages import per_language

BY = {
    "adjacent": noop("three adjacent stones"),
    "five": noop("five stones"),
    "more": noop("both passed, more stones"),
    "level": noop("both passed, as many stones"),
}


@dataclass(frozen=True, slots=True)
class Summary:
    """A round. `owners`, by stone, and `winner` are "mine", "theirs" or ""; `by` is the ending in
    words. `theirs` and `mine` are points, or stones while the round is not over."""

    number: int
    owners: tuple[str, ...]
    by: str
    winner: str
    theirs: int
    mine: int


@per_language()  # as bounded as the rounds themselves
def summary(number: int, played: Result, me: int) -> Summary:
    """Return a finished round as the seat at the bottom sees it."""
    owners = tuple([whose(owner, me) for owner in played.owners])
    return Summary(
        number,
        owners,
        _(BY[played.by]),
        whose(played.winner, me),
        played.points[1 - me],
        played.points[me],
    )
