"""Measure how strong the bots are and how long they think: each level against those below it, on
the same deals.

    python -m benchmarks.bots                                   # the table of docs/bots.md
    python -m benchmarks.bots --game lost_cities --games 100
    python -m benchmarks.bots --game odin --match expert:1600 club --seats 4

With two seats each deal is played twice, with the seats exchanged. With more seats, one seat plays
against copies of the other level, and each deal is played once from every seat; a share of first
places then stands beside the fair share. Ties share a place. Time is processor time.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import count
from random import Random
from statistics import mean, quantiles
from time import process_time
from typing import Any

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, AnyBot, Budget
from games.kernel.protocol import AnyEngine, Outcome, Seat, Setup
from games.registry import bots, engines

SEED = 8
MATCHES: list[tuple[str, str]] = [
    *((level, "random") for level in LEVELS),
    ("club", "beginner"),
    ("expert", "club"),
]
TABLES: dict[str, list[tuple[int, dict[str, str]]]] = {
    "lost_cities": [(2, {"rounds": "3"})],
    "schotten_totten": [(2, {}), (2, {"tactics": "on"})],
}
"""Seats and options that are measured; of other games two seats and four. All but the first are
played a quarter as often."""
PLIES = 5_000
COLUMNS = (
    *("game", "seats, options", "match", "games", "first places [95 %]"),
    *("mean place", "points ahead", "ms a choice, mean / p95", "playouts/s"),
)


class Counted:
    """A bot whose playouts are counted."""

    def __init__(self, bot: AnyBot) -> None:
        self._bot = bot
        self.played_out = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)

    def playout(self, state: Any, seat: Seat, rng: Random) -> float:
        """Count a playout, and let the bot play it."""
        self.played_out += 1
        return self._bot.playout(state, seat, rng)


@dataclass
class Player:
    """A player by name: a level, a level with a number of playouts (expert:400), or random."""

    name: str
    bot: Counted
    seconds: list[float] = field(default_factory=list)

    def act(self, engine: AnyEngine, state: Any, seat: Seat, rng: Random) -> Any:
        """Return the player's choice, and note the time that it took."""
        legal = engine.legal_actions(state, seat)
        if len(legal) == 1 or self.name == "random":
            return rng.choice(legal)
        level, _, playouts = self.name.partition(":")
        view, budget = engine.view(state, seat), Budget(int(playouts)) if playouts else None
        began = process_time()
        action = choose(self.bot, level, view, seat, legal, rng, budget)  # type: ignore[arg-type]
        self.seconds.append(process_time() - began)
        return action


def play(
    engine: AnyEngine, setup: Setup, players: list[Player], deals: Random, rng: Random
) -> Outcome:
    """Play a game to its end. `deals` decides the cards, `rng` the bots' dice. Exit if it has no
    end."""
    state = engine.start(setup)
    for _ in range(PLIES):
        if due := list(engine.chance(state)):
            deals.shuffle(due)
            state = engine.deal(state, tuple(due))
        elif acting := engine.to_act(state):
            seat = min(acting)
            state = engine.apply(state, seat, players[seat].act(engine, state, seat, rng))
        else:
            outcome = engine.outcome(state)
            assert outcome
            return outcome
    raise SystemExit(f"{engine.slug}: no end after {PLIES} entries")


@dataclass
class Match:
    """The results so far, as seen by the first player."""

    share: list[float] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    ahead: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    played_out: int = 0

    def add(self, game: Game) -> None:
        """Add a game to the results."""
        outcome, seat = game.outcome, game.seat
        first = [each for each, place in enumerate(outcome.places) if place == 1]
        others = [score for each, score in enumerate(outcome.scores) if each != seat]
        self.share.append((seat in first) / len(first))
        self.places.append(outcome.places[seat])
        self.ahead.append(outcome.scores[seat] - mean(others))
        self.seconds += game.seconds
        self.played_out += game.played_out


@dataclass(frozen=True)
class Game:
    """The outcome, the first player's seat, seconds of each of its choices, and its playouts."""

    outcome: Outcome
    seat: Seat
    seconds: list[float]
    played_out: int


def game(slug: str, setup: Setup, names: tuple[str, str], seed: int, deal: int, seat: Seat) -> Game:
    """Play a game with the first player at `seat`. The same seed and deal give the same cards."""
    bot = bots()[slug]
    first, second = Player(names[0], Counted(bot)), Player(names[1], Counted(bot))
    players = [first if each == seat else second for each in range(setup.seats)]
    outcome = play(
        engines()[slug], setup, players, Random(f"{seed} {deal}"), Random(f"{seed} {deal} {seat}")
    )
    return Game(outcome, seat, first.seconds, first.bot.played_out)


