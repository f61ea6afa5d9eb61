"""Simulate events of each format with players of known strength, and events of bots with and
without duplicate deals. Both print the tables of docs/tournaments.md.

    python -m benchmarks.tournaments formats                    # 10,000 events of each format
    python -m benchmarks.tournaments formats --events 1000
    python -m benchmarks.tournaments cards                      # bots, at every game
    python -m benchmarks.tournaments cards --game odin --deals 200 --events 20000
    python -m benchmarks.tournaments cards --master --deals 12  # slow: seconds for each game

*formats*: somebody of strength s beats somebody of strength t with 1 / (1 + e^(t - s)). Strengths
are normal, with a spread of 1. An event in which a pairing is not legal, or seats are further apart
than the format promises, stops the program.

*cards*: Club bots that choose like a Beginner at a share of their turns, a known one. Each pair
plays each deal of a pool twice, with the seats exchanged. Events are drawn from these games: a
round robin in which each pair plays two games, each with a deal of its own; and the same with one
deal for all, scored by matchpoints, once for each deal of the pool.
"""

from __future__ import annotations

import argparse
import resource
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import exp, sqrt
from random import Random
from time import process_time
from typing import Any

from games.bots.choosing import choose
from games.community.duplicate import luck, scoring
from games.community.duplicate.scoring import Line, SeatResult
from games.community.events.formats import arena, groups, knockout, league, round_robin, swiss
from games.community.events.formats.standings import standings
from games.community.events.formats.values import (
    Played,
    Player,
    Seats,
    by_place,
    leads,
    meetings,
)
from games.kernel.protocol import AnyEngine, Setup
from games.registry import bots, engines

PLAYERS = 10
SWISS_ROUNDS = 5
SHARES = (0.0, 0.1, 0.2, 0.3, 0.5)
"""The turns at which a bot of a field chooses like a Beginner, the best bot first."""
MASTER = -1.0
"""Stands among them for a bot of the level Master."""
Pairs = Callable[[Sequence[Player], Sequence[Played], int], list[Seats]]


def meet(seats: Seats, strength: dict[int, float], dice: Random) -> tuple[float, ...]:
    """Return the points of a game: of two by who wins, of several by place, of one the whole."""
    if len(seats) == 1:
        return (1.0,)
    if len(seats) == 2:
        one, other = (strength[player] for player in seats)
        won = dice.random() < 1 / (1 + exp(other - one))
        return (1.0, 0.0) if won else (0.0, 1.0)
    shown = {player: strength[player] + dice.gauss(0, 1.2) for player in seats}
    order = sorted(seats, key=lambda player: -shown[player])
    return by_place([order.index(player) + 1 for player in seats])


def check(pairs: Sequence[Seats], players: Sequence[Player]) -> None:
    """Exit unless everybody has exactly one place in these pairings."""
    here = sorted(player for seats in pairs for player in seats)
    if here != sorted(player.id for player in players):
        raise SystemExit(f"not legal: {pairs}")


def paired(
    pair: Pairs, rounds: int, players: Sequence[Player], strength: dict[int, float], dice: Random
) -> list[Played]:
    """Return the results of so many rounds."""
    played: list[Played] = []
    for number in range(1, rounds + 1):
        pairs = pair(players, played, number)
        check(pairs, players)
        played += [Played(number, seats, meet(seats, strength, dice)) for seats in pairs]
    return played


def swiss_of_all(players: Sequence[Player], played: Sequence[Played], number: int) -> list[Seats]:
    """Return the pairs of a round of a Swiss."""
    return swiss.pair(players, played, number, SWISS_ROUNDS)


def balanced(played: Sequence[Played], apart: int) -> None:
    """Exit if somebody had the first of two seats more than `apart` times more or less often."""
    worst = max(map(abs, leads(played).values()), default=0)
    if worst > apart:
        raise SystemExit(f"seats are {worst} apart")


def best_of(players: Sequence[Player], played: Sequence[Played], rounds: int) -> list[int]:
    """Return the winners by the standings."""
    lines = standings([player.id for player in players], played, rounds)
    return [line.id for line in lines if line.place == 1]


def field(strength: dict[int, float]) -> list[Player]:
    """Return the players of an event, unrated, in the order of their ids."""
    return [Player(player) for player in strength]


