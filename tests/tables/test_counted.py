"""The reasons why a game counted less, in words."""

from typing import Any

import pytest

from games.screens.rating_weights import Counted


@pytest.mark.parametrize(
    ("counted", "opponent", "words"),
    [
        (Counted(1, 3), "Ben", ""),
        (Counted(0.5, 4), "Ben", "Counted half: the fourth game against Ben within 30 days."),
        (
            Counted(0.25, 5),
            "",
            "Counted a quarter: the fifth game with the same people within 30 days.",
        ),
        (Counted(1 / 256, 11), "Ben", "Hardly counted: game 11 against Ben within 30 days."),
        (
            Counted(0.1, 1, short=True),
            "Ben",
            "Counted a tenth: the game ended before it had really begun.",
        ),
        (
            Counted(0.05, 4, short=True),
            "Ben",
            "Counted 5 %: the game ended before it had really begun,"
            " and the fourth game against Ben within 30 days.",
        ),
        (Counted(0, 5, shared=True), "Ben", "Did not count: both sat down from one address."),
        (Counted(0, 5, shared=True), "", "Did not count: all sat down from one address."),
        (Counted(0.5, 1, shared=True), "", "Counted half: some sat down from one address."),
    ],
)
def test_words(counted: Counted, opponent: str, words: str, settings: Any) -> None:
    settings.RATINGS = "guarded"
    assert counted.words(opponent) == words
