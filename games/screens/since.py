"""The turns of the others since the viewer's last one, for the line "Since your turn"; and those
before a deal."""

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


def before_deal(turns: Sequence[Turn]) -> Sequence[Turn]:
    """Return the turns before the newest deal, the newest first."""
    at = next((at for at, turn in enumerate(turns) if turn.seat is None), len(turns))
    return [turn for turn in turns[at:] if turn.seat is not None]
