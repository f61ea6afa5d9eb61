"""The results of a deal as one reader sees them: places, middles, first choices. Pure: counts in,
numbers out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.daily import results

ENOUGH = 5  # others, for a comparison; among fewer there is a place
FEWEST = 3  # players, for a first choice to be told apart from others
ROWS = 3  # first choices that are told apart

Row = tuple[str, int | None, int]
"""A first choice, the worth of a result, and how many have both."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Results from the lowest to the highest, with their middle half."""

    low: int
    quarter: int
    middle: int
    three_quarters: int
    high: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A first choice, and what it led to. `code` is "" for all that few made."""

    code: str
    players: int
    mine: bool
    spread: Spread | None


@dataclass(frozen=True, slots=True)
class Field:
    """The results that count, and the reader's own: `worth`, None if it was given up. `counted`
    tells whether that is one of them."""

    worths: Mapping[int | None, int]
    worth: int | None
    counted: bool

    @property
    def count(self) -> int:
        """Return how many results there are."""
        return sum(self.worths.values())

    @property
    def others(self) -> int:
        """Return how many there are beside the reader's."""
        return self.count - self.counted

    @property
    def below(self) -> int:
        """Return how many are worse than the reader's."""
        return results.below(self.worths, self.worth)

    @property
    def level(self) -> int:
        """Return how many others are as good."""
        return self.worths.get(self.worth, 0) - self.counted

    @property
    def above(self) -> int:
        """Return how many are better."""
        return self.others - self.below - self.level

    @property
    def place(self) -> int:
        """Return the reader's place; who is level has the better one."""
        return self.above + 1

    @property
    def is_enough(self) -> bool:
        """Tell whether there are enough others for a comparison."""
        return self.others >= ENOUGH

    @property
    def given_up(self) -> int:
        """Return how many games were given up."""
        return self.worths.get(None, 0)

    @property
    def ended(self) -> dict[int, int]:
        """Return the results of the games that were played to their end."""
        return {worth: n for worth, n in self.worths.items() if worth is not None}

    @property
    def spread(self) -> Spread | None:
        """Return the spread of these results; None without any."""
        return spread(self.ended)

    @property
    def best(self) -> int | None:
        """Return the best result; None if nobody has played to the end."""
        return max(self.ended, default=None)


def of(rows: Iterable[Row], worth: int | None = None, *, counted: bool = False) -> Field:
    """Return the field that these rows make, and the reader's result in it."""
    worths: Counter[int | None] = Counter()
    for _first, found, n in rows:
        worths[found] += n
    return Field(worths, worth, counted)


def spread(worths: Mapping[int, int]) -> Spread | None:
    """Return the spread of results; None without any."""
    if not worths:
        return None
    inside = [worth for worth in sorted(worths) for _ in range(worths[worth])]
    last = len(inside) - 1
    low, quarter, middle, three, high = (inside[round(last * part / 4)] for part in range(5))
    return Spread(low, quarter, middle, three, high)


def choices(rows: Iterable[Row], mine: str) -> list[Choice]:
    """Return the first choices, the commonest first, and at the end all that few made together."""
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
