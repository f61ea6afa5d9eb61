"""The facts on the pages of sets and matches."""

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
    """The result or state of a player's game, and its table if the reader may see it."""

    text: str
    table: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A deal of a match: both games, and the difference of the leads or ""."""

    number: int
    cells: tuple[Cell, ...]
    difference: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """The deals won by each side, equal ones as halves, and the sum of the differences."""

    deals: tuple[str, str]
    difference: str
    winner: User | None


def match_rows(match: Match, reader_id: int | None) -> list[Row]:
    """Return the deals of a match as a reader may see them. At most four queries."""
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
    """Return the result of a match of two whose seal is open, else None. Whoever has not played a
    deal that the other has loses it."""
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
    ahead = _sum_of_leads(lines, str(people[0])) - _sum_of_leads(lines, str(people[1]))
    order = (won[0] - won[1], ahead)
    winner = None if order == (0, 0) else match.first if order > (0, 0) else match.second
    return Total((_halves(won[0]), _halves(won[1])), words.signed(ahead), winner)


def _missing(lines: Sequence[Line], people: Sequence[int]) -> list[Line]:
    """Return a lost line for each deal that only one of two has played."""
    played = {(line.deal, line.player) for line in lines}
    return [
        Line(line.deal, line.seat, "", str(other), Result.LOST)
        for line in lines
        for other in people
        if (line.deal, str(other)) not in played
    ]


def _sum_of_leads(lines: Iterable[Line], player: str) -> int:
    """Return the sum of a player's leads in deals that both have played to the end."""
    found = list(lines)
    count: dict[int, int] = {}
    for line in found:
        count[line.deal] = count.get(line.deal, 0) + (line.result == Result.PLAYED)
    return sum(line.lead for line in found if line.player == player and count[line.deal] == 2)


def _halves(points: Fraction | int) -> str:
    whole, half = divmod(Fraction(points), 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def luck_of(deals: DealSet) -> dict[str, int] | None:
    """Return the luck in the games of people of a set whose seal is open, as `luck_figures`."""
    people = [line for line in selectors.lines(deals) if line.player.isdigit()]
    return luck_figures(luck.estimate(people))


def luck_figures(found: luck.Luck | None) -> dict[str, int] | None:
    """Return the figures of luck, shares in percent, or None. `rest` is the share of the variance
    that is not luck, with the interval from `least` to `most`."""
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
    """Return the name of the game's cover, or ""."""
    return registry.screen(deals.game).about.cover


def title(deals: DealSet) -> str:
    """Return the title of the game."""
    return engines()[deals.game].title


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The number of a player's next deal in a match, and whether it runs already."""

    number: int
    runs: bool


def next_of(match: Match, user_id: int | None) -> NextDeal | None:
    """Return the next deal of a player in a match; None if none is left. One query."""
    mine = {
        number: status
        for (number, user), status in selectors.stages(match.deal_set).items()
        if user == user_id
    }
    running = [number for number, status in mine.items() if status == Status.RUNNING]
    if running:
        return NextDeal(running[0] + 1, True)
    if match.deal_set.closed_at is not None or len(mine) >= match.deal_set.deals:
        return None
    return NextDeal(len(mine) + 1, False)


@dataclass(frozen=True, slots=True)
class ShownResult:
    """A result of a set whose seal is open, with its matchpoints as a share."""

    name: str
    table: str
    lead: str
    share: str
    percent: int


@dataclass(frozen=True, slots=True)
class Group:
    """The results of one seat of a deal, best first."""

    deal: int
    seat: int
    lines: tuple[ShownResult, ...]


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
                ShownResult(
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
