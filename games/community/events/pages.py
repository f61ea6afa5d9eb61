"""The page of an event, from its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.community.events import selectors, state, words
from games.community.events.formats.standings import Line
from games.community.events.models import Decision, Entry, Event, Format, Pairing, Round
from games.tables.models import bot_name

SHOWN, BESIDE_BRACKET = 50, 16  # lines of the standings on a page
WIDE = 24  # entries up to which there is a crosstable
GAMES = 50  # meetings of a round on a page
ENTERED = 500  # names before the start


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings. `run`: the rounds, where all fit on the page; `told`: the tie-break
    that separates it from a neighbour with equal points, and its value."""

    number: int
    place: int
    entry: Entry
    name: str
    line: Line
    points: str
    ties: tuple[str, ...]
    run: tuple[Mark, ...]
    told: tuple[str, str]
    you: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A meeting in the run of a player. `how`: "won", "lost", "drawn", "now", or "bye"; `sign`: the
    number of the opponent's line, or the points where there are several opponents."""

    how: str
    sign: str
    says: str


@dataclass(frozen=True, slots=True)
class Game:
    """A pairing in words."""

    pairing: Pairing
    names: tuple[str, ...]
    result: str
    table: str

    @property
    def places(self) -> list[tuple[str, int]]:
        """Return the players with their places in this game, for a table of several."""
        points = self.pairing.points or [0.0] * len(self.names)
        return [
            (name, 1 + sum(other > mine for other in points))
            for name, mine in zip(self.names, points, strict=True)
        ]

    @property
    def correctable(self) -> bool:
        """Return whether an organiser may correct its result now."""
        made = self.pairing.round
        return len(self.names) > 1 and (not made.deal_set or made.ended_at is not None)


@dataclass(frozen=True, slots=True)
class Meeting:
    """All games of two players in a round, or a table of several, or a bye."""

    names: tuple[str, ...]
    result: str
    shares: tuple[tuple[str, str], ...]
    """Of a table of several that has ended: the names with their points, the first first."""
    ahead: int | None
    """The index of the winner's name, if there is one."""
    tables: tuple[str, ...]
    mine: bool


