"""The score sheet as the board draws it: categories by seats, with the reason for the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop as noop

from games.exhibition import score_words
from games.exhibition.deck import CONTINENTS, continent
from games.exhibition.score_sheet import Sheet
from games.exhibition.view import Hall, View
from games.exhibition.words import decade, where
from games.screens import phrases
from games.screens.languages import gettext as _
from games.screens.languages import ngettext, per_language

CATEGORIES: Final = {
    "six": (noop("Six continents"), noop("Six")),
    "gap": (noop("Years gap"), noop("Gap")),
    "short": (noop("Short era"), noop("Short")),
    "antiquity": (noop("Antiquity"), noop("Old")),
    "focus": (noop("Continent focus"), noop("Focus")),
    "decades": (noop("Decades"), noop("Decades")),
    "chain": (noop("Chain of years"), noop("Chain")),
    "secret": (noop("Secret decade"), noop("Secret")),
    "empty": (noop("Empty spots"), noop("Empty")),
    "depot": (noop("Depot cards"), noop("Depot")),
}


RULES: Final = {
    "six": "points-six",
    "gap": "points-gap",
    "short": "short",
    "antiquity": "antiquity",
    "focus": "points-focus",
    "decades": "points-decades",
    "chain": "points-chain",
    "secret": "secret",
    "empty": "points-empty",
    "depot": "points-empty",
}
"""Category → the id of its paragraph in the rules."""
SOLO_RULES: Final = {"six": "alone", "gap": "alone"}


class Cell(NamedTuple):
    """Points as written, the reason in short and in full, and whether they are the best and not
    shared by all."""

    points: str
    reason: str
    words: str
    best: bool


class Row(NamedTuple):
    """A category, and its cells in the order of the columns. `rule` is the id of its paragraph in
    the rules."""

    name: str
    rule: str
    title: str
    short: str
    cells: tuple[Cell, ...]


def minus(number: int | None) -> str:
    """Return a number with a true minus sign; "?" for a secret one (None)."""
    return "?" if number is None else phrases.minus(number)


def grouped(number: int) -> str:
    """Return a total with a narrow space between thousands."""
    return (
        minus(number)
        if abs(number) < 1000
        else f"{number:,}".replace(",", "\u202f").replace("-", "−")
    )


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a score sheet."""

    categories: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    decades: tuple[int | None, ...]
    missing: tuple[tuple[str, ...], ...]
    """By seat, the continents that its hall lacks."""
    over: bool


def rows(view: View, seats: Sequence[int]) -> tuple[Row, ...]:
    """Return the score sheet, a row for each category. It is cached, since most steps of a turn
    leave it as it is."""
    return _rows(
        Facts(
            view.categories, view.sheets, view.decades, tuple(map(_missing, view.halls)), view.over
        ),
        tuple(seats),
    )


@lru_cache(1 << 10)
def _missing(hall: Hall) -> tuple[str, ...]:
    shown = {continent(card) for case in hall.showcases for card in case if card}
    return tuple(each for each in CONTINENTS if each not in shown)


@per_language(512)
def _rows(facts: Facts, seats: tuple[int, ...]) -> tuple[Row, ...]:
    return tuple(_row(facts, number, name, seats) for number, name in enumerate(facts.categories))


def _row(view: Facts, number: int, name: str, seats: Sequence[int]) -> Row:
    points = [view.sheets[seat].points[number] for seat in seats]
    known = [each for each in points if each is not None]
    level = len(set(points)) == 1 or len(known) < len(points)
    pairs = zip(seats, points, strict=True)
    cells = [
        Cell(
            minus(each),
            _reason(view, name, number, seat),
            _words(view, name, number, seat),
            not level and each == max(known),
        )
        for seat, each in pairs
    ]
    title, short = (_(words) for words in CATEGORIES[name])
    if (
        name == "secret"
        and (own := view.decades[seats[0]] if view.decades else None) is not None
        and not view.over
    ):
        title, short = _("Secret: %(decade)s") % {"decade": decade(own)}, decade(own)
    solo = len(view.sheets) == 1
    rule = SOLO_RULES.get(name, RULES[name]) if solo else RULES[name]
    return Row(name, rule, title, short, tuple(cells))


def _words(view: Facts, name: str, number: int, seat: int) -> str:
    sheet = view.sheets[seat]
    lost = len(sheet.against[number]) if sheet.against else 0
    return score_words.words(name, sheet, sheet.points[number], view.missing[seat], lost)


def _reason(view: Facts, name: str, number: int, seat: int) -> str:
    sheet = view.sheets[seat]
    if name == "six" and sheet.all_six:
        return _("round %(number)s") % {"number": sheet.all_six}
    if name in ("gap", "short", "antiquity"):
        return _compared(sheet, name, number)
    if name == "focus":
        named = len(sheet.focus) == 1 and len(view.sheets) < 4
        return (
            ", ".join(map(where, sheet.focus) if named else sheet.focus[:3])
            if (sheet.points[number] or 0) > 1
            else ""
        )
    if name == "chain" and sheet.chain and sheet.chain[1] > sheet.chain[0]:
        return f"{sheet.chain[0]}–{sheet.chain[1] % 100:02}"
    if name == "secret" and (first := view.decades[seat] if view.decades else None) is not None:
        return decade(first)
    return ""


def _compared(sheet: Sheet, name: str, number: int) -> str:
    """Return the reason for a category that compares players: the value that is compared; in a solo
    game the number of cards that cost points."""
    if sheet.against and (against := len(sheet.against[number])):
        return ngettext("%(num)s in the way", "%(num)s in the way", against) % {"num": against}
    if name == "antiquity":
        return str(sheet.antiquity or "")
    years = sheet.gap if name == "gap" else sheet.short
    return (
        "" if years is None else ngettext("%(num)s year", "%(num)s years", years) % {"num": years}
    )
