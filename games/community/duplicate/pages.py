"""The facts on the pages of sets and matches: before the seal is open a player's own results
alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.community.duplicate import luck, scoring, selectors, words
from games.community.duplicate.models import DealSet, Match
from games.community.duplicate.scoring import Line, Result
from games.registry import engines
from games.tables.models import Seat, Status


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's game of a deal in words, and its table if the reader may see it."""

    said: str
    table: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A deal of a match: both games, and the difference; "" where there is none."""

    number: int
    cells: tuple[Cell, ...]
    difference: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """The deals that each side has won, halves for equal ones, and the sum of the differences."""

    deals: tuple[str, str]
    difference: str
    winner: User | None


def match_rows(match: Match, reader_id: int | None) -> list[Row]:
    """Return the deals of a match as this reader may know them. At most four queries."""
    deals = match.deal_set
    found = {
        (line.deal, int(line.player)): line
        for line in selectors.known_lines(deals, reader_id)
        if line.player.isdigit()
    }
    runs = selectors.stages(deals)
    return [
        Row(
            number + 1,
            tuple(_cell(match, number, user, found, runs, reader_id) for user in match.sides),
            _difference(match, number, found),
        )
        for number in range(deals.deals)
    ]


def _cell(
    match: Match,
    number: int,
    user: User,
    found: dict[tuple[int, int], Line],
    runs: dict[tuple[int, int], str],
    reader_id: int | None,
) -> Cell:
    line = found.get((number, user.pk))
    if line is not None:
        return Cell(words.lead(line), line.table)
    stage = runs.get((number, user.pk))
    if stage == Status.ENDED:
        return Cell(_("played"))
    if stage is not None:
        return Cell(_("is playing"))
    return Cell(_("not played") if match.deal_set.closed_at else "–")


def _difference(match: Match, number: int, found: dict[tuple[int, int], Line]) -> str:
    lines = _pair(match, number, found)
    if len(lines) < 2 or any(line.result != Result.PLAYED for line in lines):
        return ""
    return words.signed(lines[0].lead - lines[1].lead)


def _pair(match: Match, number: int, found: dict[tuple[int, int], Line]) -> list[Line]:
    sides = [found.get((number, user.pk)) for user in match.sides]
    return [line for line in sides if line is not None]


def total(match: Match) -> Total | None:
    """Return the result of a match whose seal is open and that both have played; None before. A
    deal that only one of them has played is lost to the other."""
    if match.second is None or match.deal_set.opened_at is None:
        return None
    people = [match.first.pk, match.second.pk]
    lines = [one for one in selectors.lines(match.deal_set) if one.player.isdigit()]
    lines += _missing(lines, people)
    worth = scoring.matchpoints(lines)
    won = [
        sum((value for line, value in zip(lines, worth, strict=True) if line.player == str(user)))
        for user in people
    ]
    ahead = _ahead(lines, str(people[0])) - _ahead(lines, str(people[1]))
    order = (won[0] - won[1], ahead)
    winner = None if order == (0, 0) else match.first if order > (0, 0) else match.second
    return Total((_halves(won[0]), _halves(won[1])), words.signed(ahead), winner)


def _missing(lines: Sequence[Line], people: Sequence[int]) -> list[Line]:
    """Return a lost line for each deal that one of two has not played."""
    played = {(line.deal, line.player) for line in lines}
    return [
        Line(line.deal, line.seat, "", str(other), Result.LOST)
        for line in lines
        for other in people
        if (line.deal, str(other)) not in played
    ]


def _ahead(lines: Iterable[Line], player: str) -> int:
    """Return the sum of the leads of a player in deals that both have played to the end."""
    found = list(lines)
    count: dict[int, int] = {}
    for line in found:
        count[line.deal] = count.get(line.deal, 0) + (line.result == Result.PLAYED)
    return sum(line.lead for line in found if line.player == player and count[line.deal] == 2)


def _halves(points: Fraction | int) -> str:
    whole, half = divmod(Fraction(points), 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def luck_of(deals: DealSet) -> dict[str, int] | None:
    """Return the luck that the comparison took out of a set whose seal is open, as `luck_figures`
    does. The games of people count, whoever else sat there."""
    people = [line for line in selectors.lines(deals) if line.player.isdigit()]
    return luck_figures(luck.taken_out(people))


def luck_figures(found: luck.Luck | None) -> dict[str, int] | None:
    """Return the figures of the picture of the luck, shares in percent; None without any. `rest` is
    the part of the variance that is left with the comparison, between `least` and `most`."""
    if found is None:
        return None
    share, low, high = (round(100 * part) for part in (found.share, found.low, found.high))
    return {
        "share": share,
        "low": low,
        "high": high,
        "rest": 100 - share,
        "least": 100 - high,
        "most": 100 - low,
        "plain": round(found.plain),
        "compared": round(found.compared),
        "games": found.games,
        "deals": found.deals,
    }


def cover(deals: DealSet) -> str:
    """Return the name of the cover of the game of a set, or ""."""
    return registry.screen(deals.game).about.cover


def title(deals: DealSet) -> str:
    """Return the title of the game of a set."""
    return engines()[deals.game].title


@dataclass(frozen=True, slots=True)
class Next:
    """The next deal of a player in a match, by its number; it may run already."""

    number: int
    runs: bool


def next_of(match: Match, user_id: int | None) -> Next | None:
    """Return the next deal of a player in a match; None if none is left. One query."""
    mine = {
        number: status
        for (number, user), status in selectors.stages(match.deal_set).items()
        if user == user_id
    }
    running = [number for number, status in mine.items() if status == Status.RUNNING]
    if running:
        return Next(running[0] + 1, True)
    if match.deal_set.closed_at is not None or len(mine) >= match.deal_set.deals:
        return None
    return Next(len(mine) + 1, False)


@dataclass(frozen=True, slots=True)
class Compared:
    """A line of a set whose seal is open: the player and the value of the result."""

    name: str
    table: str
    lead: str
    share: str
    percent: int


@dataclass(frozen=True, slots=True)
class Group:
    """The lines of one seat of a deal, the best first."""

    deal: int
    seat: int
    lines: tuple[Compared, ...]


def groups(deals: DealSet) -> list[Group]:
    """Return the results of a set whose seal is open, by deal and seat. Four queries."""
    found = selectors.lines(deals)
    names = {
        (seat.table_id, seat.number): seat.name
        for seat in Seat.objects.filter(table__in={line.table for line in found}).select_related(
            "user", "table"
        )
    }
    worth = dict(zip(found, scoring.matchpoints(found), strict=True))
    ordered = sorted(found, key=lambda line: (line.deal, line.seat, -worth[line]))
    return [
        Group(
            deal + 1,
            seat + 1,
            tuple(
                Compared(
                    names[line.table, line.seat],
                    line.table,
                    words.lead(line),
                    words.percent(float(worth[line])),
                    round(100 * worth[line]),
                )
                for line in lines
            ),
        )
        for (deal, seat), lines in groupby(ordered, key=lambda line: (line.deal, line.seat))
    ]
