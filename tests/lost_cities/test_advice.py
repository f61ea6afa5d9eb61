"""The reasons for a move in Lost Cities, in the terms of the game."""

from games.lost_cities.advice import why
from tests.lost_cities.table import Table


def test_a_discard_that_starts_no_expedition_counts_points_and_turns() -> None:
    table = Table(ann="Y2 Y3 Y9 Rx R2 R3 G4 B5")
    found = why(table.sees("ann"), 0, "discard Y2")
    assert found == "starts no yellow: you hold 14 points of it, with about 22 turns to go."


def test_a_card_that_both_have_passed_is_dead() -> None:
    table = Table(ann="G4 G6 Y2 Y3 Y4 R2 R3 R4", ben="G5 B2 B3 B4 B5 B6 B7 B8")
    table.plays("ann play G6", "ann draw stock", "ben discard B2", "ben draw stock")
    found = why(table.sees("ann"), 0, "discard G4")
    assert found == "your green has passed it, and the other side has no green."
    table.plays("ann discard Y2", "ann draw stock", "ben play G5", "ben draw stock")
    assert why(table.sees("ann"), 0, "discard G4") == "neither side can play it any more."


def test_an_expedition_says_what_it_has_and_what_is_to_come() -> None:
    table = Table(ann="R2 R3 R9 R10 Y2 Y3 Y4 Y5", ben="B2 B3 B4 B5 B6 B7 B8 B9")
    assert why(table.sees("ann"), 0, "play R2").startswith("you hold 24 points of red")
    table.plays("ann play R2", "ann draw stock", "ben discard B2", "ben draw stock")
    assert why(table.sees("ann"), 0, "play R3") == "it is the next red card, so nothing is skipped."
    found = why(table.sees("ann"), 0, "play R9")
    assert found == "it takes red from −18 to −9; you hold 10 points more."


def test_of_two_moves_the_reason_is_one_that_tells_them_apart() -> None:
    table = Table(ann="R2 R3 R9 R10 Y2 Y3 Y4 Y5", ben="B2 B3 B4 B5 B6 B7 B8 B9")
    view = table.sees("ann")
    both = {why(view, 0, code, None)[:6] for code in ("discard R2", "discard Y2")}
    assert both == {"starts"}
    assert why(view, 0, "discard Y2", "discard R3") == "it is the lowest card in your hand."


def test_a_draw_names_what_the_piles_offer() -> None:
    table = Table(ann="R2 R3 R9 R10 Y2 Y3 Y4 Y5", ben="R4 B3 B4 B5 B6 B7 B8 B9")
    table.plays("ann play R2")
    assert why(table.sees("ann"), 0, "draw stock") == "there is no pile to draw from now."
    table.plays("ann draw stock", "ben discard R4", "ben draw stock", "ann discard Y2")
    assert why(table.sees("ann"), 0, "draw R") == "it fits your red, for 4 points."
    found = why(table.sees("ann"), 0, "draw stock")
    assert found == "the best card on the piles would bring you 4 points."
