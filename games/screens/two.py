"""The parts of boards for two: both sides' strips, and the facts of their bars."""

from __future__ import annotations

from typing import Any

from games.screens import since as since_turn
from games.screens.log_lines import Line
from games.screens.regions import Macro, Region
from games.screens.values import ShownPlayer, Sight, Turn

STRIP = Macro("screens/strip.html", "of_two")


def step(sight: Sight[Any, Any]) -> str:
    """Return the topic of the bar: "choose" a card, "draw", a step of the "past", the game is
    "over", "turn" (the viewer's own, seen by others' eyes) or "wait"."""
    if sight.screen.picks:
        return "choose"
    if sight.screen.draws:
        return "draw"
    if sight.moment:
        return "past"
    if sight.final:
        return "over"
    return "turn" if sight.view.turn == sight.viewer else "wait"


def strip(sight: Sight[Any, Any], side: str, player: ShownPlayer, facts: Region) -> Region:
    """Return the strip of a side, "theirs" or "mine", with the game's words."""
    turn = sight.acts(player)
    return Region(STRIP, (side, player.number, player.called, player.bot, turn, facts))


def since(sight: Sight[Any, Any]) -> tuple[str, str, Line] | None:
    """Return what the other side did since the viewer's turn, or before the first one of a deal:
    the address of that moment, the codes, the line of the log. None if it did nothing."""
    turns, screen = sight.turns, sight.screen
    done: Turn | None = None
    if sight.since:
        done = sight.since[-1].turn
    elif turns and turns[0].seat == screen.them:
        done = turns[0]
    if done is None:
        return None
    (told,) = screen.told([done], sight.players)
    return (*since_turn.shows(sight, done), told[1])
