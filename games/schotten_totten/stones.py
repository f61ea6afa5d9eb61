"""The stones as the board shows them: a row to each, with the cards and the formation of both
sides."""

from __future__ import annotations

from dataclasses import dataclass

from games.schotten_totten.view import Side, Stone
from games.schotten_totten.words import Card, drawn, formed, kind
from games.screens.languages import gettext as _
from games.screens.languages import per_language

MINE, THEIRS = "mine", "theirs"
STRONGEST = {"joker": 9, "spy": 7, "shield": 3}

# Values with eq=False are cached, so they can be compared by identity, as cards are.


@dataclass(frozen=True, slots=True, eq=False)
class Half:
    """A side of a stone. `cards` are sorted, the lowest first; `codes` are in the order of laying.
    `free` is the number of free places, `form` the formation in words. `state` is "won", "lost"
    or "". `first`: the other side has an equal formation, but was complete later."""

    cards: tuple[Card, ...]
    codes: tuple[str, ...]
    free: int
    form: str
    state: str
    first: bool


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A stone. `owner` is "mine", "theirs" or "". `wins`: it would win the round for their side,
    for my side. `room`: my side has a free place."""

    number: int
    owner: str
    size: int
    blind: bool
    mud: bool
    theirs: Half
    mine: Half
    wins: tuple[bool, bool]
    room: bool


def whose(owner: int | None, me: int) -> str:
    """Return the side of an owner: "mine", "theirs", or "" for none."""
    return "" if owner is None else MINE if owner == me else THEIRS


def height(name: str) -> tuple[int, str]:
    """Return the sort key of a card: its highest possible strength, then its name."""
    return STRONGEST.get(kind(name)) or int(name[1]), name


@per_language(8192)
def row(number: int, stone: Stone, me: int, wins: tuple[bool, bool]) -> Row:
    """Return a stone, counted from 0, as the seat at the bottom sees it."""
    mine, theirs = _half(stone, me), _half(stone, 1 - me)
    owner = whose(stone.owner, me)
    return Row(
        number + 1,
        owner,
        stone.size,
        stone.blind,
        stone.mud,
        theirs,
        mine,
        wins,
        not owner and mine.free > 0,
    )


def _half(stone: Stone, seat: int) -> Half:
    side = stone.sides[seat]
    level = (
        stone.owner is None
        and side.formation is not None
        and side.formation == stone.sides[1 - seat].formation
    )
    return Half(
        cards=tuple(map(drawn, sorted(side.cards, key=height))),
        codes=side.cards,
        free=max(0, stone.size - len(side.cards)) if stone.owner is None else 0,
        form=_form(stone, side),
        state="" if stone.owner is None else "won" if stone.owner == seat else "lost",
        first=level and stone.first == seat,
    )


def _form(stone: Stone, side: Side) -> str:
    """Return the formation of a complete side in words; where only the sum counts, also the sum so
    far of another side; "" otherwise."""
    if side.formation:
        return formed(side.formation, stone.size)
    if stone.blind and side.cards and stone.owner is None:
        return _("Sum %(total)s so far") % {"total": sum([height(name)[0] for name in side.cards])}
    return ""
