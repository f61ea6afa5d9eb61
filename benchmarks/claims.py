"""Measure the proof of a claim in Schotten Totten, against a trial of every completion.

    python -m benchmarks.claims
    python -m benchmarks.claims --games 40 --hard 60

Positions come from random games of all variants. Those where the opponent's side is empty are hard:
up to C(49,3) completions, C(47,4) with Mud. Both ways answer the same question, the strongest
formation that the opponent can still reach, and must agree. The trial of all completions runs on a
sample. Nothing is cached from one position to the next.
"""

from __future__ import annotations

import argparse
import gc
import statistics
from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random
from time import perf_counter
from typing import NamedTuple

from games.kernel.protocol import Setup
from games.kernel.seats import NO_SEAT
from games.schotten_totten import formations
from games.schotten_totten import prover as provers
from games.schotten_totten.deck import CLAN, STRENGTHS, Cards, members
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.formations import Formation, strongest
from games.schotten_totten.prover import provable, worth
from games.schotten_totten.state import State

VARIANTS = [
    {"tactics": tactics, "expert": expert} for tactics in ("off", "on") for expert in ("off", "on")
]


class Position(NamedTuple):
    """The opponent's side, and the claimant's formation, which it would have to beat."""

    side: Cards
    size: int
    blind: bool
    unseen: int
    mine: Formation

    @property
    def hard(self) -> bool:
        """Tell whether the opponent's side is empty."""
        return not self.side


def play(seed: int) -> Iterable[State]:
    """Yield the states of a random game."""
    rng = Random(seed)
    state = ENGINE.start(Setup(2, VARIANTS[seed % len(VARIANTS)]))
    while ENGINE.outcome(state) is None:
        due = list(ENGINE.chance(state))
        if due:
            rng.shuffle(due)
            state = ENGINE.deal(state, tuple(due))
            continue
        (seat,) = ENGINE.to_act(state)
        state = ENGINE.apply(state, seat, rng.choice(ENGINE.legal_actions(state, seat)))
        yield state


def positions(state: State) -> Iterable[Position]:
    """Yield every free stone where one seat has a complete side and the other has not."""
    for stone in state.stones:
        for seat in (0, 1):
            if stone.owner == NO_SEAT and stone.complete(seat) and not stone.complete(1 - seat):
                side = tuple(sorted(stone.sides[1 - seat]))
                yield Position(side, stone.size, stone.blind, state.unseen, worth(stone, seat))


# --- the two ways ---


def formation(cards: Cards) -> Formation:
    """Return the formation of clan cards, computed in the plainest way."""
    strengths = sorted(card % STRENGTHS for card in cards)
    total = sum(strengths) + len(cards)
    low, high = strengths[0], strengths[-1]
    if low == high:
        return Formation(4, total)
    alike = len({card // STRENGTHS for card in cards}) == 1
    if high - low == len(cards) - 1 and len(set(strengths)) == len(cards):
        return Formation(5 if alike else 2, total)
    return Formation(3 if alike else 1, total)


def brute_force(position: Position) -> Formation | None:
    """Return the best formation of all completions. Sides with elite troops are left out: they
    would only take longer."""
    missing, unseen = position.size - len(position.side), members(position.unseen)
    every = (position.side + cards for cards in combinations(unseen, missing))
    if position.blind:
        totals = [
            Formation(1, sum(card % STRENGTHS for card in cards) + position.size) for cards in every
        ]
        return max(totals, default=None)
    return max(map(formation, every), default=None)


def prover(position: Position) -> Formation | None:
    """Return the strongest formation that the opponent can reach, by the search."""
    found = strongest(*position[:4])
    return found and found.formation


def claim(position: Position) -> bool:
    """Tell whether the claim is proved, as for the list of legal actions."""
    return strongest(*position) is None


def forget() -> None:
    """Empty all caches."""
    for kept in (strongest, formations.formation, formations._shape, provers._reached):
        kept.cache_clear()


def timed(answer: Callable[[Position], object], position: Position) -> tuple[float, object]:
    """Return (milliseconds, the answer)."""
    forget()
    begun = perf_counter()
    found = answer(position)
    return (perf_counter() - begun) * 1000, found


# --- the report ---


def line(name: str, times: list[float]) -> None:
    """Print a row."""
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    print(
        f"| {name} | {len(times)} | {statistics.median(times):.4f}"
        f" | {p99:.4f} | {ordered[-1]:.4f} |"
    )


def nine_stones(states: list[State]) -> list[float]:
    """Return the milliseconds for the claims of both seats on all stones, after every entry."""
    times = []
    for state in states:
        forget()
        begun = perf_counter()
        for stone in state.stones:
            provable(stone, 0, state.unseen)
            provable(stone, 1, state.unseen)
        times.append((perf_counter() - begun) * 1000)
    return times


def compare(name: str, some: list[Position]) -> None:
    """Print the rows of both ways on the same positions. Fail if they disagree."""
    plain, proved = [[timed(way, position) for position in some] for way in (brute_force, prover)]
    assert [found for _, found in plain] == [found for _, found in proved], "the two disagree"
    slow, fast = [time for time, _ in plain], [time for time, _ in proved]
    line(f"{name}: brute force", slow)
    line(f"{name}: prover", fast)
    ratio = statistics.median(slow) / statistics.median(fast)
    each = statistics.median([one / other for one, other in zip(slow, fast, strict=True)])
    print(f"| {name}: ratio of the medians {ratio:.0f}, median of the ratios {each:.0f} | | | | |")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--hard",
        type=int,
        default=60,
        help="hard positions on which brute force runs; of the others 20 times as many",
    )
    wanted = parser.parse_args()
    gc.disable()
    states = [state for seed in range(wanted.games) for state in play(seed)]
    every = list(dict.fromkeys(position for state in states for position in positions(state)))
    plain = [position for position in every if all(card < CLAN for card in position.side)]
    hard, rest = [p for p in plain if p.hard], [p for p in plain if not p.hard]
    rng = Random(1)
    print(
        "| one stone, ms | positions | median | p99 | most |\n| --- | ---: | ---: | ---: | ---: |"
    )
    compare("hard", rng.sample(hard, min(wanted.hard, len(hard))))
    compare("others", rng.sample(rest, min(20 * wanted.hard, len(rest))))
    line(
        "all: strongest that the other can reach",
        [timed(prover, position)[0] for position in every],
    )
    line("all: is the claim proved", [timed(claim, position)[0] for position in every])
    line("nine stones, both seats, after every entry", nine_stones(states))


if __name__ == "__main__":
    main()
