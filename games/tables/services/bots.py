"""What bots and caretakers play. They think in workers of their own, and hold no lock meanwhile.

A bot gets the view of its seat, and nothing else of the table. One that fails is asked once more,
with other dice, then a simpler one in its place, and at last the plainest legal action is played.
Whoever dies of a bot is followed by one who begins further down that line: `bot_tries` counts how
often the table had to be asked again (`queue`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from django.utils.crypto import salted_hmac

from games.bots import choosing
from games.bots.protocol import Budget
from games.bots.protocol import Level as BotLevel
from games.kernel import endings
from games.registry import bots, engines
from games.tables.models import Level, Status, Table
from games.tables.state import snapshot_cache
from games.tables.state.snapshot import Snapshot

log = logging.getLogger(__name__)

# seconds, also where a machine is too slow for all playouts of an Expert: with the way there it
# stays below one
THINKING = 0.7

# The bots that are tried for a level, one after the other; behind them the plainest legal action.
INSTEAD: dict[str, Sequence[Level]] = {
    Level.BEGINNER: (Level.BEGINNER, Level.BEGINNER),
    Level.CLUB: (Level.CLUB, Level.CLUB),
    Level.EXPERT: (Level.EXPERT, Level.EXPERT, Level.CLUB, Level.CLUB),
}


@dataclass(frozen=True, slots=True)
class Choice:
    seat: int
    code: str


def choose(
    *, table_id: str, ply: int, clock: Callable[[], float] = time.monotonic
) -> Choice | None:
    """What a bot plays at this ply; None if none has to act there, or no longer."""
    table = Table.objects.filter(
        pk=table_id, ply=ply, status=Status.RUNNING, game__in=engines().keys()
    ).first()
    if table is None:
        return None
    snapshot = snapshot_cache.current(table)
    seat = next(iter(snapshot.bots_to_act), None)
    if seat is None or snapshot.ply != ply or snapshot.position is None:
        return None
    engine, state = snapshot.engine, snapshot.position.state
    view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
    levels = enumerate(INSTEAD[snapshot.players[seat].level])
    for number, level in list(levels)[table.bot_tries :]:
        code = _attempt(snapshot, level, view, seat, legal, _dice(table_id, ply, number), clock)
        if code is not None:
            return Choice(seat, code)
    return Choice(seat, endings.plainest(engine, state, seat))


def _attempt(
    table: Snapshot,
    level: Level,
    view: Any,
    seat: int,
    legal: Sequence[Any],
    dice: Random,
    clock: Callable[[], float],
) -> str | None:
    """The code that a bot chooses; None if the game has no bot, or it fails."""
    bot, end = bots().get(table.game), clock() + THINKING
    if bot is None:
        return None
    try:
        budget = Budget(bot.playouts, lambda: clock() > end)
        code = table.engine.encode(
            choosing.choose(bot, cast(BotLevel, level.value), view, seat, legal, dice, budget)
        )
    except Exception as error:  # its words may hold cards, and logs hold none
        log.error(
            "The %s bot of %s failed at ply %s of a table: %s",
            level,
            table.game,
            table.ply,
            type(error).__name__,
        )
        return None
    if code not in [table.engine.encode(action) for action in legal]:
        log.error(
            "The %s bot of %s chose what is not legal at ply %s of a table.",
            level,
            table.game,
            table.ply,
        )
        return None
    return code


def _dice(table_id: str, ply: int, attempt: int) -> Random:
    """The same each time, so that a repeated task plays the same; players cannot throw them. Cards
    are not dealt with these."""
    return Random(
        salted_hmac("games.tables.bots", f"{table_id} {ply} {attempt}", algorithm="sha256").digest()
    )
