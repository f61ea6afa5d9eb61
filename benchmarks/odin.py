"""Measure the sets that a hand of nine can play, and random games of Odin through the contract.

    python -m benchmarks.odin
    python -m benchmarks.odin --hands 500 --games 50

Every hand meets every kind of table: a lead, and sets of each size. Hands are random, or as rich as
possible: of one colour (511 sets), of two colours, of two numbers. Cold: nothing is cached from one
hand to the next. Warm: all sets of the hand are cached, as when the hand comes to its turn again
after a pass. The limit is 0.2 ms.
"""

from __future__ import annotations

import argparse
import gc
import statistics
from collections.abc import Iterator
from random import Random
from time import process_time

from games.kernel.protocol import Setup
from games.odin.actions import beats, leads
from games.odin.engine import ENGINE, HAND
from games.odin.sets import DECK, OF_COLOUR, OF_NUMBER, SETS, Bits, CardSet, within

LIMIT = 0.2
SIZES = 9


def some(rng: Random, among: Bits) -> Bits:
    """Return nine of these cards at random, or all if there are no more."""
    cards = [1 << i for i in range(among.bit_length()) if among >> i & 1]
    return sum(rng.sample(cards, min(HAND, len(cards))))


def hands(rng: Random, count: int) -> dict[str, list[Bits]]:
    """Return so many hands of each kind, by the name of the kind."""
    colours, numbers = [
        [sum(rng.sample(alike, 2)) for _ in range(count)] for alike in (OF_COLOUR, OF_NUMBER)
    ]
    return {
        "random": [some(rng, DECK) for _ in range(count)],
        "two colours": [some(rng, among) for among in colours],
        "two numbers": [some(rng, among) for among in numbers],
        "one colour": [rng.choice(OF_COLOUR) for _ in range(count)],
    }


def tables(rng: Random) -> Iterator[CardSet | None]:
    """Yield a lead (None), and a set of each size to beat."""
    yield None
    by_size = [
        [found for found in SETS.values() if found.size == size] for size in range(1, SIZES + 1)
    ]
    yield from map(rng.choice, by_size)


def timed(hand: Bits, on_table: CardSet | None) -> float:
    """Return the milliseconds of one core that it takes to list the plays."""
    begun = process_time()
    if on_table:
        beats(hand, on_table)
    else:
        leads(hand)
    return (process_time() - begun) * 1000


def measure(name: str, some_hands: list[Bits], met: list[CardSet | None], cold: bool) -> None:
    """Print the row of one kind of hands."""
    times = []
    for hand in some_hands:
        for on_table in met:
            if cold:
                within.cache_clear()
            times.append(timed(hand, on_table))
    times.sort()
    p99 = times[len(times) * 99 // 100]
    over = sum(time > LIMIT for time in times) / len(times)
    print(
        f"| {name}, {'cold' if cold else 'warm'} | {len(times)} | {statistics.median(times):.4f}"
        f" | {p99:.4f} | {over:.2%} |"
    )


def play(seats: int, games: int) -> tuple[int, float]:
    """Return the actions of random games to 15 points, and the seconds of one core that they
    took."""
    rng, actions, begun = Random(seats), 0, process_time()
    for _ in range(games):
        state = ENGINE.start(Setup(seats))
        while ENGINE.outcome(state) is None:
            if due := list(ENGINE.chance(state)):
                rng.shuffle(due)
                state = ENGINE.deal(state, tuple(due))
                continue
            (seat,) = ENGINE.to_act(state)
            legal = ENGINE.legal_actions(state, seat)
            state = ENGINE.apply(state, seat, legal[int(rng.random() * len(legal))])
            actions += 1
    return actions, process_time() - begun


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=1000, help="of each kind")
    parser.add_argument("--games", type=int, default=100, help="for each number of seats")
    wanted = parser.parse_args()
    rng = Random(1)
    gc.disable()
    print(
        f"| what a hand can play, ms | times | median | p99 | over {LIMIT} |\n"
        "| --- | ---: | ---: | ---: | ---: |"
    )
    for name, some_hands in hands(rng, wanted.hands).items():
        for cold in (True, False):
            measure(name, some_hands, list(tables(rng)), cold)
    gc.enable()
    print(
        "\n| random games through the contract | actions | actions/s | games/s |\n"
        "| --- | ---: | ---: | ---: |"
    )
    for seats in ENGINE.seats:
        actions, seconds = play(seats, wanted.games)
        print(
            f"| {seats} seats, to 15 | {actions} | {actions / seconds:,.0f}"
            f" | {wanted.games / seconds:,.0f} |"
        )


if __name__ == "__main__":
    main()
