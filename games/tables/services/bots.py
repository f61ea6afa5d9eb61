"""The choices of bots and caretakers. They are computed in separate workers, without a lock on the
table.

A bot gets the view of its seat and no other value of the table. If it fails, it is tried once more
with other random numbers, then a simpler bot, and at last the plainest legal action is played. If a
bot kills its worker, the next worker begins further down that list: `bot_tries` counts the repeated
tasks (`bot_queue`).
"""

from __future__ import annotations

import hashlib
import hmac
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
from games.kernel import canonical, endings
from games.registry import bots, engines
from games.tables.models import Level, Status, Table
from games.tables.state import snapshot_cache
from games.tables.state.snapshot import Snapshot

log = logging.getLogger(__name__)

# The longest time of a choice in seconds, also on a machine too slow for all playouts. Two attempts
# take less than a task may (games.tables.tasks) and than a task counts as lost (bot_queue).
THINKING = 1.0

# The same for a deal that others play too, of the processor's time. Their bots are to answer alike,
# so time decides only on a machine that is far too slow, and two lost tasks change nothing.
THINKING_ALIKE, LOST_ALIKE = 1.9, 2

# The bots that are tried for a level, one after the other; after them the plainest legal action.
INSTEAD: dict[str, Sequence[Level]] = {
    Level.BEGINNER: (Level.BEGINNER, Level.BEGINNER),
    Level.CLUB: (Level.CLUB, Level.CLUB),
    Level.EXPERT: (Level.EXPERT, Level.EXPERT, Level.CLUB, Level.CLUB),
    Level.MASTER: (Level.MASTER, Level.MASTER, Level.CLUB, Level.CLUB),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """The code that a bot plays, and its seat."""

    seat: int
    code: str


def choose(*, table_id: str, ply: int, clock: Callable[[], float] | None = None) -> Choice | None:
    """Return the choice of a bot at this ply; None if no bot has to act there, or the table has
    moved on."""
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
    clock = clock or (time.thread_time if table.deal else time.monotonic)
    levels = enumerate(INSTEAD[snapshot.players[seat].level])
    tries = max(0, table.bot_tries - LOST_ALIKE) if table.deal else table.bot_tries
    for number, level in list(levels)[tries:]:
        if table.deal:
            dice = alike(bytes(table.secret), snapshot.extent.standing, view, number)
        else:
            dice = dice_for(table_id, ply, number)
        code = attempt(snapshot, level, view, seat, legal, dice, clock)
        if code is not None:
            return Choice(seat, code)
    return Choice(seat, endings.plainest(engine, state, seat))


def attempt(
    table: Snapshot,
    level: Level,
    view: Any,
    seat: int,
    legal: Sequence[Any],
    dice: Random,
    clock: Callable[[], float],
) -> str | None:
    """Return the code that a bot of this level chooses; None if there is no bot, or it fails."""
    thinking = THINKING_ALIKE if table.deal else THINKING
    bot, end = bots().get(table.game), clock() + thinking
    if bot is None:
        return None
    try:
        asked = cast(BotLevel, level.value)
        budget = Budget(bot.playouts.get(asked, 0), lambda: clock() > end)
        code = table.engine.encode(choosing.choose(bot, asked, view, seat, legal, dice, budget))
    except Exception as error:  # its text may hold cards, which must not be logged
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


def dice_for(table_id: str, ply: int, attempt: int) -> Random:
    """Return random numbers that are the same for each run, so that a repeated task plays the same.
    They depend on the site's secret key, so players cannot compute them. No cards are dealt with
    them."""
    return Random(
        salted_hmac("games.tables.bots", f"{table_id} {ply} {attempt}", algorithm="sha256").digest()
    )


def alike(secret: bytes, standing: int, view: Any, attempt: int) -> Random:
    """Return random numbers that are the same at all tables of a deal where a bot has the same view
    after as many entries that stand: the same play gets the same answers, also in another process.
    Take-backs change nothing. Only the secret tells them in advance."""
    key = hashlib.sha256(b"fairdeal bots 1" + secret).digest()
    facts = f"{standing} {attempt} {canonical.text(view)}".encode()
    return Random(hmac.digest(key, facts, "sha256"))
