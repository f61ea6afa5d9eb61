"""Games between bots on the same deals.

With two seats each deal is played twice, with the seats exchanged. With more seats, one seat plays
against copies of the other player, and each deal is played once from every seat. Ties share a
place. Time is processor time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from statistics import mean, variance
from time import process_time
from typing import Any, cast

from benchmarks import yardstick
from games.bots.choosing import choose
from games.bots.protocol import LEVELS, Budget, Level
from games.kernel.protocol import AnyEngine, Outcome, Seat, Setup
from games.registry import bots, engines

PLIES = 5_000


class Counted:
    """A bot that counts its playouts."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self.played_out = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)

    def playout(self, state: Any, seat: Seat, rng: Random) -> float:
        """Count a playout, and let the bot play it."""
        self.played_out += 1
        return float(self._bot.playout(state, seat, rng))


@dataclass
class Past:
    """The log of a game so far."""

    setup: Setup
    entries: list[yardstick.Entry] = field(default_factory=list)


@dataclass
class Player:
    """A player by name: a level, a level with a number of playouts (expert:400), the search's
    policy by itself (policy), the frozen Expert (yardstick), or random."""

    name: str
    bot: Counted
    seconds: list[float] = field(default_factory=list)

    @classmethod
    def named(cls, name: str, slug: str) -> Player:
        """Return the player of that name for a game. Exit if there is none."""
        if name.partition(":")[0] not in (*LEVELS, "policy", "yardstick", "random"):
            raise SystemExit(f"no player {name}")
        return cls(name, Counted(bots()[slug]))

    def act(self, engine: AnyEngine, past: Past, state: Any, seat: Seat, rng: Random) -> Any:
        """Return the player's choice, and record its time."""
        legal = engine.legal_actions(state, seat)
        if len(legal) == 1 or self.name == "random":
            return rng.choice(legal)
        if self.name == "yardstick":
            choice = yardstick.choose(engine.slug, past.setup, past.entries, seat, rng)
            self.seconds.append(choice.seconds)
            self.bot.played_out += choice.playouts
            return next(action for action in legal if engine.encode(action) == choice.code)
        level, _, playouts = self.name.partition(":")
        view, budget = engine.view(state, seat), Budget(int(playouts)) if playouts else None
        bot: Any = self.bot
        began = process_time()
        if level == "policy":
            action = bot.candidates(view, seat, legal)[0][0]
        else:
            action = choose(bot, cast(Level, level), view, seat, legal, rng, budget)
        self.seconds.append(process_time() - began)
        return action


def states(
    engine: AnyEngine, setup: Setup, players: list[Player], deals: Random, rng: Random
) -> Iterator[Any]:
    """Play a game to its end. Yield its states: each in which a seat acts, and the last. `deals`
    are the dice of the cards, `rng` those of the bots. Exit if it has no end."""
    state, past = engine.start(setup), Past(setup)
    for _ in range(PLIES):
        if due := list(engine.chance(state)):
            deals.shuffle(due)
            past.entries.append((None, tuple(due)))
            state = engine.deal(state, tuple(due))
            continue
        yield state
        acting = engine.to_act(state)
        if not acting:
            return
        seat = min(acting)
        action = players[seat].act(engine, past, state, seat, rng)
        past.entries.append((seat, engine.encode(action)))
        state = engine.apply(state, seat, action)
    raise SystemExit(f"{engine.slug}: no end after {PLIES} entries")


def play(
    engine: AnyEngine, setup: Setup, players: list[Player], deals: Random, rng: Random
) -> Outcome:
    """Play a game to its end (`states`), and return its outcome."""
    *_, last = states(engine, setup, players, deals, rng)
    outcome = engine.outcome(last)
    assert outcome
    return outcome


@dataclass(frozen=True)
class Game:
    """The outcome, the deal, the first player's seat, seconds of each of its choices, and its
    playouts."""

    outcome: Outcome
    deal: int
    seat: Seat
    seconds: list[float]
    played_out: int

    @property
    def share(self) -> float:
        """Return the first player's share of the first place."""
        first = [seat for seat, place in enumerate(self.outcome.places) if place == 1]
        return (self.seat in first) / len(first)

    @property
    def ahead(self) -> float:
        """Return the points by which the first player is ahead of the others' average."""
        scores = self.outcome.scores
        others = [score for seat, score in enumerate(scores) if seat != self.seat]
        return scores[self.seat] - (mean(others) if others else 0.0)


def game(slug: str, setup: Setup, names: tuple[str, str], seed: int, deal: int, seat: Seat) -> Game:
    """Play a game with the first player at `seat`. The same seed and deal give the same cards."""
    first, second = (Player.named(name, slug) for name in names)
    players = [first if each == seat else second for each in range(setup.seats)]
    outcome = play(
        engines()[slug], setup, players, Random(f"{seed} {deal}"), Random(f"{seed} {deal} {seat}")
    )
    return Game(outcome, deal, seat, first.seconds, first.bot.played_out)


def match(
    slug: str, setup: Setup, names: tuple[str, str], games: int, seed: int, jobs: int
) -> list[Game]:
    """Play so many games of a match, `jobs` at a time."""
    found: list[Game] = []
    with ProcessPoolExecutor(jobs) as pool:
        for played in pool.map(
            partial(game, slug, setup, names, seed),
            *zip(*rotations(setup.seats, games), strict=True),
        ):
            found.append(played)
            share = mean(each.share for each in found)
            report(f"{slug} {names[0]} – {names[1]}: {len(found)} of {games}, {share:.3f}", found)
    return found


def rotations(seats: int, games: int) -> Iterator[tuple[int, Seat]]:
    """Return (deal, seat) for about so many games: each deal from each seat."""
    return (
        (deal, seat) for deal, _ in zip(count(), range(0, games, seats)) for seat in range(seats)
    )


def report(text: str, played: list[Game]) -> None:
    """Print the progress: on a screen after every game, in a file after every twentieth."""
    if sys.stderr.isatty():
        print(f"\r{text}\033[K\r", end="", file=sys.stderr, flush=True)
    elif len(played) % 20 == 0:
        print(text, file=sys.stderr, flush=True)


def spread(played: list[Game], worth: Callable[[Game], float]) -> float:
    """Return the variance of the mean worth of games. Games of one deal are one observation, since
    they share its luck; a single deal has no variance."""
    by_deal: dict[int, list[float]] = {}
    for each in played:
        by_deal.setdefault(each.deal, []).append(worth(each))
    means = [mean(worths) for worths in by_deal.values()]
    return variance(means) / len(means) if len(means) > 1 else 0.0


def interval(played: list[Game]) -> tuple[float, float]:
    """Return the 95 % interval of the share of first places: Wilson's, with as many independent
    games as have the variance that these have deal by deal."""
    share = mean(each.share for each in played)
    varies = spread(played, lambda each: each.share)
    return wilson(share, share * (1 - share) / varies if varies else len(played))


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson's method."""
    z = 1.96
    middle, wide = (
        share + z * z / (2 * games),
        z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5,
    )
    return (middle - wide) / (1 + z * z / games), (middle + wide) / (1 + z * z / games)
