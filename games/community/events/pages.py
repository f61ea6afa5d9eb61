"""The page of an event, from its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.community.events import selectors, state, words
from games.community.events.formats.knockout import Match
from games.community.events.formats.standings import Line
from games.community.events.models import Decision, Entry, Event, Format, Pairing
from games.tables.models import bot_name

SHOWN = 50  # lines of the standings on a page
WIDE = 24  # entries up to which there is a crosstable
LINE, ROOM, WIDTH, GAP = 26, 14, 190, 24  # pixels of the bracket


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings. `cells` are the rounds: "4+" is a win against number 4."""

    number: int
    place: int
    entry: Entry
    name: str
    line: Line
    points: str
    ties: tuple[str, ...]
    cells: tuple[str, ...]
    you: bool


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
        """Return whether an organiser may give it another result by now."""
        made = self.pairing.round
        return len(self.names) > 1 and (not made.deal_set or made.ended_at is not None)


@dataclass(frozen=True, slots=True)
class Box:
    """A match of the bracket: its corner, and its two lines with what each has won."""

    x: int
    y: int
    lines: tuple[tuple[str, str, bool], ...]
    path: str


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
        seeded = [one for one in self.entries if one.seed and (one.plays or self._has(one))]
        found = state.lines(self.event, seeded, self.pairings)
        numbers = {entry.pk: number for number, (entry, _line) in enumerate(found, 1)}
        cells = self._cells(numbers) if len(found) <= WIDE else {}
        rounds = range(1, self.event.number + 1)
        return [
            Row(
                number=numbers[entry.pk],
                place=line.place,
                entry=entry,
                name=name_of(entry),
                line=line,
                points=words.points(line.points),
                ties=tuple(map(words.points, line.key[1:])),
                cells=tuple(cells.get((entry.pk, each), "") for each in rounds),
                you=entry is self.mine,
            )
            for entry, line in found
        ]

    def _has(self, entry: Entry) -> bool:
        return any(entry.pk in one.players for one in self.pairings)

    def _cells(self, numbers: dict[int, int]) -> dict[tuple[int, int], str]:
        """Return what stands in the crosstable: against whom, and the points of all games against
        them in the round."""
        found: dict[tuple[int, int], dict[str, list[float | None]]] = {}
        for one in self.pairings:
            for seat, player in enumerate(one.players):
                others = [str(numbers.get(id, "")) for id in one.players if id != player]
                against = found.setdefault((player, one.round.number), {})
                got = one.points[seat] if one.points else None
                against.setdefault("/".join(others) or "–", []).append(got)
        return {
            key: " ".join(f"{told}: {_sum(points)}" for told, points in against.items())
            for key, against in found.items()
        }

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

    def my_game(self) -> Game | None:
        """Return the reader's game that runs, or the last one of this round."""
        if self.mine is None:
            return None
        own = [one for one in self.pairings if self.mine.pk in one.players]
        running = [one for one in own if one.settled_at is None]
        running.sort(key=lambda one: (one.table_id is None, one.game))
        return self._game(running[0]) if running else None

    def bracket(self) -> dict[str, Any] | None:
        """Return the boxes of a knock-out, and the size of the picture."""
        if self.event.format != Format.KNOCKOUT or not self.event.number:
            return None
        total = state.rounds(self.event, [entry for entry in self.entries if entry.seed])
        boxes: list[Box] = []
        tall = (1 << max(0, total - 1)) * (2 * LINE + ROOM)
        for number in range(1, self.event.number + 1):
            some = [one for one in self.pairings if one.round.number == number]
            step = 1 << (number - 1)
            for line, (match, games) in enumerate(state.matches(some)):
                x = (number - 1) * (WIDTH + GAP)
                y = round((line * step + (step - 1) / 2) * (2 * LINE + ROOM))
                if match.third:
                    y = tall - 2 * LINE if total > 2 else 2 * LINE + ROOM
                boxes.append(self._box(x, y, match.players, games, match.third))
        lowest = max((box.y for box in boxes), default=0) + 2 * LINE + ROOM
        return {
            "boxes": boxes,
            "width": total * (WIDTH + GAP) - GAP + 2,
            "height": max(lowest, tall),
            "box": WIDTH,
            "line": LINE,
        }

    def _box(
        self, x: int, y: int, players: Sequence[int], games: Sequence[Pairing], third: bool
    ) -> Box:
        match = Match(tuple(players), third)
        won = state.winner(self.event, match, games)
        lines = []
        for player in players:
            wins = sum(
                one.points[one.players.index(player)] for one in games if one.points is not None
            )
            lines.append((_cut(self.name(player)), words.points(wins), player == won))
        path = "" if x == 0 or third else f"M{x - GAP} {y + LINE}H{x}"
        return Box(x, y, tuple(lines), path)

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


def _cut(name: str) -> str:
    return name if len(name) <= 17 else f"{name[:16]}…"


def name_of(entry: Entry) -> str:
    """Return the name of an entry that others see."""
    return str(entry.user.name) if entry.user else bot_name(entry.bot)


def _sum(points: Sequence[float | None]) -> str:
    """Return the sum of points; "…" while a game has none."""
    known = [each for each in points if each is not None]
    return words.points(sum(known)) if len(known) == len(points) else "…"
