"""Formats, as values: whoever is paired, by whatever results, who leaves and who comes late."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.community.events.formats import arena, groups, knockout, league, round_robin, swiss
from games.community.events.formats.standings import standings
from games.community.events.formats.values import (
    Played,
    Player,
    by_place,
    leads,
    meetings,
    of_two,
    pair_of,
)
from tests.kit.tiers import part

BYE = (1.0,)


def field(count: int) -> list[Player]:
    return [Player(number, rating=100 - number) for number in range(count)]


def swiss_of(
    players: list[Player], rounds: int, seed: int, leaves: dict[int, int] | None = None
) -> list[Played]:
    """Play a Swiss with results by chance; `leaves`: players by the round before which they go."""
    rng, played = Random(seed), list[Played]()
    for number in range(1, rounds + 1):
        gone = (leaves or {}).get(number)
        players = [replace(one, gone=one.gone or one.id == gone) for one in players]
        pairs = swiss.pair(players, played, number)
        here = sorted(one.id for one in players if not one.gone and one.since <= number)
        assert sorted(player for pair in pairs for player in pair) == here
        for pair in pairs:
            points = BYE if len(pair) == 1 else rng.choice([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)])
            played.append(Played(number, pair, points))
    return played


@pytest.mark.parametrize(
    "count, rounds", [(2, 1), (5, 3), (6, 4), (8, 5), (9, 5), (16, 7), (21, 9), (60, 6)]
)
def test_swiss(count: int, rounds: int) -> None:
    for seed in range(5):
        played = swiss_of(field(count), rounds, seed)
        assert max(meetings(played).values()) == 1
        assert max(map(abs, leads(played).values())) <= 1
        byes = Counter(result.seats[0] for result in played if result.is_bye)
        assert sum(byes.values()) == rounds * (count % 2)
        assert max(byes.values(), default=1) == 1


def test_swiss_of_equals_meets_half_against_half_and_the_last_has_the_bye() -> None:
    pairs = swiss.pair(field(7), [], 1)
    assert {frozenset(pair) for pair in pairs} == {*map(frozenset, ((0, 3), (1, 4), (2, 5), (6,)))}


def test_swiss_pairs_winners_with_winners() -> None:
    first = [Played(1, pair, (1.0, 0.0)) for pair in ((0, 4), (1, 5))]
    first += [Played(1, pair, (0.0, 1.0)) for pair in ((6, 2), (7, 3))]
    for pair in swiss.pair(field(8), first, 2):
        assert {player < 4 for player in pair} in ({True}, {False})


def test_swiss_with_one_who_leaves_and_one_who_comes_late() -> None:
    players = [*field(8), Player(8, since=2)]
    for seed in range(5):
        played = swiss_of(players, 5, seed, leaves={3: 2})
        assert max(meetings(played).values()) == 1
        assert not [result for result in played if result.round >= 3 and 2 in result.seats]
        assert not [result for result in played if result.round == 1 and 8 in result.seats]


def test_whoever_leaves_and_comes_back_keeps_the_history() -> None:
    played = [Played(1, (0, 1), (1.0, 0.0)), Played(1, (2, 3), (1.0, 0.0))]
    back = [replace(one, since=2) for one in field(4)]
    assert {0, 1} not in map(set, swiss.pair(back, played, 2))
    away = [Played(1, (0, 1), (1.0, 0.0), forfeit=True), Played(1, (2, 3), (1.0, 0.0))]
    assert {0, 1} not in map(set, swiss.pair(back, away, 2))


def test_a_large_field_is_balanced_and_meets_nobody_twice() -> None:
    played = swiss_of(field(101), 4, 1)
    assert max(meetings(played).values()) == 1
    assert max(map(abs, leads(played).values())) <= 1


@pytest.mark.parametrize("count", range(2, 14))
def test_round_robin(count: int) -> None:
    rounds = round_robin.rounds(count)
    pairs = [
        pair for number in range(rounds) for pair in round_robin.pair(range(count), number + 1)
    ]
    games = [Played(1, pair, (1.0, 0.0)) for pair in pairs if len(pair) == 2]
    assert len(meetings(games)) == count * (count - 1) // 2
    assert set(meetings(games).values()) == {1}
    assert max(map(abs, leads(games).values())) <= 1
    again = [
        pair
        for number in range(rounds)
        for pair in round_robin.pair(range(count), rounds + number + 1)
    ]
    both = games + [Played(2, pair, (1.0, 0.0)) for pair in again if len(pair) == 2]
    assert not any(leads(both).values())


def test_knockout_brackets_give_byes_to_the_highest_seeds() -> None:
    assert knockout.seeded(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    matches = knockout.first(range(6))
    assert [match.players for match in matches] == [(0,), (3, 4), (1,), (2, 5)]
    assert [knockout.rounds(count) for count in (1, 2, 3, 4, 5, 8, 9)] == [0, 1, 2, 2, 3, 3, 4]


@pytest.mark.parametrize("count", range(2, 20))
def test_knockout_by_seeds(count: int) -> None:
    """If the higher seed always wins, the first two meet in the final."""
    seeds = {player: player for player in range(count)}
    matches = knockout.first(range(count))
    for _round in range(knockout.rounds(count) - 1):
        winners = [match.players[0] for match in matches]
        matches = knockout.following(matches, winners, seeds)
    final, *third = matches
    assert final.players == (0, 1)
    assert [match.players for match in third] == [(2, 3)[: count - 2]] * (count > 2)


def test_a_match_that_both_left_gives_a_bye_behind_it() -> None:
    matches = knockout.first(range(4))
    after = knockout.following(matches, [None, 1], {1: 1, 2: 2})
    assert [match.players for match in after] == [(1,), (2,)]


@pytest.mark.parametrize(
    "length, points, winner",
    [
        (1, "1", 0),
        (1, "0", 1),
        (3, "11", 0),
        (3, "1", None),
        (3, "10", None),
        (3, "101", 0),
        (1, "=", None),
        (1, "=1", 0),
        (1, "==0", 1),
        (1, "===", 0),
        (3, "1==", 0),
        (5, "111", 0),
    ],
)
def test_series(length: int, points: str, winner: int | None) -> None:
    match, worth = knockout.Match((0, 1)), {"1": (1.0, 0.0), "0": (0.0, 1.0), "=": (0.5, 0.5)}
    games = [Played(1, (0, 1), worth[letter]) for letter in points]
    assert knockout.winner(match, games, length) == winner


def test_an_arena_pairs_at_once_and_not_the_same_two_again() -> None:
    played = [Played(1, (0, 1), (1.0, 0.0)), Played(2, (2, 3), (1.0, 0.0))]
    assert not {(0, 1), (2, 3)} & {pair_of(*pair) for pair in arena.pair(range(4), played)}
    assert arena.pair((0, 1), played, patient=True) == []
    assert arena.pair((0, 1), played) == [(1, 0)]
    assert len(arena.pair((0, 1, 2), played, patient=True)) == 1
    assert arena.pair((), played) == []


@pytest.mark.parametrize("count", [3, 5, 6, 7, 11, 12, 20, 33])
def test_tables_of_several(count: int) -> None:
    played: list[Played] = []
    for number in range(1, 4):
        tables = groups.pair(field(count), played, number)
        assert sorted(player for table in tables for player in table) == [*range(count)]
        assert all(3 <= len(table) <= 5 for table in tables)
        played += [Played(number, table, by_place(range(1, len(table) + 1))) for table in tables]
    if count >= 20:
        assert max(meetings(played).values()) == 1


def test_too_few_for_a_table_have_a_bye() -> None:
    assert sorted(groups.pair(field(2), [], 1)) == [(0,), (1,)]
    pairs = groups.pair(field(5), [], 1, size=4, least=4, most=4)
    assert sorted(map(len, pairs)) == [1, 4]


def test_leagues_move_as_many_up_as_down() -> None:
    first = league.divided(range(12), 4)
    assert first == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert league.next_season(first, 1) == [[0, 1, 2, 4], [3, 5, 6, 8], [7, 9, 10, 11]]
    after = league.next_season(first, 1, gone={0}, new=[20])
    assert sorted(map(len, after)) == [4, 4, 4]
    assert after[2][-1] == 20
    assert sorted(player for division in after for player in division) == [*range(1, 12), 20]
    assert league.divided([], 4) == [[]]


@pytest.mark.parametrize(
    "places, points",
    [
        ((1, 2, 3), (12, 6, 0)),
        ((3, 1, 2, 4), (4, 12, 8, 0)),
        ((1, 1, 3), (9, 9, 0)),
        ((1, 2, 2, 4, 5), (12, 7.5, 7.5, 3, 0)),
        ((1, 1, 1), (6, 6, 6)),
        ((1,), (12,)),
    ],
)
def test_points_by_place(places: tuple[int, ...], points: tuple[float, ...]) -> None:
    assert by_place(places) == points


def test_points_of_two() -> None:
    assert [of_two(places) for places in ((1, 2), (2, 1), (1, 1))] == [(1, 0), (0, 1), (0.5, 0.5)]


def test_equal_points_are_told_apart_in_order() -> None:
    played = [
        Played(1, (0, 1), (1.0, 0.0)),
        Played(1, (2, 3), (1.0, 0.0)),
        Played(2, (0, 2), (1.0, 0.0)),
        Played(2, (1, 3), (1.0, 0.0)),
    ]
    lines = standings(range(4), played, 2)
    assert [(line.id, line.place, line.points) for line in lines] == [
        (0, 1, 2), (1, 2, 1), (2, 2, 1), (3, 4, 0),
    ]  # fmt: skip
    assert [line.buchholz for line in lines] == [2, 2, 2, 2]
    played.append(Played(3, (2, 1), (1.0, 0.0)))
    played.append(Played(3, (3, 0), (1.0, 0.0)))
    lines = standings(range(4), played, 3)
    by_id = {line.id: line for line in lines}
    assert (by_id[0].points, by_id[2].points) == (2, 2)
    assert by_id[0].buchholz == by_id[2].buchholz == 4
    assert lines[0].id == 0  # who won against 2
    assert by_id[0].direct > by_id[2].direct


def test_a_round_without_a_game_counts_like_one_against_an_equal() -> None:
    played = [Played(1, (0,), BYE), Played(1, (1, 2), (1.0, 0.0), forfeit=True)]
    lines = {line.id: line for line in standings(range(3), played, 1)}
    assert [lines[player].buchholz for player in range(3)] == [1, 1, 0]
    assert [lines[player].games for player in range(3)] == [0, 0, 0]


def test_pairs_have_one_order() -> None:
    assert pair_of(2, 1) == pair_of(1, 2) == (1, 2)


def free_ways(players: list[Player], played: list[Played], *, balanced: bool) -> bool:
    """Return whether a round can be paired in which nobody meets anybody again, and nobody has a
    second bye; with `balanced` also so that nobody's seats are more than one apart."""
    met, lead, bye = meetings(played), leads(played), -1
    had = {one.seats[0] for one in played if one.is_bye}
    had |= {one.seats[one.points.index(1.0)] for one in played if one.forfeit}
    ids = [one.id for one in players] + [bye] * (len(players) % 2)

    def fits(one: int, other: int) -> bool:
        if bye in (one, other):
            return max(one, other) not in had
        orders = ((lead[one], lead[other]), (lead[other], lead[one]))
        level = any(abs(first + 1) <= 1 and abs(second - 1) <= 1 for first, second in orders)
        return not met[pair_of(one, other)] and (level or not balanced)

    graph = nx.Graph(pair for pair in combinations(ids, 2) if fits(*pair))
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(ids)


