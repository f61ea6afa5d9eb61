"""The turns of the others since the viewer's last one, for the line "Since your turn"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.screens.values import Turn


@dataclass(frozen=True, slots=True)
class Deed:
    """The newest turn of a rival since the viewer's, and the number of its turns before that."""

    turn: Turn
    more: int


def since(turns: Sequence[Turn], viewer: int) -> tuple[Deed, ...]:
    """Return what each rival did since the viewer's turn, the first who did anything in front.

    `turns` are the newest of the log, the newest first. Nothing before the viewer's first turn of
    a deal: its rivals have just begun as well.
    """
    found: dict[int, Deed] = {}
    for turn in turns:
        if turn.seat is None:
            return ()
        if turn.seat == viewer:
            return tuple(reversed(found.values()))
        newest = found.get(turn.seat)
        found[turn.seat] = Deed(newest.turn, newest.more + 1) if newest else Deed(turn, 0)
    return ()
