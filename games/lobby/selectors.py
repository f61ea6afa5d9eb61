"""The values that the lobby shows: the games, and rows about the reader's tables. No card passes
through here, except those of a player's last turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import takewhile

from django.db.models import F
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.epoch import milliseconds
from games.kernel import clock
from games.kernel.protocol import UNDO, AnyEngine
from games.kernel.replay import Entry
from games.screens import clocks, titles
from games.screens.contract import About
from games.screens.suits import Face
from games.tables import selectors
from games.tables.models import Action, Seat, Status, Table

TAIL = 12  # entries at the end of a log in which the last turn is looked for


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the site presents it: the facts of its engine and its screen."""

    slug: str
    title: str
    players: str
    about: About

    @property
    def short(self) -> str:
        """Return the title without its subtitle, for a row with little room."""
        return titles.short(self.title)


@dataclass(frozen=True, slots=True)
class MyTable:
    """One of the reader's own tables."""

    id: str
    game: Game
    table: Table
    others: tuple[str, ...]
    last: str = ""
    """The last turn in words, as the user may know it."""
    cards: tuple[Face, ...] = ()
    """The cards of the last turn, if the game names any."""

    @property
    def pace(self) -> str:
        """Return the clock and the rating in a few words."""
        return " · ".join(pace(self.table))

    @property
    def left(self) -> str:
        """Return the user's time left, in words; "" unless the game is by correspondence and waits
        for one player only. A live clock would be stale here."""
        control, flag_at = clock.stored(self.table.time_control), self.table.flag_at
        if control.kind != "correspondence" or flag_at is None or len(self.table.acting) != 1:
            return ""
        left = milliseconds(flag_at) - milliseconds(timezone.now())
        return _("%(time)s left") % {"time": clocks.text(control.kind, left)}

    @property
    def breaks_off(self) -> str:
        """Return when an idle game is broken off, as a phrase; "" for any other game."""
        at = self.table.breaks_off_at
        return _("ends on %(day)s unless somebody moves") % {"day": clocks.day(at)} if at else ""

    @property
    def ago(self) -> str:
        """Return the time since the last change in one unit: "3 hours ago"."""
        since = timezone.now() - self.table.changed_at
        return (
            _("just now")
            if since < timedelta(minutes=1)
            else _("%(time)s ago") % {"time": timesince(self.table.changed_at, depth=1)}
        )


@dataclass(frozen=True, slots=True)
class MyTables:
    """The user's tables, those with the user's turn first."""

    my_turn: list[MyTable]
    others_turn: list[MyTable]
    waiting: list[MyTable]
    played: bool
    """True if the user has no tables now, but has played before."""

    @property
    def offered(self) -> list[Table]:
        """Return the tables that everybody may sit down at."""
        return [mine.table for mine in self.waiting if not mine.table.private]


@cache
def games() -> dict[str, Game]:
    """Return slug → game, in the order of the registry."""
    return {slug: _game(game.engine, game.screen.about) for slug, game in registry.games().items()}


def _game(engine: AnyEngine, about: About) -> Game:
    fewest, most = engine.seats.start, engine.seats.stop - 1
    return Game(
        slug=engine.slug,
        title=engine.title,
        players=str(most) if fewest == most else f"{fewest}–{most}",
        about=about,
    )


def pace(table: Table) -> tuple[str, ...]:
    """Return the clock, and whether the game is rated; only the clock if there is none."""
    control = clock.stored(table.time_control)
    rating = [_("rated") if table.rated else _("not rated")] if control.timed else []
    return (clocks.brief(control), *rating)


def my_tables(user: User) -> MyTables:
    """Return the user's running and waiting tables, the latest change first. Four queries for any
    number of tables."""
    mine = [
        (row, MyTable(row.table.id, games()[row.table.game], row.table, row.others))
        for row in selectors.tables_of(user)
    ]
    running = [(row, shown) for row, shown in mine if row.table.status == Status.RUNNING]
    said = _last_turns([shown for row, shown in running if row.my_turn], user)
    return MyTables(
        my_turn=[said.get(shown.id, shown) for row, shown in running if row.my_turn],
        others_turn=[shown for row, shown in running if not row.my_turn],
        waiting=[shown for row, shown in mine if row.table.status == Status.OPEN],
        played=not mine and Seat.objects.filter(user=user, ended_at__isnull=False).exists(),
    )


def _last_turns(mine: list[MyTable], user: User) -> dict[str, MyTable]:
    """Return these tables by id, each with its last turn in the words of the game's screen. Two
    queries."""
    ids = [shown.id for shown in mine]
    logs: dict[str, list[Entry]] = {}
    entries = Action.objects.filter(table__in=ids, ply__gte=F("table__ply") - TAIL).order_by(
        "table_id", "ply"
    )
    for table_id, seat, code in entries.values_list("table_id", "seat", "code"):
        logs.setdefault(table_id, []).append(Entry(seat, code))
    seats = {
        (seat.table_id, seat.number): seat
        for seat in Seat.objects.filter(table__in=ids).select_related("user", "table")
    }
    result = {}
    for shown in mine:
        screen = registry.screen(shown.game.slug)
        seat, codes = _last_turn(logs.get(shown.id, []))
        if seat is None:
            continue
        player = seats[shown.id, seat]
        cards = screen.pictured(codes)
        result[shown.id] = replace(
            shown, last=screen.tell(player.name, player.user_id == user.pk, codes), cards=cards
        )
    return result


def _last_turn(tail: list[Entry]) -> tuple[int | None, tuple[str, ...]]:
    """Return seat and codes of the last run of one seat at the end of a log, without those taken
    back."""
    kept: list[Entry] = []
    for entry in tail:
        if entry.code != UNDO:
            kept.append(entry)
        elif kept:  # otherwise the entry that it takes back is before the tail
            kept.pop()
    seat = kept[-1].seat if kept else None
    run = takewhile(lambda entry: entry.seat == seat, reversed(kept))
    return seat, tuple(entry.code for entry in run)[::-1]


def has_rules(game: str) -> bool:
    """Return whether a game has a page of rules."""
    try:
        get_template(f"{game}/rules.html")
    except TemplateDoesNotExist:
        return False
    return True
