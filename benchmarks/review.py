"""Reviews of games: how long one takes, and how often two with different dice call the same
decision a loss.

    python -m benchmarks.review
    python -m benchmarks.review --game lost_cities --games 6 --levels club beginner

Each game is played by bots of the named levels, and reviewed twice. A decision counts once for each
of the two reviews that calls it a loss: how often does the other one call it so, too? And the same
of those whose loss is more than two standard errors beyond the bound.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

from games.bots import evaluation
from games.bots.choosing import choose
from games.bots.evaluation import Game, Judged, Stage, Turn
from games.bots.protocol import AnyBot, Level
from games.kernel import replay
from games.kernel.protocol import Setup
from games.kernel.replay import Entry
from games.registry import bots

SETUPS: dict[str, Sequence[tuple[int, dict[str, str]]]] = {
    "lost_cities": [(2, {"rounds": "1"})],
    "schotten_totten": [(2, {})],
    "odin": [(2, {}), (4, {})],
    "exhibition": [(1, {}), (2, {})],
}


def played(bot: AnyBot, setup: Setup, levels: Sequence[Level], seed: str) -> list[Turn]:
    """Return a game between bots of these levels, as turns."""
    engine, rng = bot.engine, Random(seed)
    state: Any = engine.start(setup)
    turns: list[Turn] = []
    ply = 0
    while engine.outcome(state) is None:
        if cards := list(engine.chance(state)):
            rng.shuffle(cards)
            entry, state = (
                Entry(None, replay.deal_code(cards)),
                engine.deal(state, tuple(cards)),
            )
        else:
            seat = min(engine.to_act(state))
            legal = engine.legal_actions(state, seat)
            level = levels[seat % len(levels)]
            action = choose(bot, level, engine.view(state, seat), seat, legal, rng)
            entry, state = Entry(seat, engine.encode(action)), engine.apply(state, seat, action)
        last = turns[-1] if turns else None
        if last and last.seat == entry.seat is not None and setup.seats > 1:
            turns[-1] = Turn(last.seat, (*last.entries, (ply, entry)))
        else:
            turns.append(Turn(entry.seat, ((ply, entry),)))
        ply += 1
    return turns


def dice(which: str, name: str) -> Random:
    """Return the dice of this name for one of the two reviews."""
    return Random(f"{which} {name}")


def called(one: Judged, slip: float, beyond: float = 0.0) -> bool:
    """Tell whether a review calls a decision a loss, by so many standard errors beyond the
    bound."""
    return evaluation.is_loss(one.loss - beyond * one.error, one.error, slip)


def agreement(
    pairs: Iterable[tuple[Judged, Judged]], slip: float, beyond: float = 0.0
) -> tuple[int, int]:
    """Return how many losses of the first review the second confirms, and how many the first
    has."""
    both = count = 0
    for one, other in pairs:
        if called(one, slip, beyond):
            count += 1
            both += called(other, slip)
    return both, count


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", choices=SETUPS)
    options.add_argument("--games", type=int, default=4)
    options.add_argument("--levels", nargs="+", default=["club", "beginner"])
    options.add_argument("--times", type=int, default=1)
    options.add_argument("--seed", default="17")
    asked = options.parse_args()
    print("| game | seats | worlds | s a review | decisions | same call | losses agreed | clear |")
    print("| --- | ---: | ---: | ---: | ---: | --- | --- | --- |")
    for slug in [asked.game] if asked.game else SETUPS:
        for seats, chosen in SETUPS[slug]:
            measure(bots()[slug], Setup(seats, chosen), asked)


def measure(bot: AnyBot, setup: Setup, asked: argparse.Namespace) -> None:
    """Print the row of a game."""
    depth = evaluation.depth(bot, setup.seats, asked.times)
    assert depth is not None
    slip, pairs, seconds = evaluation.slip(bot), [], []
    for number in range(asked.games):
        turns = played(bot, setup, asked.levels, f"{asked.seed} {number}")
        game = Game(bot, setup, turns, range(setup.seats))
        reviews: list[list[Stage]] = []
        for which in "ab":
            began = time.process_time()
            reviews.append(list(evaluation.stages(game, partial(dice, which), depth)))
            seconds.append(time.process_time() - began)
        one, two = [[each for stage in review for each in stage.judged] for review in reviews]
        pairs += [*zip(one, two, strict=True), *zip(two, one, strict=True)]
    same = sum(called(one, slip) == called(two, slip) for one, two in pairs)
    both, count = agreement(pairs, slip)
    clear, sure = agreement(pairs, slip, 2.0)
    print(
        f"| {bot.engine.title} | {setup.seats} | {depth.worlds} | {max(seconds):.0f}"
        f" | {len(pairs) // 2} | {share(same, len(pairs))} | {share(both, count)}"
        f" | {share(clear, sure)} |",
        flush=True,
    )


def share(part: int, whole: int) -> str:
    """Return a part as a percentage, with the numbers."""
    return f"{100 * part / whole:.1f} % ({part} of {whole})" if whole else "–"


if __name__ == "__main__":
    main()
