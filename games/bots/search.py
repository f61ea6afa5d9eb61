"""The search of Expert and Master: imagine the hidden cards, try each line on the same imagined
deals, play them out, keep the better half, and repeat.

The same deals for all lines cancel luck, and halving spends the playouts where the choice is
close. There is no tree: the playouts of one second would hardly reach deeper than its root. The
policy's line stays until the end. It is played unless another one is better by more than the
playouts' own luck. What the policy expects of a line may count beside the playouts (`belief`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import stdev
from typing import Any

from games.bots.protocol import A, Bot, Budget, Dice, Light, Line, S, V
from games.kernel.protocol import Seat

DOUBT = 0.5
"""The margin of proof, in standard errors, of a bot that has none of its own (`doubt`)."""


def search(
    bot: Bot[S, A, V], view: V, seat: Seat, legal: Sequence[A], rng: Dice, budget: Budget
) -> A:
    """Return the first action of the first candidate, or of another that proved better."""
    first, *others = candidates = list(bot.candidates(view, seat, legal))
    if not others:
        return first[0]
    often: Callable[[V], float] | None = getattr(bot, "often", None)
    playouts = round(budget.playouts * (often(view) if often else 1))
    worths: list[list[float]] = [[] for _ in candidates]
    believed = beliefs(bot, view, seat, len(candidates))
    deals = imagined(bot, view, seat, rng)
    rivals, rounds, over = (
        list(range(1, len(candidates))),
        (len(others) - 1).bit_length() + 1,
        False,
    )
    while not over:
        tried = [0, *rivals]
        for _ in range(max(1, playouts // (rounds * len(tried)))):
            state = next(deals)
            for number in tried:
                worths[number].append(
                    bot.playout(after(bot, state, seat, candidates[number]), seat, rng)
                )
            if over := budget.over():
                break
        rivals.sort(key=lambda number: (-sum(worths[number]) - believed[number], number))
        over = over or len(rivals) == 1
        rivals = rivals[: (len(rivals) + 1) // 2]
    doubt = getattr(bot, "doubt", DOUBT)
    best = rivals[0]
    better = proved(worths[best], worths[0], doubt, believed[best] - believed[0])
    return candidates[best][0] if better else first[0]


def beliefs(bot: Any, view: Any, seat: Seat, number: int) -> Sequence[float]:
    """Return, for each candidate, the prior: the sum of the playouts that the policy's judgement
    stands for; 0 for a bot without `belief`."""
    belief: int = getattr(bot, "belief", 0)
    return [belief * gain for gain in bot.gains(view, seat)] if belief else [0.0] * number


def imagined(bot: Bot[S, A, V], view: V, seat: Seat, rng: Dice) -> Iterator[S]:
    """Yield states that agree with the view: the bot's own `deals`, or the engine's."""
    deals: Callable[[V, Seat, Dice], Iterator[S]] | None = getattr(bot, "deals", None)
    if deals:
        yield from deals(view, seat, rng)
    while True:
        yield bot.engine.imagine(view, rng)


def after(bot: Bot[S, A, V], state: S, seat: Seat, line: Line[A]) -> S:
    """Return the state after a line of the seat."""
    for action in line:
        state = bot.engine.apply(state, seat, action)
    return state


def proved(
    worths: Sequence[float], others: Sequence[float], doubt: float = DOUBT, believed: float = 0.0
) -> bool:
    """Tell whether one candidate is significantly better than the other, by `doubt` standard
    errors. Both have one worth for each imagined deal, in the same order; `believed` is added to
    the sum of what the first one has more."""
    more = [one - other for one, other in zip(worths, others, strict=True)]
    return len(more) > 1 and sum(more) + believed > doubt * stdev(more) * sqrt(len(more))


def follow(bot: Light[S, A, V], state: S, seat: Seat, rng: Dice) -> float:
    """Play a state on with the bot's policy for every seat, and return its worth to the seat."""
    engine, policy = bot.engine, bot.policy
    for _ in range(bot.plies):
        acting = engine.to_act(state)
        if not acting:
            break
        actor = min(acting)
        state = engine.apply(state, actor, policy(state, actor, rng))
    return bot.value(state, seat)