@given(st.integers(0, 10**9))
@settings(max_examples=part(100), deadline=None)
def test_a_swiss_is_as_legal_as_its_history_allows(seed: int) -> None:
    """People leave, come late and do not come. Whoever meets again, or sits twice more often on one
    side than on the other, does so since a matching proves that there is no other way."""
    rng = Random(seed)
    count = rng.randint(4, 18)
    rounds = min(rng.randint(3, 7), round_robin.rounds(count))
    players, played, clean = field(count), list[Played](), True
    for number in range(1, rounds + 1):
        left = [replace(one, gone=one.gone or rng.random() < 0.06) for one in players]
        if number > 1 and sum(not one.gone for one in left) > 1:
            clean &= left == players
            players = left
        if 1 < number <= rounds // 2 and rng.random() < 0.1:
            players, clean = [*players, Player(len(players), since=number)], False
        here = [one for one in players if not one.gone]
        met, had = meetings(played), {one.seats for one in played if one.is_bye}
        pairs = swiss.pair(players, played, number, rounds)
        again = any(pair in had or (len(pair) == 2 and met[pair_of(*pair)]) for pair in pairs)
        possible = free_ways(here, played, balanced=True)
        assert not (again and free_ways(here, played, balanced=False))
        for pair in pairs:
            away = len(pair) == 2 and rng.random() < 0.03
            clean &= not away
            points = BYE if len(pair) == 1 else rng.choice([(1.0, 0.0), (0.0, 1.0)])
            played.append(Played(number, pair, points, forfeit=away))
        before, lead = leads(played[: -len(pairs)]), leads(played)
        apart = any(abs(lead[one.id]) > max(1, abs(before[one.id])) for one in here)
        assert not (apart and possible)
        assert not (clean and (again or apart)), "who all stay never meet again"
