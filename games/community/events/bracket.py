"""The bracket of a knock-out as a picture: boxes and lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.community.events import round_list, state, words
from games.community.events.formats.knockout import Match
from games.community.events.models import Format, Pairing
from games.community.events.pages import Page

HEIGHT, ROOM, WIDTH, GAP, TOP = 56, 16, 208, 28, 30  # pixels
LETTERS = 18  # of a name that fit


@dataclass(frozen=True, slots=True)
class Line:
    """A player of a match: the name, its shown part, the games won, and whether ahead."""

    name: str
    shown: str
    won: str
    ahead: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A match: its corner, its lines, and the path of the line to the next one. Without lines it is
    to come."""

    x: int
    y: int
    title: str
    lines: tuple[Line, ...] = ()
    path: str = ""


def of(page: Page) -> dict[str, Any] | None:
    """Return the picture of a knock-out; None for another event, or before the first round."""
    if page.event.format != Format.KNOCKOUT or not page.event.number:
        return None
    boxes = [box for number in range(1, page.total + 1) for box in _column(page, number)]
    titles = [
        (_x(number), round_list.title(page.event, number, page.total))
        for number in range(1, page.total + 1)
    ]
    return {
        "boxes": boxes,
        "titles": titles,
        "width": _x(page.total) + WIDTH + 2,
        "height": max(box.y for box in boxes) + HEIGHT + 2,
        "box": WIDTH,
    }


def _x(number: int) -> int:
    return (number - 1) * (WIDTH + GAP) + 1


def _y(number: int, line: int) -> int:
    step = 1 << (number - 1)
    return round((line * step + (step - 1) / 2) * (HEIGHT + ROOM)) + TOP


def _column(page: Page, number: int) -> list[Box]:
    """Return the matches of a round, also those that are to come."""
    some = [one for one in page.pairings if one.round.number == number]
    found = state.matches(some)
    main = [one for one in found if not one[0].third]
    title = round_list.title(page.event, number, page.total)
    boxes = [
        _box(page, number, line, title, *main[line])
        if line < len(main)
        else Box(_x(number), _y(number, line), title, path=_path(number, line, page.total))
        for line in range(1 << (page.total - number))
    ]
    lowest = _y(page.total, 0) + HEIGHT + 2 * ROOM + TOP
    for match, games in found:
        if match.third:
            lines = _lines(page, match, games)
            boxes.append(Box(_x(number), lowest, round_list.third(), lines))
    return boxes


def _box(
    page: Page, number: int, line: int, title: str, match: Match, games: Sequence[Pairing]
) -> Box:
    lines = _lines(page, match, games)
    return Box(_x(number), _y(number, line), title, lines, _path(number, line, page.total))


def _path(number: int, line: int, total: int) -> str:
    """Return the line from a match to the one that its winner goes on to."""
    if number == total:
        return ""
    x, y = _x(number) + WIDTH, _y(number, line) + HEIGHT // 2
    return f"M{x} {y}h{GAP // 2}V{_y(number + 1, line // 2) + HEIGHT // 2}h{GAP // 2}"


def _lines(page: Page, match: Match, games: Sequence[Pairing]) -> tuple[Line, ...]:
    won = state.winner(page.event, match, games)
    return tuple(
        Line(
            page.name(player),
            _cut(page.name(player)),
            _wins(player, games) if len(match.players) > 1 else "",
            player == won,
            page.mine is not None and page.mine.pk == player,
        )
        for player in match.players
    )


def _wins(player: int, games: Sequence[Pairing]) -> str:
    points = [one.points[one.players.index(player)] for one in games if one.points is not None]
    return words.points(sum(points)) if points else ""


def _cut(name: str) -> str:
    """Return as much of a name as fits."""
    if sum(map(_width, name)) <= LETTERS:
        return name
    room, kept = LETTERS - 1.0, ""
    for letter in name:
        if (room := room - _width(letter)) < 0:
            break
        kept += letter
    return f"{kept}…"


def _width(letter: str) -> float:
    """Return about how many usual letters one is wide."""
    return 1.8 if letter in "MWmw" or unicodedata.east_asian_width(letter) in "WF" else 1