def match(
    slug: str, setup: Setup, names: tuple[str, str], games: int, seed: int, jobs: int
) -> Match:
    """Play so many games of a match, `jobs` at a time."""
    found = Match()
    with ProcessPoolExecutor(jobs) as pool:
        for played in pool.map(
            partial(game, slug, setup, names, seed),
            *zip(*rotations(setup.seats, games), strict=True),
        ):
            found.add(played)
            report(
                f"{slug} {names[0]} – {names[1]}: {len(found.share)} of {games},"
                f" {mean(found.share):.3f}",
                len(found.share),
            )
    return found


def rotations(seats: int, games: int) -> Iterator[tuple[int, Seat]]:
    """Return (deal, seat) for about so many games: each deal from each seat."""
    return (
        (deal, seat) for deal, _ in zip(count(), range(0, games, seats)) for seat in range(seats)
    )


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson's method."""
    z = 1.96
    middle, wide = (
        share + z * z / (2 * games),
        z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5,
    )
    return (middle - wide) / (1 + z * z / games), (middle + wide) / (1 + z * z / games)


def row(
    engine: AnyEngine, setup: Setup, names: tuple[str, str], games: int, seed: int, jobs: int
) -> str:
    """Play a match and return its row of the table."""
    found = match(engine.slug, setup, names, games, seed, jobs)
    share, times = mean(found.share), found.seconds or [0.0]
    low, high = wilson(share, len(found.share))
    p95 = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    options = " ".join(f"{name}={value}" for name, value in setup.options.items())
    cells = [
        engine.title,
        f"{setup.seats} {options}".strip(),
        f"{names[0]} – {names[1]}",
        f"{len(found.share)}",
        f"**{share:.3f}** [{low:.2f}, {high:.2f}]"
        + (f" ({share * setup.seats:.2f} × fair)" if setup.seats > 2 else ""),
        f"{mean(found.places):.2f}",
        f"{mean(found.ahead):+.1f}",
        f"{1000 * mean(times):.2f} / {1000 * p95:.2f}",
        f"{found.played_out / sum(times):,.0f}" if found.played_out else "",
    ]
    return f"| {' | '.join(cells)} |"


def report(text: str, played: int) -> None:
    """Print the progress: on a screen after every game, in a file after every twentieth."""
    if sys.stderr.isatty():
        print(f"\r{text}\033[K\r", end="", file=sys.stderr, flush=True)
    elif played % 20 == 0:
        print(text, file=sys.stderr, flush=True)


def tables(engine: AnyEngine, seats: int | None, options: list[str] | None) -> list[Setup]:
    """Return the setups that are measured."""
    usual = TABLES.get(engine.slug, [(number, {}) for number in (2, 4) if number in engine.seats])
    if options is not None or seats is not None:
        usual = [
            (
                seats or usual[0][0],
                dict(option.split("=") for option in options)
                if options is not None
                else usual[0][1],
            )
        ]
    return [Setup(number, chosen, engine.ruleset) for number, chosen in usual]


def matches(setup: Setup, chosen: list[str] | None) -> list[tuple[str, str]]:
    """Return the pairs of players that are measured."""
    if chosen:
        return [(chosen[0], chosen[1])]
    return MATCHES if setup.seats == 2 else MATCHES[-2:]


def main() -> None:
    """Print the table of the matches that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=sorted(bots()), action="append")
    parser.add_argument(
        "--games",
        type=int,
        default=400,
        help="of each match; against random a tenth of them, at a game's further tables a quarter",
    )
    parser.add_argument(
        "--match",
        nargs=2,
        metavar=("FIRST", "SECOND"),
        help="random, beginner, club, expert, expert:PLAYOUTS",
    )
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time, each on a core")
    asked = parser.parse_args()
    print(
        f"{date.today()}, {platform.machine()}, Python {platform.python_version()},"
        f" seed {asked.seed}\n"
    )
    print(f"| {' | '.join(COLUMNS)} |")
    print("| --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: |", flush=True)
    for slug in asked.game or bots():
        engine = engines()[slug]
        for number, setup in enumerate(tables(engine, asked.seats, asked.options)):
            for names in matches(setup, asked.match):
                less = 1 if asked.match else (10 if names[1] == "random" else 4 if number else 1)
                print(
                    row(engine, setup, names, max(1, asked.games // less), asked.seed, asked.jobs),
                    flush=True,
                )


if __name__ == "__main__":
    main()
