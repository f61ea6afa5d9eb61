"""Looking at one moment of a table again: which one, through whose eyes, and the ways to the
others. No cards here.

The moment at ply N stands behind the first N entries of the log. Of an ended table everybody may
see every moment through every seat's eyes. Of a running one, unless it is played live, everybody
may look back through their own eyes only.
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

ALL = "all"  # eyes that see every card
TICKS = 12  # on the slider, at most


class NoSuchMoment(TableError):
    status = 404
    default: str | Promise = lazy("This game has no such moment.")


class Table(Protocol):
    """What has to be known of a table: its header, say."""

    @property
    def id(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def ply(self) -> int: ...
    @property
    def time_control(self) -> str: ...
    @property
    def names(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Eyes:
    """A choice of whose eyes to look through, as the link says it and as it is called."""

    value: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """What is looked at, and the ways from there."""

    table: str
    running: bool
    ply: int
    last: int
    eyes: str
    """As asked: "" for one's own."""
    viewer: int | None
    """The seat at whose side of the table one looks; None: as somebody without a seat."""
    choices: tuple[Eyes, ...]

    @property
    def open(self) -> bool:
        """Whether all cards are."""
        return self.eyes == ALL

    @property
    def before(self) -> int:
        return max(self.ply - 1, 1)

    @property
    def after(self) -> int:
        return min(self.ply + 1, self.last)

    @property
    def ticks(self) -> range:
        """Plies that the slider marks: round numbers, a handful."""
        step = next(
            step
            for power in range(1, 9)
            for step in (10**power, 5 * 10**power)
            if self.last <= step * TICKS
        )
        return range(step, self.last, step)

    def to(self, ply: int) -> str:
        """The address of another moment, through the same eyes."""
        return address(self.table, ply, self.eyes)


def address(table_id: str, ply: int, eyes: str = "") -> str:
    return f"{_page(table_id)}?ply={ply}" + (f"&eyes={eyes}" if eyes else "")


@lru_cache(4096)
def _page(table_id: str) -> str:
    return reverse("table", args=[table_id])


def possible(table: Table) -> bool:
    """Whether there is something to look back at. In a live game nobody is to play with a second
    board in hand."""
    if table.status == Status.RUNNING:
        control = clock.control(table.time_control)
        return control is not None and control.kind != "live"
    return table.status == Status.ENDED and table.ply > 0


def back_at(table: Table) -> str | None:
    """Where looking back begins: at the start of a game that has ended, at the newest entry of one
    that runs."""
    if not possible(table):
        return None
    return address(table.id, 1 if table.status == Status.ENDED else table.ply)


def moment(table: Table, query: Mapping[str, str], seat: int | None, *, opens: bool) -> Moment:
    """What a query asks for (`ply`, and perhaps `eyes`) of somebody in this seat; raises
    NoSuchMoment.

    `opens`: whether the game can show all cards.
    """
    if not possible(table):
        raise NoSuchMoment(
            _("This game is played live. It can be looked at again when it has ended.")
            if table.status == Status.RUNNING
            else None
        )
    ply, eyes = _ply(query.get("ply", ""), table.ply), query.get("eyes", "")
    running = table.status == Status.RUNNING
    if running:
        if eyes and eyes != str(seat):
            raise NoSuchMoment(_("While a game runs, everybody looks back through their own eyes."))
        return Moment(table.id, running, ply, table.ply, eyes, seat, ())
    choices = _choices(table.names, seat, eyes, opens)
    if eyes and eyes not in [choice.value for choice in choices]:
        raise NoSuchMoment(_("Nobody at this table has such eyes."))
    viewer = (seat or 0) if eyes == ALL else int(eyes) if eyes else seat
    return Moment(table.id, running, ply, table.ply, eyes, viewer, choices)


def _ply(text: str, last: int) -> int:
    ply = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    if not 0 < ply <= last:
        raise NoSuchMoment
    return ply


def _choices(names: Sequence[str], seat: int | None, eyes: str, opens: bool) -> tuple[Eyes, ...]:
    own = "" if seat is None else str(seat)
    looking_on = [("", _("a spectator"))] if seat is None else []
    ways = [
        *looking_on,
        *[(str(number), name) for number, name in enumerate(names)],
        *([(ALL, _("everyone"))] if opens else []),
    ]
    return tuple(Eyes(value, name, value == (eyes or own)) for value, name in ways)
