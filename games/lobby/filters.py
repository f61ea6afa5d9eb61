"""The filters of the lobby, by the names in queries and forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias
from urllib.parse import urlencode

from django.db.models import QuerySet

from games.kernel import clock
from games.registry import engines
from games.tables.models import Table

Pace: TypeAlias = Literal["", "live", "correspondence"]
PACES: tuple[Pace, ...] = ("", "live", "correspondence")


@dataclass(frozen=True, slots=True)
class Filters:
    """The wanted tables. Empty values filter nothing."""

    pace: Pace = ""
    game: str = ""
    seats: int = 0
    rated: bool = False

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> Filters:
        """Return the filters of a query; impossible values filter nothing."""
        pace, seats = query.get("pace", ""), query.get("seats", "")
        return cls(
            next((known for known in PACES if known == pace), ""),
            query.get("game", "") if query.get("game") in engines() else "",
            next((count for count in seat_counts() if str(count) == seats), 0),
            query.get("rated") == "on",
        )

    @property
    def query(self) -> str:
        """Return the filters as a query string, or ""."""
        named = {
            "pace": self.pace,
            "game": self.game,
            "seats": self.seats,
            "rated": "on" if self.rated else "",
        }
        return urlencode({name: value for name, value in named.items() if value})

    def apply(self, tables: QuerySet[Table]) -> QuerySet[Table]:
        """Return the tables that pass the filters."""
        if self.pace:
            tables = tables.filter(time_control__regex=clock.names(self.pace))
        if self.game:
            tables = tables.filter(game=self.game)
        if self.seats:
            tables = tables.filter(seat_count=self.seats)
        return tables.filter(rated=True) if self.rated else tables

    def passes(self, table: Table) -> bool:
        """Return whether a table passes the filters."""
        return (
            self.pace in ("", clock.stored(table.time_control).kind)
            and self.game in ("", table.game)
            and self.seats in (0, table.seat_count)
            and (table.rated or not self.rated)
        )


def seat_counts() -> list[int]:
    """Return the possible numbers of seats beyond one."""
    return sorted({count for engine in engines().values() for count in engine.seats if count > 1})
