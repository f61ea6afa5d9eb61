"""Circles: people who have tables of their own, at which their members alone sit down. Such a table
has the word `members` among its requirements.

They are known above tables: their app provides the functions when the site starts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from games.tables.errors import NoSuchTable
from games.tables.models import Table
from games.tables.state import requirements


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle by its key, as forms send it. The tables of a private one are seen by members
    alone."""

    key: str
    name: str
    private: bool
    url: str


class Circles(Protocol):
    """The app that knows circles."""

    def of_user(self, user_id: int) -> list[Circle]:
        """Return the circles in which a user may open tables."""

    def of_table(self, table_id: str) -> Circle | None:
        """Return the circle of a table, or None."""

    def is_member(self, table_id: str, user_id: int | None) -> bool:
        """Return whether a user belongs to the circle of a table."""

    def add(self, table_id: str, key: str) -> None:
        """Store that a table belongs to a circle."""


_known: list[Circles] = []


def provide(circles: Circles) -> None:
    """Set the app that knows circles."""
    _known[:] = [circles]


def of_user(user_id: int | None) -> list[Circle]:
    """Return the circles in which a user may open tables."""
    return _known[0].of_user(user_id) if _known and user_id is not None else []


def of_table(table_id: str, asks: str) -> Circle | None:
    """Return the circle of a table with these requirements, or None. No query without one."""
    return _known[0].of_table(table_id) if _known and requirements.of_members(asks) else None


def is_hidden(table_id: str, asks: str, private: bool, user_id: int | None) -> bool:
    """Return whether a table without a seat of this user is hidden from them. No query unless it is
    one of a private circle."""
    return private and requirements.of_members(asks) and not _is_member(table_id, user_id)


def hides(table: Table, user_id: int | None) -> bool:
    """Do as `is_hidden` of a row."""
    return is_hidden(table.pk, table.asks, table.private, user_id)


def _is_member(table_id: str, user_id: int | None) -> bool:
    return bool(_known) and user_id is not None and _known[0].is_member(table_id, user_id)


def is_closed_to(table: Table, user_id: int) -> bool:
    """Return whether a user does not belong to the circle of a table that has one."""
    return requirements.of_members(table.asks) and not _is_member(table.pk, user_id)


def may_sit(table: Table, user_id: int) -> bool:
    """Return whether a user may sit down at a table as far as its circle is concerned. Raises
    NoSuchTable where the table does not exist for them."""
    closed = is_closed_to(table, user_id)
    if closed and table.private:
        raise NoSuchTable
    return not closed


def add(table_id: str, key: str) -> None:
    """Store that a table belongs to a circle."""
    _known[0].add(table_id, key)