def of_pairs(pair: Pairs, rounds: int, apart: int | None) -> Callable[..., list[int]]:
    """Return a function that plays an event of rounds of pairs, and returns its winners."""

    def play(strength: dict[int, float], dice: Random) -> list[int]:
        players = field(strength)
        played = paired(pair, rounds, players, strength, dice)
        if apart is not None:
            balanced(played, apart)
        return best_of(players, played, rounds)

    return play


def in_a_circle(players: Sequence[Player], played: Sequence[Played], number: int) -> list[Seats]:
    """Return the pairs of a round in which everybody will meet everybody."""
    return round_robin.pair([player.id for player in players], number)


def knocked_out(strength: dict[int, float], dice: Random) -> list[int]:
    """Play a knock-out in series of three games; return its winner."""
    ids = [*strength]
    matches, seeds = knockout.first(ids), {player: seed for seed, player in enumerate(ids)}
    check([match.players for match in matches], field(strength))
    won: list[int | None] = []
    while matches:
        won = [series(match, strength, dice) for match in matches]
        last, matches = matches, knockout.following(matches, won, seeds)
    return [
        who for who, match in zip(won, last, strict=True) if who is not None and not match.third
    ]


def series(match: knockout.Match, strength: dict[int, float], dice: Random) -> int | None:
    """Return the winner of a knock-out match."""
    played: list[Played] = []
    while (won := knockout.winner(match, played, 3)) is None and len(match.players) > 1:
        seats = knockout.seats(match, len(played) + 1)
        played.append(Played(1, seats, meet(seats, strength, dice)))
    balanced(played, 1)
    return won


