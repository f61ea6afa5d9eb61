"""What a table plays, in sentences."""

from __future__ import annotations

import pytest

from games.kernel import clock
from games.tables import terms


@pytest.mark.parametrize(
    ("seats", "control", "guest", "reason"),
    [
        (2, "normal", False, ""),
        (5, "custom 48h+24h/120h", False, ""),
        (1, "normal", False, "A game that one plays alone is not rated."),
        (2, "untimed", False, "A game without a clock is not rated."),
        (2, "daily", True, "Guests play unrated: a rating needs a name that lasts."),
        (2, "untimed", True, "A game without a clock is not rated."),
    ],
)
def test_why_a_game_is_not_rated(seats: int, control: str, guest: bool, reason: str) -> None:
    found = clock.control(control)
    assert found is not None
    assert terms.unrated_reason(seats, found, guest) == reason
