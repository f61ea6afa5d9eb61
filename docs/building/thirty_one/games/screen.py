"""Thirty One in the order that its board needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.screens import contract, log_lines
from games.screens.cards import Card, drawn
from games.screens.log_lines import Line
from games.screens.regions import Drawn, Macro, Region
from games.screens.values import Sight
from games.thirty_one.view import View
from games.thirty_one.words import parts, say, tell

WAYS = Macro("screens/moves.html", "ways")


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


def layout(view: View, codes: Sequence[str], viewer: int | None) -> Layout:
    """Return everything that the board shows."""
    last = drawn(view.played[-1]) if view.played else None
    return Layout(view, viewer or 0, open_hand(view), last)


def regions(sight: Sight[View, Layout]) -> Drawn:
    """Return the moves and the log as regions. The rest is one piece, sent whole after each move
    (`around`)."""
    ways = tuple([(move.code, move.id, say(move.code)) for move in sight.moves])
    told = sight.screen.told(sight.turns, sight.players)
    found = {"moves": Region(WAYS, (ways,)), **log_lines.listed(sight, told)}
    return Drawn(found, say=sight.says(), around=sight.table.version)


def open_hand(view: View) -> tuple[Card, ...]:
    """Return the viewer's hand as cards."""
    return tuple(map(drawn, view.hand))


SCREEN: contract.Screen[View] = contract.Screen(
    about=contract.About(tagline=lazy("One card too many, and you lose."), minutes=2),
    layout=layout,
    regions=regions,
    say=say,
    tell=tell,
    open_hand=open_hand,
)
