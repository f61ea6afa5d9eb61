"""Buttons, turns and the log in words."""

from __future__ import annotations

import pytest

from games.exhibition import score_table, words
from games.exhibition.deck import NAMES
from games.exhibition.screen import SCREEN
from tests.exhibition.table import Table
from tests.exhibition.test_screen import screen_of
from tests.kit.boards import Sitting, Turn


@pytest.mark.parametrize(
    ("code", "spoken"),
    [
        ("take 1923", "Take 1923"),
        ("take E", "Take Einstein"),
        ("move NA", "Travel to North America"),
        ("place era 3", "Put it in One Era, spot 3"),
        ("place unique 2", "Put it in Unique Decades, spot 2"),
        ("depot", "Put it in the depot"),
        ("finish", "Finish the exhibition"),
    ],
)
def test_buttons_speak(code: str, spoken: str) -> None:
    assert SCREEN.say(code) == spoken


@pytest.mark.parametrize(
    ("player", "you", "codes", "told"),
    [
        ("Ines", False, ("take 1923", "move EU", "place era 2"), "Ines put 1923 in One Era"),
        ("Ann", True, ("move AF", "take 1923", "move EU", "depot"), "You put 1923 in the depot"),
        ("Ann", True, ("move AF",), "You travelled to Africa"),
        ("Ines", False, ("take 1923",), "Ines took 1923"),
        ("Ines", False, ("take 1923", "move EU"), "Ines took 1923 and travelled to Europe"),
        (
            "Ines",
            False,
            ("take E", "move SA", "place six 1"),
            "Ines put Einstein in Six Continents and travelled to South America",
        ),
        ("Ines", False, ("take 1994", "move EU", "finish"), "Ines finished: 1994 fitted nowhere"),
        ("50% %(card)s", False, ("take 1923",), "50% %(card)s took 1923"),
        # of several turns in a row the last
        ("Ann", True, ("take 1923", "move EU", "depot", "take 1945"), "You took 1945"),
    ],
)
def test_turns_are_told(player: str, you: bool, codes: tuple[str, ...], told: str) -> None:
    assert SCREEN.tell(player, you, codes) == told


def test_turns_in_a_row_are_told_apart() -> None:
    first, second = (
        ("take 1923", "move EU", "depot"),
        ("move AF", "take 1900", "move EU", "place mid 1"),
    )
    assert SCREEN.cut((*first, *second, "take 1999")) == [first, second, ("take 1999",)]


def test_every_card_has_a_face() -> None:
    faces = [words.drawn(name) for name in NAMES]
    assert len({face.rank for face in faces}) == len({face.title for face in faces}) == 101
    assert [face.code for face in faces if face.c == "white"] == ["1945", "E"]


def test_totals_have_a_space_before_the_hundreds() -> None:
    assert score_table.grouped(1460) == "1\u202f460" and score_table.grouped(-162) == "−162"


def test_the_log_begins_with_the_deal() -> None:
    table = Table(2)
    players = (Sitting("Ann", True), Sitting("Ben", False))
    turns = [Turn(1, 0, "Ann", True, ("take 1907",), 3), Turn(0, None, "", False, ("deal",), 1)]
    told = screen_of(table, "cal").told(turns, players)  # type: ignore[arg-type]
    assert [ply for ply, _line in told] == [4, 2] and told[1][1].parts == (
        "The cards are laid out. You begin.",
    )


@pytest.mark.parametrize(
    ("codes", "year", "where", "short"),
    [
        (("take 1971", "move EU", "place six 3"), "1971", "Six Continents", "Six"),
        (("move NA", "take 1971", "depot"), "1971", "Depot", "Depot"),
        (("take 1971", "finish"), "1971", "finished", "done"),
        (("move NA",), "", "North America", "NA"),
        (("take 1971",), "1971", "", ""),
    ],
)
def test_a_turn_at_a_glance(codes: tuple[str, ...], year: str, where: str, short: str) -> None:
    assert SCREEN.brief is not None
    did = SCREEN.brief(codes)
    assert ("".join(card.rank for card in did.cards), did.where, did.short) == (year, where, short)