def of_league(strength: dict[int, float], dice: Random) -> list[int]:
    """Play three seasons of a league of two divisions; return who wins the first division last."""
    divisions, first = league.divided([*strength], PLAYERS // 2), [-1]
    for _season in range(3):
        finals = []
        for ids in divisions:
            players = [Player(player) for player in ids]
            rounds = round_robin.rounds(len(ids))
            played = paired(in_a_circle, rounds, players, strength, dice)
            balanced(played, 1)
            finals.append([line.id for line in standings(ids, played, rounds)])
        first = finals[0][:1]
        divisions = league.next_season(finals, 1)
        check([(player,) for ids in divisions for player in ids], field(strength))
    return first


def in_arena(strength: dict[int, float], dice: Random) -> list[int]:
    """Play an arena of 60 games, which end in any order; return its winners."""
    waiting, busy, played = [*strength], list[Seats](), list[Played]()
    dice.shuffle(waiting)
    while len(played) < 60:
        pairs = arena.pair(waiting, played, patient=bool(busy))
        for seats in pairs:
            waiting = [player for player in waiting if player not in seats]
        busy += pairs
        if {*waiting} & {player for seats in busy for player in seats} or not busy:
            raise SystemExit("not legal: an arena")
        seats = busy.pop(dice.randrange(len(busy)))
        played.append(Played(len(played), seats, meet(seats, strength, dice)))
        waiting += seats
    return best_of(field(strength), played, 0)


FORMATS: dict[str, Callable[..., list[int]]] = {
    "Swiss, 5 rounds": of_pairs(swiss_of_all, SWISS_ROUNDS, 1),
    "round robin": of_pairs(in_a_circle, round_robin.rounds(PLAYERS), 1),
    "league, 3 seasons": of_league,
    "knock-out, series of 3": knocked_out,
    "arena, 60 games": in_arena,
    "tables of 3 to 5, 5 rounds": of_pairs(groups.pair, 5, None),
}


def memory() -> float:
    """Return the peak memory of this process, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def formats(events: int, seed: int) -> None:
    """Print how often the best of ten wins, and the cost of a thousand players."""
    print("| format | events | the best wins | memory grows by |\n| --- | ---: | ---: | ---: |")
    for name, play in FORMATS.items():
        dice, won, begun = Random(f"{seed} {name}"), 0.0, 0.0
        for event in range(events):
            if event == events // 10:
                begun = memory()
            strength = {player: dice.gauss(0, 1) for player in range(PLAYERS)}
            winners = play(strength, dice)
            best = max(strength, key=strength.__getitem__)
            won += (best in winners) / len(winners)
        grown = f"{memory() - begun:.1f} MB"
        print(f"| {name} | {events:,} | {percent(won, events)} | {grown} |", flush=True)
    unsteady(events, seed)
    thousand(seed)


def unsteady(events: int, seed: int) -> None:
    """Print in how many Swiss events of small fields two meet again, or a player's seats are two
    apart: with all players, and with a chance of 6 % that a player leaves before a round."""
    print("\n| Swiss of 4 to 16, 3 to 7 rounds | events | somebody meets again | seats two apart |")
    print("| --- | ---: | ---: | ---: |")
    for name, chance in (("all stay", 0.0), ("some leave", 0.06)):
        dice, again, apart = Random(f"{seed} {name}"), 0, 0
        for _event in range(events):
            count = dice.randint(4, 16)
            rounds = min(dice.randint(3, 7), round_robin.rounds(count))
            played = with_leavers(count, rounds, chance, dice)
            again += any(more > 1 for more in meetings(played).values())
            apart += max(map(abs, leads(played).values()), default=0) > 1
        print(f"| {name} | {events:,} | {percent(again, events)} | {percent(apart, events)} |")


def with_leavers(count: int, rounds: int, chance: float, dice: Random) -> list[Played]:
    """Return the results of a Swiss which players leave by chance."""
    strength = {player: dice.gauss(0, 1) for player in range(count)}
    here, played = field(strength), list[Played]()
    for number in range(1, rounds + 1):
        stay = [player for player in here if number == 1 or dice.random() >= chance]
        here = stay if len(stay) > 1 else here
        pairs = swiss.pair(here, played, number, rounds)
        check(pairs, here)
        played += [Played(number, seats, meet(seats, strength, dice)) for seats in pairs]
    return played


def thousand(seed: int) -> None:
    """Print the longest time in which a round of 1,000 players is paired."""
    dice = Random(seed)
    strength = {player: dice.gauss(0, 1) for player in range(1_000)}
    players = field(strength)
    print("\n| 1,000 players | rounds | slowest round | seats |\n| --- | ---: | ---: | --- |")
    for name, pair in (("Swiss", swiss.pair), ("tables of 4", groups.pair)):
        played, slowest = list[Played](), 0.0
        for number in range(1, 10):
            begun = process_time()
            pairs = pair(players, played, number)
            slowest = max(slowest, process_time() - begun)
            check(pairs, players)
            played += [Played(number, seats, meet(seats, strength, dice)) for seats in pairs]
        worst = max(map(abs, leads(played).values()), default=0)
        seats = f"within {worst}" if pair is swiss.pair else "of four"
        print(f"| {name} | 9 | {slowest:.2f} s | {seats} |")


def percent(won: float, of: int) -> str:
    """Return a share with half of its 95 % interval."""
    share = won / of
    return f"{100 * share:.1f} ± {196 * sqrt(share * (1 - share) / of):.1f} %"


def game(task: tuple[str, int, int, int, Sequence[float]]) -> list[Line]:
    """Play one deal of a pool between two bots of a field; return the lines of both seats."""
    slug, deal, one, other, shares = task
    engine, names = engines()[slug], (one, other)
    setup = Setup(2, {option.name: option.default for option in engine.options}, engine.ruleset)
    dice = [Random(f"{slug} {deal} {one} {other} {seat}") for seat in (0, 1)]
    state, shuffles = engine.start(setup), 0
    while engine.outcome(state) is None:
        if due := list(engine.chance(state)):
            Random(f"{slug} {deal} {shuffles}").shuffle(due)
            state, shuffles = engine.deal(state, tuple(due)), shuffles + 1
            continue
        seat = min(engine.to_act(state))
        action = chosen(engine, state, seat, shares[names[seat]], dice[seat])
        state = engine.apply(state, seat, action)
    outcome = engine.outcome(state)
    assert outcome is not None
    sat = [SeatResult(*each) for each in zip(outcome.scores, outcome.places, strict=True)]
    return [
        Line(deal, seat, f"{deal} {one} {other}", str(names[seat]), *result)
        for seat, result in enumerate(scoring.result(sat[n], sat[1 - n :][:1]) for n in (0, 1))
    ]


def chosen(engine: AnyEngine, state: Any, seat: int, share: float, dice: Random) -> Any:
    """Return the choice of a Club bot that plays this share of its turns like a Beginner, or of a
    Master."""
    level: Any = "beginner" if dice.random() < share else "club"
    level = "master" if share == MASTER else level
    view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
    return choose(bots()[engine.slug], level, view, seat, legal, dice)


def pool(
    slug: str, deals: int, jobs: int, shares: Sequence[float]
) -> dict[tuple[int, int, int], list[Line]]:
    """Return the lines of all games of a field, by deal and the bots in both seats."""
    tasks = [
        (slug, deal, *seats, shares)
        for deal in range(deals)
        for pair in combinations(range(len(shares)), 2)
        for seats in (pair, pair[::-1])
    ]
    with ProcessPoolExecutor(jobs) as workers:
        found = workers.map(game, tasks, chunksize=8)
        return {task[1:4]: lines for task, lines in zip(tasks, found, strict=True)}


def winners(points: Counter[str]) -> list[str]:
    """Return those with the most points."""
    return [player for player, mine in points.items() if mine == max(points.values())]


def single(played: dict[Any, list[Line]], bots: int, deals: int, dice: Random) -> list[str]:
    """Return the winners of a round robin in which each game has a deal of its own."""
    points: Counter[str] = Counter()
    for one, other in rounds_of_two(bots):
        lines = played[dice.randrange(deals), one, other]
        for line, facing in zip(lines, lines[::-1], strict=True):
            points[line.player] += 2 * (line.lead > facing.lead) + (line.lead == facing.lead)
    return winners(points)


def duplicate(played: dict[Any, list[Line]], bots: int, deal: int) -> list[str]:
    """Return the winners of a round robin in which all games have the same deal."""
    points: Counter[str] = Counter()
    lines = [line for seats in rounds_of_two(bots) for line in played[deal, *seats]]
    for line, worth in zip(lines, scoring.matchpoints(lines), strict=True):
        points[line.player] += worth  # type: ignore[assignment]
    return winners(points)


def rounds_of_two(bots: int) -> Iterator[tuple[int, int]]:
    """Yield the seats of all games: each pair twice, with the seats exchanged."""
    for pair in combinations(range(bots), 2):
        yield pair
        yield pair[1], pair[0]


def best_wins(won: Sequence[Sequence[str]]) -> float:
    """Return the share of events that the best bot wins; those who share a first place share it."""
    return sum(("0" in event) / len(event) for event in won) / len(won)


def cards(
    slugs: Sequence[str], deals: int, events: int, jobs: int, seed: int, shares: Sequence[float]
) -> None:
    """Print, by game, how often the best bot wins with and without duplicate."""
    print(
        "| game | deals | games | the best wins, each game its own deal | duplicate"
        " | luck of the cards |\n| --- | ---: | ---: | ---: | ---: | ---: |"
    )
    for slug in slugs:
        played, dice = pool(slug, deals, jobs, shares), Random(f"{seed} {slug}")
        apart = best_wins([single(played, len(shares), deals, dice) for _ in range(events)])
        alike = best_wins([duplicate(played, len(shares), deal) for deal in range(deals)])
        lines = [line for group in played.values() for line in group]
        taken = luck.estimate(lines)
        assert taken is not None
        print(
            f"| {engines()[slug].title} | {deals} | {len(played):,} | {100 * apart:.0f} %"
            f" | {100 * alike:.0f} ± {196 * sqrt(alike * (1 - alike) / deals):.0f} %"
            f" | {100 * taken.share:.0f} % ({100 * taken.low:.0f} to {100 * taken.high:.0f}) |",
            flush=True,
        )


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("formats", "cards"))
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--game", choices=[*engines()], action="append")
    parser.add_argument("--master", action="store_true", help="a Master among three of the bots")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.what == "formats":
        formats(asked.events, asked.seed)
    else:
        slugs = asked.game or [*engines()]
        shares = (MASTER, *SHARES[::2]) if asked.master else SHARES
        cards(slugs, asked.deals, asked.events, asked.jobs, asked.seed, shares)


if __name__ == "__main__":
    main()
