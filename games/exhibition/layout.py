"""The layout of Exhibition's board, computed from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any, NamedTuple

from games.exhibition import cases, choices, columns, score_table
from games.exhibition.cases import Case
from games.exhibition.choices import Groups
from games.exhibition.columns import Column, Vehicle
from games.exhibition.deck import CONTINENTS, continent
from games.exhibition.score_table import Row, grouped, minus
from games.exhibition.view import View
from games.exhibition.words import Card, drawn, parts, travels, where, words
from games.screens import log_lines
from games.screens.languages import gettext as _
from games.screens.log_lines import Line
from games.screens.values import ShownPlayer, Turn

ONE, MID = 2, 4  # of the five showcases


class Rival(NamedTuple):
    """A seat other than `Layout.me`, in short. `at` is the name of its continent, `continents` the
    number of continents in its hall. `claims` is a card of the continent that it shows in One
    Continent, None without one."""

    seat: int
    vehicle: Vehicle
    at: str
    cases: tuple[Case, ...]
    finished: bool
    claims: Card | None
    continents: int
    total: str


@dataclass(frozen=True, slots=True)
class Layout:
    """All that the template gets as `screen`."""

    view: View
    me: int  # the seat whose hall lies open: the viewer's, or the first
    columns: tuple[Column, ...]
    held: Card | None
    groups: Groups
    # from a code to the button that plays it, with the journey before it where that is forced
    go: dict[str, str]
    advice: tuple[tuple[int, str], ...]
    step: str
    """The viewer's step; "" while others play."""

    @property
    def solo(self) -> bool:
        """Tell whether the game has one player."""
        return self.view.seats == 1

    @property
    def goal(self) -> str:
        """Return the continent ("OC") of the card in the hand; "" for a white one, or without a
        card."""
        return continent(self.view.taken) or "" if self.view.taken else ""

    @property
    def placing(self) -> bool:
        """Tell whether places of my hall are lit. With a card that has a continent they are lit
        before the journey already."""
        return self.step == "place" or (self.step == "travel" and self.goal != "")

    @property
    def holds(self) -> bool:
        """Tell whether I hold a card that still has to be placed."""
        return self.held is not None and self.step in ("travel", "place")

    @property
    def stuck(self) -> bool:
        """Tell whether I may finish, since my card fits nowhere."""
        return "finish" in self.go

    @property
    def room(self) -> int:
        """Return the number of places of my hall where the card in my hand may go."""
        return sum([code[:6] == "place " for code in self.go])

    def hall(self, names: Sequence[str]) -> tuple[Case, ...]:
        """Return my hall. `names` are the players', by seat, for reasons that name a player."""
        return (
            cases.open_to(self.view, self.me, self.go, names)
            if self.placing
            else cases.lying(self.view, self.me)
        )

    def travelled(self, turns: Sequence[Any]) -> tuple[tuple[str, int], ...]:
        """Return the numbers of two columns, from one: where the player at the bottom came from
        last, and where the vehicle stands; () before the second journey."""
        mine = (code for turn in turns if turn.seat == self.me for code in reversed(turn.codes))
        moves = [code[5:7] for code in islice((one for one in mine if one[:5] == "move "), 2)]
        if len(moves) < 2 or moves[0] != self.view.vehicles[self.me]:
            return ()
        return ("left", 1 + CONTINENTS.index(moves[1])), ("here", 1 + CONTINENTS.index(moves[0]))

    @property
    def opened(self) -> str:
        """Return the continent ("oc") whose cards a small screen shows in full; "" for none."""
        lit = next((column.c for column in self.columns if column.go), "")
        return (
            lit
            if self.step == "seek"
            else next((column.c for column in self.columns if column.here), lit)
        )

    @property
    def here(self) -> str:
        """Return the name of the continent where my vehicle stands."""
        return where(self.view.vehicles[self.me])

    @property
    def to(self) -> str:
        """Return the name of the continent of the card in my hand, which must have one."""
        return where(self.goal)

    @property
    def journey(self) -> str:
        """Return the sentence on the journey that the card in my hand demands."""
        return travels(self.vehicle(self.me).kind, self.view.vehicles[self.me], self.goal)

    def vehicle(self, seat: int) -> Vehicle:
        """Return the vehicle of a seat."""
        return columns.vehicle(self.view, seat, self.me)

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats in order of play, mine first."""
        order = self.view.order or tuple(range(self.view.seats))
        at = order.index(self.me)
        return (*order[at:], *order[:at])

    @property
    def rivals(self) -> tuple[Rival, ...]:
        """Return the other seats in order of play; none before the cards are dealt."""
        return tuple([self._rival(seat) for seat in self.seats[1:]]) if self.view.halls else ()

    def _rival(self, seat: int) -> Rival:
        view, hall = self.view, self.view.halls[seat]
        one = [
            card
            for card in hall.showcases[ONE]
            if card and continent(card) and view.showcases[ONE] == "one"
        ]
        shown = {continent(card) for case in hall.showcases for card in case if card} - {None}
        facts = (hall.finished, drawn(one[0]) if one else None, len(shown), self.total(seat))
        return Rival(
            seat, self.vehicle(seat), where(view.vehicles[seat]), cases.lying(view, seat), *facts
        )

    def total(self, seat: int) -> str:
        """Return the total of a seat so far, as a text. In a solo game it is 100 points for each
        fame point, and the points of Mid-Century."""
        return grouped(self.view.sheets[seat].total) if self.view.sheets else "0"

    def fame(self, seat: int) -> str:
        """Return the fame points of a seat so far, as a text. A decade that is secret to the viewer
        counts 0."""
        return (
            minus(sum([each or 0 for each in self.view.sheets[seat].points]))
            if self.view.sheets
            else "0"
        )

    def sums(self, seat: int) -> str:
        """Return the fame points of a seat as they grow, category by category, with a space
        between."""
        points = [each or 0 for each in self.view.sheets[seat].points] if self.view.sheets else []
        return " ".join([str(each) for each in accumulate(points, initial=0)])

    def cases_of(self, seat: int) -> tuple[Case, ...]:
        """Return the hall of a seat when no card is to be placed in it."""
        return cases.lying(self.view, seat)

    def totals(self) -> tuple[str, ...]:
        """Return the totals in the order of `seats`."""
        return tuple([self.total(seat) for seat in self.seats])

    def rows(self, seats: Sequence[int]) -> tuple[Row, ...]:
        """Return the rows of the score sheet, with a column for each of these seats."""
        return score_table.rows(self.view, seats) if self.view.sheets else ()

    def middle(self, seat: int) -> str:
        """Return the Mid-Century card of a seat in words, "–" for none. It breaks ties."""
        card = self.view.halls[seat].showcases[MID][0] if self.view.halls else None
        return words(card) if card else "–"

    def middle_points(self) -> str:
        """Return the points that the Mid-Century card adds in a solo game."""
        return minus(self.view.sheets[0].mid or 0)

    @property
    def costing(self) -> int:
        """Return the number of open cards that cost a point in a solo game."""
        return len(columns.against(self.view))

    def told(self, turns: Iterable[Turn], players: Sequence[ShownPlayer]) -> list[tuple[int, Line]]:
        """Return the log, newest first, each line with the ply of the position after it."""
        return log_lines.told(
            turns, players, parts, self.view.order[:1] if self.view.round else (), _begins
        )


def _begins(_number: int, starter: Any) -> str:
    if starter is None:
        return _("The cards are laid out.")
    if starter.you:
        return _("The cards are laid out. You begin.")
    return _("The cards are laid out. %(player)s begins.") % {"player": starter.name}


def layout(view: View, codes: Sequence[str], viewer: int | None) -> Layout:
    """Return the layout for a viewer, None for a spectator. `codes` are the viewer's legal ones."""
    me = viewer or 0
    groups = choices.groups(view, codes, me)
    go = {way.code: way.id for group in groups for way in group.ways}
    advice = choices.advice(view, codes, me) if view.step == "take" and codes else ()
    return Layout(
        view,
        me,
        columns.columns(view, go, me),
        drawn(view.taken) if view.taken else None,
        groups,
        go,
        advice,
        view.step if groups else "",
    )
