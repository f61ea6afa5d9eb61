"""The reasons for a move in Odin, in the terms of the game."""

from games.odin.advice import sets, why
from games.odin.sets import as_bits
from tests.odin.table import Table


def test_a_hand_is_counted_in_sets() -> None:
    assert sets(as_bits("R9 R5 R2 G4 B4".split())) == 2
    assert sets(as_bits("R9 G5 B1".split())) == 3
    assert sets(0) == 0


def test_going_out_counts_what_the_others_hold() -> None:
    table = Table(seats=3)
    table.goes_on("R9", "G5 G4", "B1 B2 B3")
    said = why(table.sees("ann"), 0, "play R9")
    assert said == "you go out, and the others take 5 points."


def test_a_play_says_what_it_leaves() -> None:
    table = Table(seats=2)
    table.goes_on("R9 R5 R2 G4", "B1 B2 B3 B5 B7")
    said = why(table.sees("ann"), 0, "play G4")
    assert said == "it leaves you 3 cards that make only 1 set."


def test_a_set_that_nobody_has_the_cards_to_beat_is_safe() -> None:
    table = Table(seats=2)
    table.goes_on("R9 R5 R2 G4", "B1 B2", lies="ben Y8 Y1")
    said = why(table.sees("ann"), 0, "play R9 R5 R2")
    assert said == "nobody else holds 3 cards, which it takes to beat this."


def test_a_pass_is_forced_or_keeps_sets_together() -> None:
    table = Table(seats=2)
    table.goes_on("R9 R8 R7 R6", "B1 B2 B3 B5 B7", lies="ben Y8")
    said = why(table.sees("ann"), 0, "pass")
    assert said == "to beat 8 you would have to break up a better set."
    table.goes_on("R3 G5", "B1 B2 B3 B5 B7", lies="ben Y8")
    assert why(table.sees("ann"), 0, "pass") == "no set of yours beats 8."


def test_a_card_is_taken_for_the_set_that_it_makes() -> None:
    table = Table(seats=2)
    table.goes_on("R9 R5 G9 G8", "B1 B2 B3 B5 B7", lies="ben R2 R1")
    table.plays("ann play G9 G8")
    assert why(table.sees("ann"), 0, "take R2") == "with your other cards it makes 952."
