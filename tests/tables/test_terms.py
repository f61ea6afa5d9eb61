"""The terms of a table in sentences."""

from __future__ import annotations

import pytest

from games.kernel import clock
from games.kernel.clock import DAY, HOUR, MINUTE, SECOND, TimeControl
from games.registry import engines
from games.screens import clocks
from games.tables.board import terms


def control(name: str) -> TimeControl:
    found = clock.control(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("seats", "name", "guest", "reason"),
    [
        (2, "normal", False, ""),
        (5, "custom 48h+24h/120h", False, ""),
        (1, "normal", False, "A solo game is not rated."),
        (2, "untimed", False, "A game without a clock is not rated."),
        (2, "daily", True, "Guests play unrated: a rating needs a name that lasts."),
        (2, "untimed", True, "A game without a clock is not rated."),
    ],
)
def test_why_a_game_is_not_rated(seats: int, name: str, guest: bool, reason: str) -> None:
    assert terms.unrated_reason(seats, control(name), guest) == reason


@pytest.mark.parametrize(
    ("name", "sentence", "brief"),
    [
        ("fast", "Live: 2 minutes each, and 10 seconds more with every turn.", "2 min + 10 s"),
        ("normal", "Live: 5 minutes each, and 20 seconds more with every turn.", "5 min + 20 s"),
        ("slow", "Live: 10 minutes each, and 40 seconds more with every turn.", "10 min + 40 s"),
        (
            "hours",
            "By correspondence: 12 hours each, and 4 hours more with every turn, up to 1 day.",
            "12 h + 4 h a turn",
        ),
        (
            "daily",
            "By correspondence: 2 days each, and 1 day more with every turn, up to 5 days.",
            "2 days + 1 day a turn",
        ),
        (
            "weekly",
            "By correspondence: 5 days each, and 2 days more with every turn, up to 14 days.",
            "5 days + 2 days a turn",
        ),
        ("untimed", "No clock: take your time.", "no clock"),
        ("custom 330+0", "Live: 5 minutes 30 seconds each, and no more.", "5:30"),
        ("custom 90+5", "Live: 90 seconds each, and 5 seconds more with every turn.", "90 s + 5 s"),
        (
            "custom 10800+60",
            "Live: 3 hours each, and 1 minute more with every turn.",
            "3 h + 1 min",
        ),
    ],
)
def test_a_time_control_in_words(name: str, sentence: str, brief: str) -> None:
    assert (clocks.sentence(control(name)), clocks.brief(control(name))) == (sentence, brief)


@pytest.mark.parametrize(
    ("name", "turns", "words"),
    [
        ("fast", 22, "Takes at most about 15 minutes."),
        ("normal", 22, "Takes at most about 25 minutes."),
        ("slow", 66, "Takes at most about 2 hours."),
        ("custom 30+5", 22, "Takes at most about 5 minutes."),
        ("normal", 0, "In one sitting."),
        ("hours", 22, "A few turns a day, for about 7 days."),
        ("daily", 22, "A turn a day or so, for about 6 weeks."),
        ("weekly", 66, "A turn every 2 days or so, for about 9 months."),
        ("daily", 0, "A turn a day or so."),
        ("untimed", 22, "Whenever you like."),
    ],
)
def test_what_it_means_in_life(name: str, turns: int, words: str) -> None:
    assert clocks.means(control(name), 2, turns) == words


def test_turns_are_known_to_the_game() -> None:
    game = engines()["lost_cities"]
    assert terms.turns(game, {}) == 22
    assert terms.turns(game, {"rounds": "3", "suits": "6"}) == 84
    assert terms.turns(game, {"rounds": "many"}) == 0


@pytest.mark.parametrize(
    ("kind", "left", "words"),
    [
        ("live", 5 * MINUTE, "5:00"),
        ("live", 5 * MINUTE - 1, "5:00"),
        ("live", 5 * MINUTE - SECOND, "4:59"),
        ("live", 1, "0:01"),
        ("live", 0, "0:00"),
        ("live", -5, "0:00"),
        ("live", HOUR + 4 * MINUTE + 8 * SECOND, "1:04:08"),
        ("correspondence", HOUR - 1, "1 hour"),
        ("correspondence", 59 * MINUTE, "59:00"),
        ("correspondence", HOUR, "1 hour"),
        ("correspondence", HOUR + SECOND, "2 hours"),
        ("correspondence", 14 * HOUR - MINUTE, "14 hours"),
        ("correspondence", 2 * DAY - HOUR, "47 hours"),
        ("correspondence", 2 * DAY - SECOND, "2 days"),
        ("correspondence", 2 * DAY, "2 days"),
        ("correspondence", 5 * DAY - HOUR, "4 days"),
    ],
)
def test_what_is_left_in_words(kind: str, left: int, words: str) -> None:
    assert clocks.text(kind, left) == words
