"""Queries of the lobby: the games, and the reader's tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import registry
from games.epoch import milliseconds
from games.kernel import clock
from games.kernel.protocol import AnyEngine
from games.lobby import last_turns
from games.lobby.last_turns import NOTHING, LastTurn
from games.screens import clocks, progress, titles
from games.screens.contract import About
from games.tables import selectors
from games.tables.board import terms
from games.tables.models import Seat, Status, Table
from games.tables.services.snooze import HIDDEN_FOR as _HIDDEN_FOR
from games.tables.state import requirements

NAMED = 2  # chosen options that a row names; it counts more
HIDDEN_FOR = int(_HIDDEN_FOR.total_seconds() * clock.SECOND)


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as its engine and screen describe it."""

    slug: str
    title: str
    players: str
    about: About

    @property
    def short(self) -> str:
        """Return the title without its subtitle."""
        return titles.short(self.title)


@dataclass(frozen=True, slots=True)
class MyTable:
    """One of the user's own tables, at a moment."""

    id: str
    game: Game
    table: Table
    others: tuple[str, ...]
    now: datetime
    seat: int = 0
    last_turn: LastTurn = NOTHING
    """The others' last turns."""

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the options that differ from the defaults, the clock, and the rating."""
        return (*variations(self.table), *pace(self.table))

    @property
    def variations(self) -> str:
        """Return the options that differ from the defaults, in a line."""
        return " · ".join(variations(self.table))

    @property
    def progress(self) -> str:
        """Return round and scores in a few words."""
        name = registry.screen(self.table.game).round_name
        return progress.words(self.table.progress, self.seat, str(name))

    @property
    def _left(self) -> int | None:
        """Return the milliseconds left; None without a clock, or if several players must act."""
        flag_at = self.table.flag_at
        if flag_at is None or len(self.table.acting) != 1:
            return None
        return max(0, milliseconds(flag_at) - milliseconds(self.now))

    @property
    def left(self) -> str:
        """Return the time left by correspondence, in words; "" by any other clock."""
        control, left = clock.stored(self.table.time_control), self._left
        if control.kind != "correspondence" or left is None:
            return ""
        return _("%(time)s left") % {"time": clocks.text(control.kind, left)}

    @property
    def on_clock(self) -> str:
        """Return the time left on a live clock, to the minute, in words; "" by any other."""
        left = self._left
        if clock.stored(self.table.time_control).kind != "live" or left is None:
            return ""
        minutes = left // clock.MINUTE
        return (
            _("%(count)s min on your clock") % {"count": minutes}
            if minutes
            else _("less than a minute on your clock")
        )

    @property
    def is_low(self) -> bool:
        """Return whether time is low: a fifth of the initial time, or twelve hours if less."""
        control, left = clock.stored(self.table.time_control), self._left
        return left is not None and left <= min(control.initial // 5, 12 * clock.HOUR)

    @property
    def may_wait(self) -> bool:
        """Return whether the user may snooze it: the flag does not fall before."""
        left = self._left
        return self.table.flag_at is None or (left is not None and left > HIDDEN_FOR)

    @property
    def breaks_off(self) -> str:
        """Return when an idle game is aborted, as a phrase, or ""."""
        at = self.table.breaks_off_at
        return _("ends on %(day)s unless somebody moves") % {"day": clocks.day(at)} if at else ""

    @property
    def ago(self) -> str:
        """Return the time since the last change, as a phrase."""
        return clocks.ago(self.table.changed_at, self.now)


@dataclass(frozen=True, slots=True)
class MyTables:
    """The user's tables: where they must act, nearest deadline first; and others, latest change
    first."""

    my_turn: list[MyTable]
    others_turn: list[MyTable]
    waiting: list[MyTable]
    played: bool
    """Whether the user has no tables now, but has played before."""
    hidden: int = 0
    """The number of snoozed tables where the user must act."""
    hidden_until: datetime | None = None
    """When the first of them reappears."""
    zone: str = ""
    """The user's time zone, if known."""

    @property
    def hidden_time(self) -> str:
        """Return the time at which the first of them reappears, in the user's time zone, or marked
        as UTC."""
        if self.hidden_until is None:
            return ""
        return clocks.time_of_day(self.hidden_until, self.zone)

    @property
    def offered(self) -> list[Table]:
        """Return the user's tables in the list of open ones."""
        tables = [mine.table for mine in self.waiting if not mine.table.private]
        return [table for table in tables if not requirements.of_members(table.asks)]


@cache
def games() -> dict[str, Game]:
    """Return the games by slug, in the order of the registry."""
    return {slug: _game(game.engine, game.screen.about) for slug, game in registry.games().items()}


def _game(engine: AnyEngine, about: About) -> Game:
    fewest, most = engine.seats.start, engine.seats.stop - 1
    return Game(
        slug=engine.slug,
        title=engine.title,
        players=str(most) if fewest == most else f"{fewest}–{most}",
        about=about,
    )


def variations(table: Table) -> tuple[str, ...]:
    """Return the options that differ from the defaults: ("tactics", "3 rounds"); of many, their
    number."""
    chosen = tuple(
        terms.brief(option, value)
        for option in registry.engines()[table.game].options
        if (value := str(table.options.get(option.name, option.default))) != option.default
        and value in option.choices
    )
    if len(chosen) <= NAMED:
        return chosen
    count = {"count": len(chosen)}
    return (ngettext("%(count)s variation", "%(count)s variations", len(chosen)) % count,)


def pace(table: Table) -> tuple[str, ...]:
    """Return the clock, and whether the game is rated if there is one."""
    control = clock.stored(table.time_control)
    rating = [_("rated") if table.rated else _("not rated")] if control.timed else []
    awake = [terms.sleepless()] if table.sleepless else []
    return (clocks.brief(control), *awake, *rating)


def my_tables(user: User, now: datetime) -> MyTables:
    """Return the user's running and waiting tables. Four queries for any number."""
    rows = selectors.tables_of(user)
    mine = [
        (
            row,
            MyTable(row.table.id, games()[row.table.game], row.table, row.others, now, row.seat),
        )
        for row in rows
    ]
    running = [(row, shown) for row, shown in mine if row.table.status == Status.RUNNING]
    away = [
        row.hidden_until
        for row, _ in running
        if row.my_turn and row.hidden_until is not None and row.hidden_until > now
    ]
    my_turn = [
        shown
        for row, shown in running
        if row.my_turn and (row.hidden_until is None or row.hidden_until <= now)
    ]
    theirs = [shown for row, shown in running if not row.my_turn]
    last = last_turns.by_table([shown.table for shown in (*my_turn, *theirs)], user)
    return MyTables(
        my_turn=sorted(
            (replace(shown, last_turn=last[shown.id]) for shown in my_turn), key=_deadline
        ),
        others_turn=[replace(shown, last_turn=last[shown.id]) for shown in theirs],
        waiting=[shown for row, shown in mine if row.table.status == Status.OPEN],
        played=not mine and Seat.objects.filter(user=user, ended_at__isnull=False).exists(),
        hidden=len(away),
        hidden_until=min(away, default=None),
        zone=user.zone or user.mail_zone,
    )


def _deadline(mine: MyTable) -> tuple[bool, datetime, datetime, str]:
    """Return the sort key of turns, as in games.notices.selectors.turns."""
    table = mine.table
    return table.flag_at is None, table.flag_at or table.changed_at, table.changed_at, table.pk


def has_rules(game: str) -> bool:
    """Return whether a game has a page of rules."""
    try:
        get_template(f"{game}/rules.html")
    except TemplateDoesNotExist:
        return False
    return True
