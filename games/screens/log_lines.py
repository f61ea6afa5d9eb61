"""The log as a board shows it: a line for each turn, and one for each round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from games.screens import languages
from games.screens.languages import gettext as _
from games.screens.regions import Region, Regions, macros
from games.screens.values import ShownPlayer, Sight, Turn

LISTED, ENTRY = macros("screens/log.html", "listed entry")

Parts: TypeAlias = Callable[[str, bool, tuple[str, ...]], tuple[Any, ...]]
"""(player's name, whether that is the viewer, codes) → the turn in words and cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line of the log: the id of its element, words, and cards between them. Lines are compared
    by identity, since cached fragments of a board have them in their keys."""

    id: str
    number: int
    parts: tuple[Any, ...]
    deal: bool


def begins(number: int, starter: ShownPlayer | None) -> str:
    """Return the sentence for the start of a round; `starter` is the player who moves first, if
    known."""
    if starter is None:
        return _("Round %(number)s begins.") % {"number": number}
    if starter.you:
        return _("Round %(number)s begins. You move first.") % {"number": number}
    return _("Round %(number)s begins. %(player)s moves first.") % {
        "number": number,
        "player": starter.name,
    }


def told(
    turns: Iterable[Turn],
    players: Sequence[ShownPlayer],
    parts: Parts,
    starters: Sequence[int | None],
    begins: Callable[[int, ShownPlayer | None], str] = begins,
) -> list[tuple[int, Line]]:
    """Return the lines of these turns, newest first, each with the ply of the position after it.

    `starters`: the seat that moves first in each round so far, None where it is not known. Deals in
    a row are one line.
    """
    result, language = [], languages.current()
    round, dealt = len(starters), False
    for turn in turns:
        if turn.seat is not None:
            dealt = False
            result.append(
                (
                    turn.ply + 1,
                    _line(parts, language, turn.number, turn.player, turn.you, turn.codes),
                )
            )
        elif round > 0 and not dealt:
            dealt, starter = True, starters[round - 1]
            result.append(
                (
                    turn.ply + 1,
                    _line(
                        _as_it_is,
                        language,
                        turn.number,
                        begins(round, None if starter is None else players[starter]),
                        False,
                        (),
                    ),
                )
            )
            round -= 1
    return result


def listed(
    sight: Sight[Any, Any], told: Sequence[tuple[int, Line]], after: Region | str = ""
) -> Regions:
    """Return the region "log" of these lines and of what follows them, with a region to each line.
    Where one may go back they are links; a step that was taken back has no line, but the taking
    back does."""
    to, moment, turns = sight.to, sight.moment, sight.turns
    if to is None:
        ids = tuple([line.id for _ply, line in told])
        found = {"log": Region(LISTED, (ids, (), "", after), ids)}
        for ply, line in told:
            found[line.id] = _entry(line, ply if sight.since_at else 0)
        return found
    gone = moment and turns and moment.ply != turns[0].ply + 1
    steps = [(line, ply, to(ply), moment and moment.ply == ply) for ply, line in told]
    return {"log": Region(LISTED, ((), tuple(steps), sight.say if gone else "", after))}


def _as_it_is(sentence: str, you: bool, codes: tuple[str, ...]) -> tuple[Any, ...]:
    return (sentence,)


@lru_cache(8192)
def _line(
    parts: Parts, language: str, number: int, player: str, you: bool, codes: tuple[str, ...]
) -> Line:
    deal = parts is _as_it_is
    id = f"deal-{number}" if deal else f"turn-{number}"
    return Line(id, number, parts(player, you, codes), deal)


@lru_cache(8192)
def _entry(line: Line, shows: int) -> Region:
    return Region(ENTRY, (line, shows))
