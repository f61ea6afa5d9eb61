"""Past moments of a table: the requested ply, the viewpoint, and the links to other moments. No
cards here.

The moment at ply N is the position after the first N entries of the log. Every moment of an ended
table is open to all users, from the viewpoint of every seat. In a running table, unless it is
played live, a user may look back from the own seat only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.kernel import clock
from games.tables.errors import TableError
from games.tables.models import Status

ALL = "all"  # the viewpoint that shows every card
LAST = "last"  # in an address, the newest ply
TICKS = 12  # the most marks on the slider


class NoSuchMoment(TableError):
    """A game has no such moment, or this user may not see it."""

    status = 404
    default: str | Promise = lazy("This game has no such moment.")


class Table(Protocol):
    """The values of a table that this module needs, for example of a `PublicTable`."""

    @property
    def id(self) -> str:
        """Return the table's id."""

    @property
    def status(self) -> str:
        """Return the table's status."""

    @property
    def ply(self) -> int:
        """Return the number of log entries."""

    @property
    def time_control(self) -> str:
        """Return the name of the time control."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A viewpoint to choose: its value in the query, and its name."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """A past moment as it is shown, and the links to others."""

    table: str
    running: bool
    ply: int
    last: int
    eyes: str
    """The viewpoint as the query names it; "" for one's own."""
    viewer: int | None
    """The seat whose view is shown; None for a spectator's."""
    choices: tuple[Viewpoint, ...]

    @property
    def open(self) -> bool:
        """Tell whether all cards are shown."""
        return self.eyes == ALL

    @property
    def before(self) -> int:
        """Return the ply of the moment before; the first has none and returns its own."""
        return max(self.ply - 1, 1)

    @property
    def after(self) -> int:
        """Return the ply of the moment after; the last has none and returns its own."""
        return min(self.ply + 1, self.last)

    @property
    def ticks(self) -> range:
        """Return the plies that the slider marks: at most TICKS round numbers."""
        step = next(
            step
            for power in range(1, 9)
            for step in (10**power, 5 * 10**power)
            if self.last <= step * TICKS
        )
        return range(step, self.last, step)

    def to(self, ply: int) -> str:
        """Return the address of another moment from the same viewpoint."""
        return address(self.table, ply, self.eyes)


def address(table_id: str, ply: int | str, eyes: str = "") -> str:
    """Return the address of the moment at this ply; `eyes` is the viewpoint, "" for one's own."""
    return f"{_page(table_id)}?ply={ply}" + (f"&eyes={eyes}" if eyes else "")


@lru_cache(4096)
def _page(table_id: str) -> str:
    return reverse("table", args=[table_id])


def possible(table: Table) -> bool:
    """Tell whether past moments may be seen. In a running live game they may not, so that nobody
    plays with a second board."""
    if table.status == Status.RUNNING:
        control = clock.control(table.time_control)
        return control is not None and control.kind != "live"
    return table.status == Status.ENDED and table.ply > 0


def back_at(table: Table, first: int) -> str | None:
    """Return the address of the moment that looking back begins with: `first` of a game that has
    ended, the newest entry of a running one, whichever that is by then. None if there is no moment
    to see."""
    if not possible(table):
        return None
    return address(table.id, first if table.status == Status.ENDED else LAST)


def moment(
    table: Table, query: Mapping[str, str], seat: int | None, *, opens: bool, sealed: bool = False
) -> Moment:
    """Return the moment that a query (`ply`, and perhaps `eyes`) asks for, as the user in this seat
    may see it. Raises NoSuchMoment.

    `opens`: whether the game can show all cards. `sealed`: others still play the same cards.
    """
    if not possible(table):
        raise NoSuchMoment(
            _("This game is live. It can be replayed once it has ended.")
            if table.status == Status.RUNNING
            else None
        )
    ply, eyes = _ply(query.get("ply", ""), table.ply), query.get("eyes", "")
    running = table.status == Status.RUNNING
    if running or sealed:
        if eyes and eyes != str(seat):
            raise NoSuchMoment(
                _("While a game is running, everybody looks back from their own seat.")
                if running
                else _("Until the deal is opened, you look back from your own seat.")
            )
        return Moment(table.id, running, ply, table.ply, eyes, seat, ())
    choices = _choices(table.names, seat, eyes, opens)
    if eyes and eyes not in [choice.value for choice in choices]:
        raise NoSuchMoment(_("Nobody at this table has that seat."))
    viewer = (seat or 0) if eyes == ALL else int(eyes) if eyes else seat
    return Moment(table.id, running, ply, table.ply, eyes, viewer, choices)


def _ply(text: str, last: int) -> int:
    ply = (
        last
        if text == LAST
        else int(text)
        if text.isascii() and text.isdigit() and len(text) < 9
        else 0
    )
    if not 0 < ply <= last:
        raise NoSuchMoment
    return ply


def _choices(
    names: Sequence[str], seat: int | None, eyes: str, opens: bool
) -> tuple[Viewpoint, ...]:
    own = "" if seat is None else str(seat)
    looking_on = [("", _("a spectator"))] if seat is None else []
    ways = [
        *looking_on,
        *[(str(number), name) for number, name in enumerate(names)],
        *([(ALL, _("everyone"))] if opens else []),
    ]
    return tuple(Viewpoint(value, name, value == (eyes or own)) for value, name in ways)
