"""A hint as the player sees it who asked for it, and its marks on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from games.screens.buttons import button_id
from games.screens.cards import drawn
from games.screens.contract import AnyScreen
from games.tables.models import NO_HINT
from games.tables.state import hinting
from games.tables.state.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Hint:
    """The state of a player's hints in a game that offers them."""

    taken: int
    open: bool
    """True while the seat has to act, so that it may ask."""
    asked: bool = False
    failed: bool = False
    code: str = ""
    """The code of the hint; "" while it is looked for."""
    move: tuple[Any, ...] = ()
    """The code in words, with its card as the log draws it."""
    why: str = ""
    chooses: Sequence[str] = ()
    """The ids of the radios and boxes that the hint ticks."""


def of(table: Snapshot, screen: AnyScreen, seat: int, view: Any) -> Hint | None:
    """Return the hint of a seat, from its view alone; None where the game offers no hints."""
    if not hinting.offered(table, seat):
        return None
    player, turn = table.players[seat], seat in table.to_act
    if not turn or player.hint_ply != table.ply:
        return Hint(player.hints, turn)
    code = player.hint_code
    if code in ("", NO_HINT):
        return Hint(player.hints, turn, asked=True, failed=code == NO_HINT)
    return Hint(
        player.hints,
        turn,
        asked=True,
        code=code,
        move=_move(screen, code),
        why=screen.why(view, seat, code, None),
        chooses=screen.chooses(view, code),
    )


def _move(screen: AnyScreen, code: str) -> tuple[Any, ...]:
    """Return a code in words, with its card as a log draws it, if it has one card in one suit."""
    said, faces = screen.say(code), screen.pictured((code,))
    if len(faces) != 1:
        return (said,)
    its, card = faces[0], f"{faces[0].suit.letter.upper()}{faces[0].rank or 'x'}"
    before, found, after = said.partition(its.suit.words(its.rank))
    return (before, drawn(card), after) if found else (said,)


def marked(board: str, hint: Hint | None) -> str:
    """Return a rendered board with the marks of a hint: `data-hinted` at the button of its code and
    at the labels of this button, and ticks at what chooses its cards.

    The pieces of boards are kept and know of no hint, so it is added to the whole. Every board has
    these buttons and labels, and writes them alike.
    """
    if hint is None or not hint.code:
        return board
    code, button = escape(hint.code), escape(button_id(hint.code))
    changes = [
        (f'name="code" value="{code}"', ""),
        (f'for="{button}"', ""),
        *[(f'id="{escape(each)}"', " checked") for each in hint.chooses],
    ]
    for found, ticked in changes:
        board = board.replace(found, f"{found}{ticked} data-hinted")
    return board
