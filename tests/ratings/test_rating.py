"""The change of ratings by a game: the arithmetic, without rows."""

from __future__ import annotations

import math
import random
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings import rating
from games.ratings.rating import NEWCOMER, Skill

skills = st.builds(Skill, st.floats(500, 2500), st.floats(30, 350))
people = st.lists(skills, min_size=2, max_size=6)


def test_a_newcomer_is_1500_and_quite_unknown() -> None:
    assert NEWCOMER == (1500.0, 350.0)
    assert rating.provisional(NEWCOMER.sigma)


def test_winning_gains_what_losing_costs_between_equals() -> None:
    winner, loser = rating.after((NEWCOMER, NEWCOMER), (1, 2))
    assert winner.mu - 1500 == pytest.approx(1500 - loser.mu)
    assert winner.mu > 1600
    assert winner.sigma == pytest.approx(loser.sigma)
    assert winner.sigma < NEWCOMER.sigma


def test_a_draw_between_equals_moves_nobody_and_tells_something() -> None:
    one, other = rating.after((NEWCOMER, NEWCOMER), (1, 1))
    assert one == other
    assert one.mu == pytest.approx(1500)
    assert one.sigma < NEWCOMER.sigma


def test_a_draw_brings_the_unequal_nearer() -> None:
    strong, weak = rating.after((Skill(1700, 80), Skill(1500, 80)), (1, 1))
    assert strong.mu < 1700
    assert weak.mu > 1500


def test_an_upset_moves_more_than_what_was_expected() -> None:
    strong, weak = Skill(1800, 80), Skill(1400, 80)
    expected = rating.after((strong, weak), (1, 2))[0].mu - strong.mu
    upset = rating.after((strong, weak), (2, 1))[1].mu - weak.mu
    assert upset > 5 * expected > 0


def test_400_points_are_ten_to_one_whatever_the_number_of_seats() -> None:
    """An expected result moves nobody on average: between the sure, the winner of ten to one gains
    a tenth of what the loser would."""
    for seats in (2, 3, 6):
        group = (Skill(1900, 1), *[Skill(1500, 1)] * (seats - 1))
        chance = 10 / (10 + seats - 1)
        wins = rating.after(group, (1, *[2] * (seats - 1)))[0].mu - 1900
        # sigma² and tau² over the scale
        assert wins == pytest.approx((1 - chance) * 50 / rating.SCALE, rel=0.01)


@given(people, st.data())
def test_better_places_never_gain_less(group: list[Skill], data: st.DataObject) -> None:
    """Of two who were thought alike, the one placed better is thought no worse of afterwards."""
    group = [group[0]] * len(group)
    places = data.draw(
        st.lists(st.integers(1, len(group)), min_size=len(group), max_size=len(group))
    )
    after = rating.after(group, places)
    for mine, my_place in zip(after, places, strict=True):
        for theirs, their_place in zip(after, places, strict=True):
            if my_place < their_place:
                assert mine.mu >= theirs.mu - 1e-9


@given(people, st.data())
def test_only_the_order_of_places_counts(group: list[Skill], data: st.DataObject) -> None:
    places = data.draw(
        st.lists(st.integers(1, len(group)), min_size=len(group), max_size=len(group))
    )
    assert rating.after(group, places) == rating.after(group, [10 * place + 3 for place in places])


@given(people, st.data())
def test_a_tie_does_not_ask_who_sits_where(group: list[Skill], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(1, 3), min_size=len(group), max_size=len(group)))
    after, backwards = rating.after(group, places), rating.after(group[::-1], places[::-1])
    assert [skill.mu for skill in after] == pytest.approx([skill.mu for skill in backwards[::-1]])
    assert [skill.sigma for skill in after] == pytest.approx(
        [skill.sigma for skill in backwards[::-1]]
    )


def test_who_shares_the_first_place_gains_more_than_the_next() -> None:
    """The package openskill by itself has it the other way round."""
    after = rating.after([NEWCOMER] * 5, (1, 1, 1, 4, 5))
    assert after[0] == after[1] == after[2]
    assert after[0].mu > 1500 > after[3].mu > after[4].mu


