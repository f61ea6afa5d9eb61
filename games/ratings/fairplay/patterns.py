"""The patterns: queries over recently ended games. Each has an innocent reading, which is shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Any, TypeAlias

from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.kernel import clock
from games.ratings.models import Housemates, Meeting
from games.tables.models import Action, EndedBy, LeftBy, Seat, Status, Table, not_sealed

WINDOW = timedelta(days=30)

GIVEN = 5  # games that one gave up against the other …
MOSTLY = 2 / 3  # … of all that they played, and of all that the one who gives up played

TOGETHER = 3  # games of a pair from one address

STRING, STRING_WITHIN = 5, timedelta(hours=24)  # resignations in a row

EARLY = 12  # entries, the deals among them: up to here a game has hardly begun
CLOSED = 8  # games that one opened and that were broken off so early

STALLED = 3  # games lost on time after a last turn …
STALLED_FOR = timedelta(minutes=2)  # … of at least this …
STALLED_TIMES = 5  # … and so many times the usual turn of that player in that game

MOST = 50  # lines of each pattern
READ = 400  # games lost on time whose turns are read
GAMES = 5  # links of each line


People: TypeAlias = tuple[int, ...]
"""The ids of a line's people."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pattern: people (its subject first), number of games, the moments of the first
    and the last, and the newest games."""

    people: tuple[User, ...]
    count: int
    since: datetime
    last: datetime
    games: tuple[str, ...]
    of: int = 0
    """The number of all games, where that matters."""


def _counted(line: Line) -> str:
    return ngettext("%(n)s game", "%(n)s games", line.count) % {"n": line.count}


def _given(line: Line) -> str:
    return gettext("%(name)s gave up %(n)s of %(of)s games") % {
        "name": line.people[0].name,
        "n": line.count,
        "of": line.of,
    }


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: fragment of the address, title, innocent reading, query, words of a line."""

    name: str
    title: str | Promise
    reading: str | Promise
    find: Callable[[datetime], list[Line]]
    words: Callable[[Line], str] = _counted


provided: list[Pattern] = []
"""The patterns of apps above this one."""


def provide(found: Iterable[Pattern]) -> None:
    """Set the patterns of the apps above this one."""
    provided[:] = found


def _ended(now: datetime) -> Q:
    """Return the condition for seats at games of two people that ended in the window and are not
    sealed."""
    since = now - WINDOW
    return not_sealed(now, "table__") & Q(
        ended_at__gte=since,
        table__ended_at__gte=since,
        table__status=Status.ENDED,
        table__seat_count=2,
        table__bots=0,
        table__annulled=False,
        table__copied=0,
        user__isnull=False,
    )


def one_sided(now: datetime) -> list[Line]:
    """Return pairs who mostly play rated games with each other, one of whom mostly gives up. Four
    queries."""
    seats = Seat.objects.filter(_ended(now), table__rated=True, place__isnull=False)
    pairs = _pairs(seats.filter(place=2, left_by=LeftBy.RESIGN), GIVEN)
    losers = {loser for loser, _ in pairs}
    mine = seats.filter(user__in=losers)
    all_games = dict(mine.values_list("user").annotate(Count("pk")))
    together: dict[People, int] = {
        (loser, other): count
        for loser, other, count in _others(mine)
        .annotate(n=Count("pk"))
        .values_list("user", "table__seats__user", "n")
    }
    kept = {
        pair: facts
        for pair, facts in pairs.items()
        if facts[0] >= MOSTLY * together[pair] and together[pair] >= MOSTLY * all_games[pair[0]]
    }
    given = _others(seats.filter(place=2, left_by=LeftBy.RESIGN, user__in={a for a, _ in kept}))
    return to_lines(kept, _games(given), {pair: together[pair] for pair in kept})


def _others(seats: QuerySet[Seat]) -> Any:
    """Return the seats joined with the opposite seat, as `table__seats`."""
    joined: Any = seats.filter(table__seats__number=1 - F("number"), table__seats__bot="")
    return joined.values("user", "table__seats__user")


def _pairs(seats: QuerySet[Seat], least: int) -> dict[People, tuple[int, Any, Any]]:
    rows = _others(seats).annotate(n=Count("pk"), first=Min("ended_at"), last=Max("ended_at"))
    rows = rows.filter(n__gte=least).order_by("-last")[:MOST]
    return {
        (row["user"], row["table__seats__user"]): (row["n"], row["first"], row["last"])
        for row in rows
    }


def _games(joined: Any) -> dict[People, list[str]]:
    games: dict[People, list[str]] = defaultdict(list)
    rows = joined.order_by("-ended_at").values_list("user", "table__seats__user", "table")
    for user, other, table in rows:
        games[user, other].append(table)
    return games


def one_address(now: datetime) -> list[Line]:
    """Return pairs who have met from one address, but for housemates. Three queries."""
    met: Any = Meeting.objects.filter(at__gte=now - WINDOW, shared=True)
    rows = met.values("first", "second").annotate(n=Count("pk"), since=Min("at"), last=Max("at"))
    known = set(Housemates.objects.values_list("first", "second"))
    pairs = {
        (row["first"], row["second"]): (row["n"], row["since"], row["last"])
        for row in rows.filter(n__gte=TOGETHER).order_by("-last")[:MOST]
        if (row["first"], row["second"]) not in known
    }
    games: dict[People, list[str]] = defaultdict(list)
    chosen = met.filter(first__in={a for a, _ in pairs}).order_by("-at")
    for first, second, table in chosen.values_list("first", "second", "table"):
        games[first, second].append(table)
    return to_lines(pairs, games)


