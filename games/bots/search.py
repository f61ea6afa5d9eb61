"""The search of every Expert: imagine what is hidden, try each candidate on the same deals, play out, keep the better half, repeat.

The same deals for all make luck cancel out, and halving spends the playouts where the choice is close. There is no tree: with
as few playouts as a second allows it would be hardly deeper than its root.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.protocol import A, Bot, Budget, Dice, Light, S, V
from games.kernel.protocol import Seat


def search(bot: Bot[S, A, V], view: V, seat: Seat, legal: Sequence[A], rng: Dice, budget: Budget) -> A:
    """The candidate that did best; the earlier one of equals."""
    left = list(bot.candidates(view, seat, legal))
    totals = dict.fromkeys(range(len(left)), 0.0)
    halvings = max(1, (len(left) - 1).bit_length())
    while len(totals) > 1:
        for _ in range(max(1, budget.playouts // (halvings * len(totals)))):
            state = bot.engine.imagine(view, rng)
            for number in totals:
                totals[number] += bot.playout(bot.engine.apply(state, seat, left[number]), seat, rng)
            if budget.over():
                return left[_ranked(totals)[0]]
        better = _ranked(totals)[: (len(totals) + 1) // 2]
        totals = {number: totals[number] for number in better}
    return left[next(iter(totals))]


def _ranked(totals: dict[int, float]) -> list[int]:
    """Best first. All have played the same deals, so sums tell as much as means."""
    return sorted(totals, key=lambda number: (-totals[number], number))


def follow(bot: Light[S, A, V], state: S, seat: Seat, rng: Dice) -> float:
    """A playout in which everybody follows the policy."""
    engine, policy = bot.engine, bot.policy
    for _ in range(bot.plies):
        acting = engine.to_act(state)
        if not acting:
            break
        actor = min(acting)
        state = engine.apply(state, actor, policy(state, actor, rng))
    return bot.value(state, seat)