def test_a_table_of_ten_that_agrees_on_a_draw_is_rated_at_once() -> None:
    assert {round(skill.mu) for skill in rating.after([NEWCOMER] * 10, [1] * 10)} == {1500}


@given(people, st.data())
def test_the_same_again_gives_the_same_bits(group: list[Skill], data: st.DataObject) -> None:
    places = data.draw(st.permutations(range(1, len(group) + 1)))
    assert [(skill.mu.hex(), skill.sigma.hex()) for skill in rating.after(group, places)] == [
        (skill.mu.hex(), skill.sigma.hex()) for skill in rating.after(group, places)
    ]


@given(people, st.data())
def test_numbers_stay_sane(group: list[Skill], data: st.DataObject) -> None:
    places = data.draw(
        st.lists(st.integers(1, len(group)), min_size=len(group), max_size=len(group))
    )
    for before, after in zip(group, rating.after(group, places), strict=True):
        assert math.isfinite(after.mu)
        assert (
            0
            < after.sigma
            <= math.hypot(before.sigma, rating.TAU)
            <= math.hypot(NEWCOMER.sigma, rating.TAU)
        )


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_rank_comes_after_ten_to_sixteen_games(seats: int) -> None:
    group, games = [NEWCOMER] * seats, 0
    while not all(rating.established(skill.sigma, games) for skill in group):
        group = rating.after(group, [1 + (seat + games) % seats for seat in range(seats)])
        games += 1
    assert 10 <= games <= 16


def test_established_needs_ten_games_and_a_narrow_interval() -> None:
    assert rating.established(110, 10)
    assert not rating.established(110, 9)
    assert not rating.established(111, 50)
    assert not rating.provisional(110)
    assert rating.provisional(110.5)


def test_absence_widens_and_does_not_lower() -> None:
    settled = Skill(1700, 60)
    year = rating.after_absence(settled, timedelta(days=365))
    assert year.mu == 1700
    assert year.sigma == pytest.approx(110)
    assert rating.after_absence(settled, timedelta(0)) == settled
    assert rating.after_absence(settled, timedelta(days=365 * 100)) == Skill(1700, NEWCOMER.sigma)
    assert (
        rating.after_absence(settled, timedelta(days=-1)) == settled
    )  # moments of different machines


@given(skills, st.floats(0, 10_000), st.floats(0, 10_000))
def test_two_absences_are_as_one(skill: Skill, first: float, second: float) -> None:
    one = rating.after_absence(skill, timedelta(days=first) + timedelta(days=second))
    two = rating.after_absence(
        rating.after_absence(skill, timedelta(days=first)), timedelta(days=second)
    )
    assert one.sigma == pytest.approx(two.sigma)


@pytest.mark.parametrize(
    ("places", "results"),
    [
        ((1, 2), "won lost"),
        ((1, 1), "drawn drawn"),
        ((1, 2, 3), "won drawn lost"),
        ((1, 1, 3), "drawn drawn lost"),
        ((1, 2, 2), "won lost lost"),
        ((1, 1, 1), "drawn drawn drawn"),
        ((2, 4, 1, 2), "drawn lost won drawn"),
    ],
)
def test_results(places: tuple[int, ...], results: str) -> None:
    assert [rating.result(places, seat) for seat in range(len(places))] == results.split()


def test_a_simulated_ladder_finds_the_hidden_skill() -> None:
    """Sixty people of known skill: the ratings come near it, and the interval is honest."""
    rng = random.Random(4)
    hidden = [rng.gauss(1500, 200) for _ in range(60)]
    rated = [NEWCOMER] * 60
    for _ in range(60 * 60 // 2):
        a, b = rng.sample(range(60), 2)
        first = rng.random() < 1 / (1 + 10 ** ((hidden[b] - hidden[a]) / 400))
        rated[a], rated[b] = rating.after((rated[a], rated[b]), (1, 2) if first else (2, 1))
    errors = [abs(skill.mu - truth) for skill, truth in zip(rated, hidden, strict=True)]
    assert sum(errors) / 60 < 70
    assert sum(error < 2 * skill.sigma for error, skill in zip(errors, rated, strict=True)) > 45
