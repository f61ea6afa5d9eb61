"""The turns of the others since the viewer's last one, for the line "Since your turn"; and those
before a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.screens.regions import Macro, Region
from games.screens.values import Sight, Turn

SINCE = Macro("screens/since.html", "since")


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The newest turn of a rival since the viewer's, and the number of its turns before that."""

    turn: Turn
    more: int


def since(turns: Sequence[Turn], viewer: int) -> tuple[LastTurn, ...]:
    """Return what each rival did since the viewer's turn, in the order of their turns.

    `turns` are the newest of the log, the newest first. Nothing before the viewer's first turn of
    a deal: its rivals have just begun as well.
    """
    found: dict[int, LastTurn] = {}
    for turn in turns:
        if turn.seat is None:
            return ()
        if turn.seat == viewer:
            return tuple(reversed(found.values()))
        newest = found.get(turn.seat)
        found[turn.seat] = LastTurn(newest.turn, newest.more + 1) if newest else LastTurn(turn, 0)
    return ()


def moments(turns: Sequence[Turn], viewer: int | None) -> tuple[int, ...]:
    """Return the moments between which the others have acted since the viewer's turn or the deal:
    the one before, and the one after each of their turns. Nothing while the viewer was the last.

    `turns` are the newest of the log, the newest first.
    """
    found: list[int] = []
    for turn in turns:
        found.append(turn.ply + 1)
        if turn.seat is None or turn.seat == viewer:
            return tuple(reversed(found)) if len(found) > 1 else ()
    return ()


def before_deal(turns: Sequence[Turn]) -> Sequence[Turn]:
    """Return the turns before the newest deal, the newest first."""
    at = next((at for at, turn in enumerate(turns) if turn.seat is None), len(turns))
    return [turn for turn in turns[at:] if turn.seat is not None]


def at_a_glance(sight: Sight[Any, Any]) -> Region:
    """Return the line "Since your turn", as the game's `brief` has it."""
    found = []
    for deed in sight.since:
        did = sight.brief(deed.turn.codes) if sight.brief else None
        if did is not None:
            told = (deed.turn.player, did.cards, did.where, did.short, deed.more)
            found.append((*shows(sight, deed.turn), *told))
    return Region(SINCE, (tuple(found),))


def shows(sight: Sight[Any, Any], turn: Turn) -> tuple[str, str]:
    """Return the address of the moment after a turn, where one may look back, and its codes, with a
    space after each."""
    href = sight.since_at(turn.ply + 1) if sight.since_at else "#log"
    return href, "".join([f"{code} " for code in turn.codes])
