"""Requirements of an open table: who may sit down besides those who are invited. The row keeps them
as a short text: "1300-1700 90% account"."""

from __future__ import annotations

import re
from dataclasses import dataclass

RATINGS = re.compile(r"(\d{1,4})-(\d{1,4})")
FINISHES = (80, 90, 95)
MEMBERS = "members"


@dataclass(frozen=True, slots=True)
class Asks:
    """Ratings from `low` to `high` (0 and 0: any), a finish rate of at least so many per cent (0:
    any), whether guests may not, whether the bots of others may, and whether members of the table's
    circle alone may (games.tables.state.circles)."""

    low: int = 0
    high: int = 0
    finish: int = 0
    account: bool = False
    bots: bool = False
    members: bool = False

    @property
    def stored(self) -> str:
        """Return them as the row keeps them; "" if the table asks for nothing."""
        ratings = f"{self.low}-{self.high}" if self.high else ""
        finish = f"{self.finish}%" if self.finish else ""
        words = (
            "account" if self.account else "",
            "bots" if self.bots else "",
            MEMBERS if self.members else "",
        )
        return " ".join(filter(None, (ratings, finish, *words)))


def of(stored: str) -> Asks:
    """Return the requirements that a row keeps. What it does not know it leaves out."""
    low = high = finish = 0
    for word in stored.split():
        if found := RATINGS.fullmatch(word):
            low, high = int(found[1]), int(found[2])
        elif word[:-1].isdecimal() and word[-1] == "%":
            finish = int(word[:-1])
    words = stored.split()
    return Asks(low, high, finish, "account" in words, "bots" in words, MEMBERS in words)


def of_members(stored: str) -> bool:
    """Return whether only members of the table's circle may sit down."""
    return MEMBERS in stored
