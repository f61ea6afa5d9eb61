"""The words for a level of bots follow from its rating."""

from __future__ import annotations

import pytest

from games import registry
from games.bots import published_ratings
from games.bots.protocol import LEVELS, Level
from games.screens import level_strength

NAMES: dict[Level, str] = {level: level.title() for level in LEVELS}


@pytest.mark.parametrize(
    ("gap", "said"),
    [
        (0, "about as strong as Club"),
        (30, "about as strong as Club"),
        (70, "beats Club three games in five"),
        (120, "beats Club two games in three"),
        (190, "beats Club three games in four"),
        (250, "beats Club four games in five"),
        (380, "beats Club nine games in ten"),
        (540, "hardly ever loses to Club"),
    ],
)
def test_the_points_between_two_levels_are_said_in_games(gap: int, said: str) -> None:
    assert level_strength.words(gap, "Club") == said


def test_400_points_are_odds_of_ten_to_one() -> None:
    assert level_strength.share(400) == pytest.approx(10 / 11)


@pytest.mark.parametrize("gap", range(0, 800, 10))
def test_what_is_said_is_near_the_truth_and_for_several_games_not_above_it(gap: int) -> None:
    won = level_strength.share(gap)
    shares = {row[1] % {"level": "Club"}: row[0] for row in level_strength.WORDS}
    assert abs(shares[level_strength.words(gap, "Club")] - won) <= 0.051
    least = {row[2] % {"level": "Club"}: row[0] for row in level_strength.WORDS}
    assert least[level_strength.at_least([gap, 900], "Club")] <= won + level_strength.ROUNDED


def test_one_game_gets_its_own_figures_and_several_what_holds_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    low: dict[Level, int] = {"beginner": 1100, "club": 1500, "expert": 1570, "master": 1770}
    high: dict[Level, int] = {"beginner": 1100, "club": 1500, "expert": 1700, "master": 1900}
    monkeypatch.setattr(published_ratings, "RATINGS", {"odin": low, "exhibition": high})
    assert level_strength.lines({"odin": LEVELS}, NAMES) == {
        "beginner": "for children and first games",
        "club": "beats Beginner nine games in ten",
        "expert": "beats Club three games in five",
        "master": "beats Expert three games in four",
    }
    both = level_strength.lines({"odin": LEVELS, "exhibition": LEVELS}, NAMES)
    assert both["club"] == "beats Beginner nine games in ten"
    assert both["expert"] == "beats Club at least three games in five"
    without = level_strength.lines({"odin": LEVELS[:3], "exhibition": LEVELS}, NAMES)
    assert without["master"] == "beats Expert three games in four"
    assert [*level_strength.lines({"odin": LEVELS[:3]}, NAMES)] == [*LEVELS[:3]]


def test_nothing_is_counted_where_nothing_was_measured() -> None:
    for games in (["chess"], ["odin", "chess"]):
        lines = level_strength.lines(dict.fromkeys(games, LEVELS), NAMES)
        assert lines["master"] == "stronger than Expert"


def test_every_level_of_every_game_says_something() -> None:
    for game in registry.engines():
        lines = level_strength.lines({game: registry.levels(game)}, NAMES)
        assert [*lines] == [*registry.levels(game)] and all(lines.values())
