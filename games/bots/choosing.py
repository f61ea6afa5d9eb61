"""The choice of a bot."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.protocol import A, Bot, Budget, Dice, Level, S, V
from games.bots.search import search
from games.kernel.protocol import Seat


def choose(
    bot: Bot[S, A, V],
    level: Level,
    view: V,
    seat: Seat,
    legal: Sequence[A],
    rng: Dice,
    budget: Budget | None = None,
) -> A:
    """Return one of the legal actions, of which there must be one.

    Only levels that search use a budget; without one they use the budget of their bot.
    """
    if len(legal) == 1:
        return legal[0]
    if level == "beginner":
        return bot.beginner(view, seat, legal, rng)
    if level == "club":
        return bot.club(view, seat, legal, rng)
    return search(bot, view, seat, legal, rng, budget or Budget(bot.playouts[level]))
