"""Requirements of an open table: who may sit down besides those who are invited. The row keeps them
as a short text: "1300-1700 90% account"."""

from __future__ import annotations

import re
from dataclasses import dataclass

RATINGS = re.compile(r"(\d{1,4})-(\d{1,4})")
FINISHES = (80, 90, 95)


@dataclass(frozen=True, slots=True)
class Asks:
    """Ratings from `low` to `high` (0 and 0: any), a finish rate of at least so many per cent (0:
    any), whether guests may not, and whether the bots of others may."""

    low: int = 0
    high: int = 0
    finish: int = 0
    account: bool = False
    bots: bool = False

    @property
    def stored(self) -> str:
        """Return them as the row keeps them; "" if the table asks for nothing."""
        ratings = f"{self.low}-{self.high}" if self.high else ""
        finish = f"{self.finish}%" if self.finish else ""
        words = "account" if self.account else "", "bots" if self.bots else ""
        return " ".join(filter(None, (ratings, finish, *words)))


def of(stored: str) -> Asks:
    """Return the requirements that a row keeps. What it does not know it leaves out."""
    low = high = finish = 0
    for word in stored.split():
        if found := RATINGS.fullmatch(word):
            low, high = int(found[1]), int(found[2])
        elif word[:-1].isdecimal() and word[-1] == "%":
            finish = int(word[:-1])
    return Asks(low, high, finish, "account" in stored.split(), "bots" in stored.split())
