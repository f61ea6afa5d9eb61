"""Measure how fast the engines are: random full games through the contract.

    python -m benchmarks.engines
    python -m benchmarks.engines --rounds 10 --game schotten_totten

One process. Rates are per second of processor time. Every row runs once in each round, and its
fastest run counts: other work on the machine only slows it down. Garbage collection is off
meanwhile, as in timeit. An action is one code: in Lost Cities, to lay a card and to draw one are
two.

The yardstick is a random game of Lost Cities written as one loop, without states, lists of moves or
codes. It shows what plain Python can do at all. On the machine of our study (two cores of 2.6 GHz,
CPython 3.11) this loop made 2.84 million actions a second. coolrl-lost-cities, a C extension driven
from Python, made 1.16 million: a fifth of coolrl is 0.082 of the yardstick.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from random import Random
from time import process_time
from typing import NamedTuple

from games.kernel.protocol import AnyEngine, Setup
from games.registry import engines

PLIES = 2000  # a random game that has not ended by then is left

Play = Callable[[Random], int]
"""A function that plays one game and returns its number of actions."""


class Floor(NamedTuple):
    """The rate that an engine has to reach with its default options: games or actions a second, or
    a part of the yardstick's actions."""

    what: str
    least: float


FLOORS = {
    "lost_cities": Floor("yardstick", 0.20 * 1.161 / 2.84),
    "schotten_totten": Floor("games", 1000),
    "odin": Floor("actions", 60_000),
    "exhibition": Floor("actions", 60_000),
}


def contract(engine: AnyEngine, setup: Setup, rng: Random) -> int:
    """Play a random game as bots do, where `apply` checks nothing. Return its number of actions."""
    to_act, legal, apply, lot = engine.to_act, engine.legal_actions, engine.apply, rng.random
    state, actions = engine.start(setup), 0
    while actions < PLIES:
        seats = to_act(state)
        if seats:
            seat = next(iter(seats))
            choices = legal(state, seat)
            state = apply(state, seat, choices[int(lot() * len(choices))])
            actions += 1
        elif due := list(engine.chance(state)):
            due.sort(key=lambda _card: lot())
            state = engine.deal(state, tuple(due))
        else:
            assert engine.outcome(state)
            break
    return actions


DECK = [suit * 10 + kind for suit in range(5) for kind in (0, 0, *range(10))]


def yardstick(rng: Random) -> int:
    """Play a random game of Lost Cities as one loop. Return its number of actions.

    A card is ten times its suit plus its kind; kind 0 is an investment. An action that is not
    allowed is drawn again.
    """
    random, actions = rng.random, 0
    deck = sorted(DECK, key=lambda _card: random())
    hands = [deck[:8], deck[8:16]]
    del deck[:16]
    tops = [[0] * 5, [0] * 5]
    scores = [[0] * 5, [0] * 5]
    piles: list[list[int]] = [[], [], [], [], []]
    seat = 0
    while deck:
        hand, top = hands[seat], tops[seat]
        while True:
            lot = int(random() * 16)
            card = hand[lot >> 1]
            suit, kind = divmod(card, 10)
            if lot & 1:
                piles[suit].append(card)
                closed = suit
                break
            if kind >= top[suit]:
                top[suit] = kind
                scores[seat][suit] += kind
                closed = 5
                break
        while True:
            pile = int(random() * 6)
            if pile == 5:
                hand[lot >> 1] = deck.pop()
                break
            if pile != closed and piles[pile]:
                hand[lot >> 1] = piles[pile].pop()
                break
        actions += 2
        seat = 1 - seat
    return actions


def setups(engine: AnyEngine) -> Iterator[Setup]:
    """Yield default options with the fewest and the most seats, then every option at its last
    choice."""
    yield Setup(engine.seats[0])
    if len(engine.seats) > 1:
        yield Setup(engine.seats[-1])
    yield Setup(engine.seats[-1], {option.name: option.choices[-1] for option in engine.options})


def rate(play: Play, seconds: float, rng: Random) -> tuple[float, float]:
    """Return games and actions per second of processor time."""
    games = actions = 0
    begun = process_time()
    while (spent := process_time() - begun) < seconds:
        actions += play(rng)
        games += 1
    return games / spent, actions / spent


def measure(plays: dict[str, Play], rounds: int, seconds: float) -> dict[str, tuple[float, float]]:
    """Return the fastest rates of each row."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in plays}
    for number in range(rounds):
        for name, play in plays.items():
            found[name].append(rate(play, seconds, Random(number)))
    return {name: max(rates, key=itemgetter(1)) for name, rates in found.items()}


def games(names: list[str], rounds: int, seconds: float) -> list[str]:
    """Print the table of random games. Return a sentence for each floor that is not reached."""
    wanted = {
        f"{name}, {_said(setup)}": (name, setup)
        for name in names
        for setup in setups(engines()[name])
    }
    plays: dict[str, Play] = {
        row: partial(contract, engines()[name], setup) for row, (name, setup) in wanted.items()
    }
    rates = measure({"yardstick": yardstick, **plays}, rounds, seconds)
    loop = rates["yardstick"][1]
    print(
        "| random games, one core | games/s | actions/s | actions a game | of the yardstick |\n"
        "| --- | ---: | ---: | ---: | ---: |"
    )
    for row, (a_second, actions) in rates.items():
        print(
            f"| {row} | {a_second:,.0f} | {actions:,.0f} | {actions / a_second:.0f}"
            f" | {actions / loop:.3f} |"
        )
    missed = []
    for name in names:
        a_second, actions = rates[next(row for row, (game, _) in wanted.items() if game == name)]
        floor = FLOORS.get(name, Floor("games", 0))
        reached = {"yardstick": actions / loop, "games": a_second, "actions": actions}[floor.what]
        missed += (
            [f"{name}: {reached:,.3f} {floor.what}, at least {floor.least:,.3f} wanted"]
            if reached < floor.least
            else []
        )
    return missed


def _said(setup: Setup) -> str:
    options = " ".join(f"{name}={value}" for name, value in setup.options.items()) or "default"
    return f"{setup.seats} {'seat' if setup.seats == 1 else 'seats'}, {options}"


def main() -> None:
    """Print the table. Exit with 1 if an engine is slower than its floor."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1, help="of each row in each round")
    parser.add_argument("--game", action="append", choices=list(engines()), help="only this one")
    wanted = parser.parse_args()
    names = wanted.game or list(engines())
    gc.disable()
    missed = games(names, wanted.rounds, wanted.seconds)
    print("", *missed, sep="\n")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
