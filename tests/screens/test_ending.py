"""The end of a game in words, for each who reads it."""

from __future__ import annotations

import pytest

from games.screens.ending import Ending, ordinal
from games.screens.values import ShownPlayer

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")


def ending(*places: int | None, you: int | None = 0) -> Ending:
    return Ending(
        tuple(
            ShownPlayer(seat, NAMES[seat], False, seat == you, False, None, place)
            for seat, place in enumerate(places)
        )
    )


@pytest.mark.parametrize(
    ("places", "you", "headline", "fact"),
    [
        ((1, 2), 0, "You win", ""),
        ((2, 1), 0, "Ben wins", ""),
        ((2, 1), None, "Ben wins", ""),
        ((1, 1), 0, "A draw", ""),
        ((None, None), 0, "Called off", ""),
        ((2, 6, 1, 4, 3, 5), 0, "You came 2nd of 6", "Cal wins."),
        ((3, 1, 1), 0, "You came 3rd of 3", "Ben and Cal share the win."),
        ((1, 3, 1), 0, "You share the win with Cal", ""),
        ((3, 1, 1), None, "Ben and Cal share the win", ""),
        ((2, 1, 3), None, "Ben wins", ""),
        ((1, 2, 3), 0, "You win", ""),
    ],
)
def test_everybody_reads_their_own_place(
    places: tuple[int | None, ...], you: int | None, headline: str, fact: str
) -> None:
    end = ending(*places, you=you)
    assert (end.headline, end.fact) == (headline, fact)


def test_a_game_for_two_tells_the_difference() -> None:
    assert ending(1, 2).by(31) == "You win by 31"
    assert ending(2, 1).by(12) == "Ben wins by 12"
    assert ending(1, 1).by(0) == "A draw"
    assert ending(1, 2, you=None).by(1) == "Ann wins by 1"


def test_places_are_counted_in_words() -> None:
    assert [ordinal(place) for place in range(1, 7)] == ["1st", "2nd", "3rd", "4th", "5th", "6th"]
