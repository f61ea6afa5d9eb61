"""A hint as the player sees it who asked for it, and its marks on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import escape

from games.screens.buttons import button_id
from games.screens.contract import AnyScreen
from games.screens.regions import Board, Region, text
from games.tables.models import NO_HINT
from games.tables.state import hints
from games.tables.state.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Hint:
    """The state of a player's hints in a game that offers them."""

    taken: int
    open: bool
    """True while the seat has a choice, so that it may ask."""
    asked: bool = False
    failed: bool = False
    code: str = ""
    """The code of the hint; "" while it is looked for."""
    move: tuple[str, str, str] = ("", "", "")
    """The code in words, cut around those of its card."""
    suit: str = ""
    """The letter of that card's suit."""
    why: str = ""
    chooses: Sequence[str] = ()
    """The ids of the radios and boxes that the hint ticks."""


def of(table: Snapshot, screen: AnyScreen, seat: int, view: Any, moves: int) -> Hint | None:
    """Return the hint of a seat, from its view alone; None where the game offers no hints. Where it
    has no choice of `moves`, there is nothing to ask."""
    if not hints.offered(table, seat):
        return None
    player, turn = table.players[seat], moves > 1
    if not turn or player.hint_ply != table.ply:
        return Hint(player.hints, turn)
    code = player.hint_code
    if code in ("", NO_HINT):
        return Hint(player.hints, turn, asked=True, failed=code == NO_HINT)
    move, suit = _move(screen, code)
    return Hint(
        player.hints,
        turn,
        asked=True,
        code=code,
        move=move,
        suit=suit,
        why=screen.why(view, seat, code, None),
        chooses=screen.chooses(view, code),
    )


def _move(screen: AnyScreen, code: str) -> tuple[tuple[str, str, str], str]:
    """Return a code in words, cut around its card, and the suit of this card; no cut unless it has
    one card in one suit."""
    said, faces = screen.say(code), screen.pictured((code,))
    if len(faces) != 1:
        return (said, "", ""), ""
    cut = said.partition(faces[0].suit.words(faces[0].rank))
    return cut, faces[0].suit.letter if cut[1] else ""


def shown(board: Board, hint: Hint | None) -> Board:
    """Return a board with the marks of a hint in those regions that have a place for one."""
    if hint is None or not hint.code:
        return board
    found = {}
    for id, region in board.regions.items():
        plain = Region(region.make, region.facts)
        its = Region(_marked, (plain, hint.code, tuple(hint.chooses)), region.inner)
        found[id] = region if text(its) == text(region) else its
    return replace(board, regions=found)


def whole(html: str, hint: Hint | None) -> str:
    """Return a whole board with the marks that its regions have, also outside of them."""
    if hint is None or not hint.code:
        return html
    return _marked(html, hint.code, tuple(hint.chooses))


def _marked(made: str, code: str, chooses: tuple[str, ...]) -> str:
    """Return a text with `data-hinted` at the button of the code and at the labels of this button,
    and ticks at what chooses its cards. Every board writes these alike; what has a mark keeps
    it."""
    found, button = str(made), escape(button_id(code))
    changes = [
        (f'name="code" value="{escape(code)}"', ""),
        (f'for="{button}"', ""),
        *[(f'id="{escape(each)}"', " checked") for each in chooses],
    ]
    for here, ticked in changes:
        mark = f"{here}{ticked} data-hinted"
        found = found.replace(mark, here).replace(here, mark)
    return found
