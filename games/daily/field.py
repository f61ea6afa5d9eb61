"""The results of a deal for one reader: places, quartiles, first choices. Pure: counts in, numbers
out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.daily import results

ENOUGH = 5  # others needed for a comparison; with fewer there is only a place
FEWEST = 3  # players needed for a first choice to be listed
ROWS = 3  # listed first choices

Row = tuple[str, int | None, int]
"""A first choice, a worth, and the number of results with both."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Lowest and highest result, and the interquartile range."""

    low: int
    quarter: int
    middle: int
    three_quarters: int
    high: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A first choice and its results. `code` is "" for all rare ones together."""

    code: str
    players: int
    mine: bool
    spread: Spread | None


@dataclass(frozen=True, slots=True)
class Field:
    """The counting results, and the reader's: `worth` (None: given up), and whether it is `counted`
    among them."""

    worths: Mapping[int | None, int]
    worth: int | None
    counted: bool

    @property
    def count(self) -> int:
        """Return the number of results."""
        return sum(self.worths.values())

    @property
    def others(self) -> int:
        """Return the number without the reader's."""
        return self.count - self.counted

    @property
    def below(self) -> int:
        """Return the number worse than the reader's."""
        return results.below(self.worths, self.worth)

    @property
    def level(self) -> int:
        """Return the number of others level with the reader's."""
        return self.worths.get(self.worth, 0) - self.counted

    @property
    def above(self) -> int:
        """Return the number better than the reader's."""
        return self.others - self.below - self.level

    @property
    def place(self) -> int:
        """Return the reader's place; ties share the better one."""
        return self.above + 1

    @property
    def is_enough(self) -> bool:
        """Return whether there are enough others for a comparison."""
        return self.others >= ENOUGH

    @property
    def given_up(self) -> int:
        """Return the number of games given up."""
        return self.worths.get(None, 0)

    @property
    def ended(self) -> dict[int, int]:
        """Return the results of finished games."""
        return {worth: n for worth, n in self.worths.items() if worth is not None}

    @property
    def spread(self) -> Spread | None:
        """Return the spread of the results, or None."""
        return spread(self.ended)

    @property
    def best(self) -> int | None:
        """Return the best result, or None."""
        return max(self.ended, default=None)


def of(rows: Iterable[Row], worth: int | None = None, *, counted: bool = False) -> Field:
    """Return the field of rows, with the reader's result."""
    worths: Counter[int | None] = Counter()
    for _first, found, n in rows:
        worths[found] += n
    return Field(worths, worth, counted)


def spread(worths: Mapping[int, int]) -> Spread | None:
    """Return the spread of worths, or None."""
    if not worths:
        return None
    inside = [worth for worth in sorted(worths) for _ in range(worths[worth])]
    last = len(inside) - 1
    low, quarter, middle, three, high = (inside[round(last * part / 4)] for part in range(5))
    return Spread(low, quarter, middle, three, high)


def choices(rows: Iterable[Row], mine: str) -> list[Choice]:
    """Return the first choices, most common first, rare ones together last."""
    by_code: dict[str, Counter[int | None]] = defaultdict(Counter)
    for code, worth, n in rows:
        by_code[code][worth] += n
    ranked = sorted(by_code, key=lambda code: (-by_code[code].total(), code))
    apart = [code for code in ranked if code and by_code[code].total() >= FEWEST][:ROWS]
    rest: Counter[int | None] = Counter()
    for code in ranked:
        if code not in apart:
            rest += by_code[code]
    found = [_choice(code, by_code[code], code == mine) for code in apart]
    if rest and apart:
        found.append(_choice("", rest, bool(mine) and mine not in apart))
    return found


def _choice(code: str, worths: Counter[int | None], mine: bool) -> Choice:
    ended = {worth: n for worth, n in worths.items() if worth is not None}
    return Choice(code, worths.total(), mine, spread(ended))