class Page:
    """An event with all its rows, read once."""

    def __init__(self, event: Event, reader: selectors.Reader) -> None:
        self.event, self.reader = event, reader
        self.entries = selectors.entries(event)
        self.pairings = selectors.pairings(event)
        self.by_id = {entry.pk: entry for entry in self.entries}
        self.mine = next(
            (one for one in self.entries if one.user_id and one.user_id == _key(reader)), None
        )

    def name(self, entry_id: int) -> str:
        """Return the name of an entry."""
        return name_of(self.by_id[entry_id])

    def rows(self) -> list[Row]:
        """Return all lines of the standings, with a column for each round."""
        found = state.lines(self.event, self.seeded, self.pairings)
        numbers = {entry.pk: number for number, (entry, _line) in enumerate(found, 1)}
        runs = self._runs(numbers) if len(found) <= WIDE and not self.is_knockout else {}
        lines = [line for _entry, line in found]
        return [
            Row(
                number=numbers[entry.pk],
                place=line.place,
                entry=entry,
                name=name_of(entry),
                line=line,
                points=words.points(line.points),
                ties=tuple(map(words.points, line.key[1:])),
                run=tuple(runs.get(entry.pk, ())),
                told=_told(line, lines[max(0, at - 1) : at + 2]),
                you=entry is self.mine,
            )
            for at, (entry, line) in enumerate(found)
        ]

    @property
    def is_knockout(self) -> bool:
        """Return whether the event has a bracket."""
        return self.event.format == Format.KNOCKOUT

    @cached_property
    def seeded(self) -> list[Entry]:
        """Return the entries that have been paired, or may be."""
        return [one for one in self.entries if one.seed and (one.plays or self._has(one))]

    @cached_property
    def total(self) -> int:
        """Return the number of rounds."""
        return state.rounds(self.event, self.seeded)

    def _has(self, entry: Entry) -> bool:
        return any(entry.pk in one.players for one in self.pairings)

    def _runs(self, numbers: dict[int, int]) -> dict[int, list[Mark]]:
        """Return the meetings of each player in the order of the rounds."""
        found: dict[int, list[Mark]] = defaultdict(list)
        for games in self._boards(self.pairings):
            for player in games[0].players:
                found[player].append(self._mark(player, games, numbers))
        return found

    def _mark(self, player: int, games: Sequence[Pairing], numbers: dict[int, int]) -> Mark:
        """Return a meeting as one of its players sees it."""
        others = [id for id in games[0].players if id != player]
        points = [one.points[one.players.index(player)] for one in games if one.points is not None]
        sign = str(numbers.get(others[0], "")) if len(others) == 1 else "–"
        facts: dict[str, Any] = {"round": games[0].round.number}
        facts["names"] = ", ".join(map(self.name, others))
        if not others:
            return Mark("bye", sign, _("Round %(round)s: bye") % facts)
        if len(points) < len(games):
            return Mark("now", sign, _("Round %(round)s: against %(names)s") % facts)
        facts["points"] = words.points(sum(points))
        sign = sign if len(others) == 1 else facts["points"]
        says = _("Round %(round)s: %(points)s against %(names)s") % facts
        return Mark(_how(sum(points), games), sign, says)

    def _boards(self, pairings: Iterable[Pairing]) -> list[list[Pairing]]:
        """Return the games of each meeting."""
        found: dict[tuple[int, ...], list[Pairing]] = defaultdict(list)
        for one in pairings:
            found[one.round.number, one.board].append(one)
        return list(found.values())

    def meetings(self, number: int) -> list[Meeting]:
        """Return the meetings of a round, the reader's first."""
        some = [one for one in self.pairings if one.round.number == number]
        found = [self._meeting(games) for games in self._boards(some)]
        return sorted(found, key=lambda meeting: not meeting.mine)

    def _meeting(self, games: Sequence[Pairing]) -> Meeting:
        players, shown = games[0].players, [self._game(one) for one in games]
        tables = tuple(one.table for one in shown if one.table)
        sums = [
            sum(one.points[one.players.index(player)] for one in games if one.points is not None)
            for player in players
        ]
        whole = all(one.points is not None for one in games)
        most = [at for at, each in enumerate(sums) if each == max(sums)]
        order = sorted(range(len(players)), key=lambda at: -sums[at])
        shares = [(self.name(players[at]), words.points(sums[at])) for at in order]
        several = len(games) > 1 and (whole or any(sums))
        result = " : ".join(map(words.points, sums)) if several else shown[0].result
        return Meeting(
            tuple(map(self.name, players)),
            result,
            tuple(shares) if whole and len(players) > 2 else (),
            most[0] if whole and len(most) == 1 and len(players) > 1 else None,
            tables,
            self._is_mine(games[0]),
        )

    def games(self, number: int) -> list[Game]:
        """Return the games of a round."""
        return [self._game(one) for one in self.pairings if one.round.number == number]

    def _game(self, one: Pairing) -> Game:
        names = tuple(self.name(player) for player in one.players)
        if one.points is None:
            result = _("playing") if one.table_id else _("to come")
            result = result if one.settled_at is None else _("played")
        elif one.is_bye:
            result = _("bye")
        else:
            result = " : ".join(map(words.points, one.points))
            result += f" ({_('forfeit')})" if one.forfeit else ""
        shown = not self.event.duplicate or one.round.ended_at is not None or self._is_mine(one)
        return Game(one, names, result, one.table_id or "" if shown else "")

    def _is_mine(self, one: Pairing) -> bool:
        return self.mine is not None and self.mine.pk in one.players

    def again(self) -> list[int]:
        """Return the rounds of a Swiss in which two met again, or somebody had a second bye: there
        was no other way (`formats.swiss`)."""
        met: set[tuple[int, ...]] = set()
        found = set()
        for one in self.pairings:
            if self.event.format == Format.SWISS and one.game == 1:
                pair = tuple(sorted(one.players))
                found |= {one.round.number} if pair in met else set()
                met.add(pair)
        return sorted(found)

    @cached_property
    def my_meetings(self) -> list[list[Pairing]]:
        """Return the games of the reader's meetings, the newest first."""
        mine = self.mine
        own = [one for one in self.pairings if mine is not None and mine.pk in one.players]
        return self._boards(own)[::-1]

    def my_game(self) -> Game | None:
        """Return the reader's running game, or the next to be opened."""
        running = [one for games in self.my_meetings for one in games if one.settled_at is None]
        running.sort(key=lambda one: (one.table_id is None, one.game))
        return self._game(running[0]) if running else None

    @cached_property
    def last(self) -> Round | None:
        """Return the newest round."""
        return self.event.all_rounds.order_by("-number").first()

    def short(self) -> int:
        """Return the number of games given up early, for organisers alone."""
        return sum(one.short for one in self.pairings)

    def decisions(self) -> list[Decision]:
        """Return the newest decisions of the organisers."""
        rows = self.event.decisions.select_related("by", "entry__user").order_by("-pk")
        return list(rows[:20])

    def companies(self) -> list[list[str]]:
        """Return the entries that share an address, for organisers alone."""
        found: dict[int, list[str]] = defaultdict(list)
        for entry in self.entries:
            if entry.company is not None:
                found[entry.company].append(name_of(entry))
        return [names for names in found.values() if len(names) > 1]


def _key(reader: selectors.Reader) -> int | None:
    return reader.pk if reader is not None else None


def name_of(entry: Entry) -> str:
    """Return the name of an entry that others see."""
    return str(entry.user.name) if entry.user else bot_name(entry.bot)


def _how(points: float, games: Sequence[Pairing]) -> str:
    """Return whether a meeting was won: of several, by whoever came first."""
    found = [one.points for one in games if one.points is not None]
    if len(games[0].players) > 2:
        return "won" if points == sum(map(max, found)) else "lost"
    average = sum(map(sum, found)) / 2
    return "won" if points > average else "drawn" if points == average else "lost"


def _told(line: Line, beside: Sequence[Line]) -> tuple[str, str]:
    """Return the first tie-break in which a line differs from a neighbour with equal points, and
    its value."""
    level = [one for one in beside if one.points == line.points and one is not line]
    for at, (name, _says) in enumerate(words.tie_breaks() if level else (), 1):
        if any(one.key[at] != line.key[at] and one.key[:at] == line.key[:at] for one in level):
            return name, words.points(line.key[at])
    return "", ""
