"""Thirty One in the order that its board needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.screens import contract, log_lines
from games.screens.cards import Card, drawn
from games.screens.log_lines import Line
from games.thirty_one.view import View
from games.thirty_one.words import parts, say, tell


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything that the template gets as `screen`."""

    view: View
    me: int  # the seat at the bottom
    hand: tuple[Card, ...]
    last: Card | None

    def told(self, turns: Iterable[Any], players: Sequence[Any]) -> list[tuple[int, Line]]:
        """Return the lines of the log."""
        return log_lines.told(turns, players, parts, self.view.order[:1])

    def words(self, code: str) -> str:
        """Return the words of a button."""
        return say(code)


def layout(view: View, codes: Sequence[str], viewer: int | None) -> Layout:
    """Return everything that the board shows."""
    last = drawn(view.played[-1]) if view.played else None
    return Layout(view, viewer or 0, open_hand(view), last)


def open_hand(view: View) -> tuple[Card, ...]:
    """Return the viewer's hand as cards."""
    return tuple(map(drawn, view.hand))


SCREEN: contract.Screen[View] = contract.Screen(
    about=contract.About(tagline=lazy("One card too many, and you lose."), minutes=2),
    layout=layout,
    say=say,
    tell=tell,
    open_hand=open_hand,
)