def resignations(now: datetime) -> list[Line]:
    """Return those who resigned several games with people in a row within a day. Two queries."""
    since = now - WINDOW
    seats = Seat.objects.filter(
        not_sealed(now, "table__"),
        ended_at__gte=since,
        table__seat_count__gt=F("table__bots") + 1,
        table__annulled=False,
        place__isnull=False,
        user__isnull=False,
    )
    often: Any = seats.filter(left_by=LeftBy.RESIGN).values("user").annotate(n=Count("pk"))
    users = often.filter(n__gte=STRING).values("user")
    strings: dict[int, list[tuple[datetime, str]]] = {}
    current: dict[int, list[tuple[datetime, str]]] = defaultdict(list)
    rows: Any = seats.filter(user__in=users).order_by("user", "ended_at", "table")
    for user, left_by, at, table in rows.values_list("user", "left_by", "ended_at", "table"):
        string = current[user]
        string.append((at, table))
        if left_by != LeftBy.RESIGN:
            string.clear()
        while string and string[0][0] < at - STRING_WITHIN:
            string.pop(0)
        if len(string) >= STRING:
            strings[user] = list(string)
    facts = {(u,): (len(s), s[0][0], s[-1][0]) for u, s in strings.items()}
    return to_lines(facts, {(u,): [table for _, table in s[::-1]] for u, s in strings.items()})


def closed(now: datetime) -> list[Line]:
    """Return people who opened many games that were broken off early. Three queries."""
    early: Any = Table.objects.filter(
        ended_at__gte=now - WINDOW,
        status=Status.ENDED,
        ended_by=EndedBy.ABORT,
        started_at__isnull=False,
        ply__lte=EARLY,
        copied=0,
    )
    rows = early.values("creator").annotate(
        n=Count("pk"), since=Min("ended_at"), last=Max("ended_at")
    )
    facts = {
        (row["creator"],): (row["n"], row["since"], row["last"])
        for row in rows.filter(n__gte=CLOSED).order_by("-last")[:MOST]
    }
    games: dict[People, list[str]] = defaultdict(list)
    opened = early.filter(creator__in={user for (user,) in facts}).order_by("-ended_at")
    for creator, table in opened.values_list("creator", "pk"):
        games[(creator,)].append(table)
    return to_lines(facts, games)


def stalled(now: datetime) -> list[Line]:
    """Return those who let live games with people run out in one long last turn, several times.
    Three queries."""
    lost = Seat.objects.filter(_ended(now), left_by=LeftBy.FLAG, place=2).filter(
        table__time_control__regex=clock.names("live")
    )
    often: Any = lost.values("user").annotate(n=Count("pk")).filter(n__gte=STALLED)
    chosen: Any = lost.filter(user__in=often.values("user")).order_by("-ended_at")[:READ]
    seats = list(chosen.values_list("user", "number", "table", "ended_at"))
    moments = _moments([table for _, _, table, _ in seats])
    found: dict[int, list[tuple[datetime, str]]] = defaultdict(list)
    for user, number, table, ended in seats:
        if _stalls(moments[table], number, ended):
            found[user].append((ended, table))
    facts = {
        (user,): (len(games), games[-1][0], games[0][0])
        for user, games in found.items()
        if len(games) >= STALLED
    }
    return to_lines(facts, {(user,): [table for _, table in g] for user, g in found.items()})


def _moments(tables: Iterable[str]) -> dict[str, list[tuple[int | None, datetime]]]:
    moments: dict[str, list[tuple[int | None, datetime]]] = defaultdict(list)
    rows = Action.objects.filter(table__in=list(tables)).order_by("table", "ply")
    for table, seat, at in rows.values_list("table", "seat", "at"):
        moments[table].append((seat, at))
    return moments


def _stalls(log: Sequence[tuple[int | None, datetime]], seat: int, ended: datetime) -> bool:
    """Return whether this seat's last turn, until its flag fell, was far longer than its others."""
    turns = [
        (at - before).total_seconds()
        for (other, before), (mover, at) in pairwise(log)
        if mover == seat and other != seat
    ]
    if not turns:
        return False
    last = (ended - log[-1][1]).total_seconds()
    return last >= max(STALLED_FOR.total_seconds(), STALLED_TIMES * median(turns))


def to_lines(
    facts: Mapping[Any, tuple[int, datetime, datetime]],
    games: Mapping[Any, list[str]],
    of: Mapping[Any, int] | None = None,
) -> list[Line]:
    """Return the lines of people with open accounts, newest first."""
    people = User.objects.filter(closed_at=None).in_bulk({user for key in facts for user in key})
    lines = [
        Line(
            tuple(people[user] for user in key),
            count,
            since,
            last,
            tuple(games[key][:GAMES]),
            (of or {}).get(key, 0),
        )
        for key, (count, since, last) in facts.items()
        if all(user in people for user in key)
    ]
    return sorted(lines, key=lambda line: line.last, reverse=True)[:MOST]


PATTERNS = (
    Pattern(
        "one-sided",
        _("Mostly each other, and one gives up"),
        _("A teacher and a pupil, or friends who stop once it is clear who wins."),
        one_sided,
        _given,
    ),
    Pattern(
        "address",
        _("From one address"),
        _("A family, a class, a café, or a provider that many share."),
        one_address,
    ),
    Pattern(
        "resignations",
        _("Resignations in a row"),
        _("A bad evening, somebody called away, or an account that somebody else uses."),
        resignations,
    ),
    Pattern(
        "closed",
        _("Opened, and called off early"),
        _("Trying the site out, showing it to somebody, or partners who do not come."),
        closed,
    ),
    Pattern(
        "stalled",
        _("Clock run down on the last turn"),
        _("A lost connection, a ring at the door, or a hard decision. Look where they stood."),
        stalled,
    ),
)
