"""The reasons for a move in Schotten Totten, in the terms of the game."""

from games.schotten_totten.advice import why
from tests.schotten_totten.table import Table


def test_a_card_names_what_it_makes_with_the_hand() -> None:
    table = Table(ann="R7 R8 R9 G1 B2 Y4", ben="K1 K3 K5 P2 P4 P6")
    found = why(table.sees("ann"), 0, "play R9>4")
    assert found == "with your red 7 and red 8 it makes colour run 24."
    shown = why(table.sees("ann"), 0, "play G1>4")
    assert shown == "no card that makes a colour run with it is laid yet."


def test_a_card_that_proves_a_stone_says_so_and_the_claim_compares() -> None:
    table = Table(ann="R7 R8 R9 G1 B2 Y4", ben="K1 P3 K5 P2 P4 P6")
    table.plays("ann play R9>4", "ann draw clan", "ben play K1>4", "ben draw clan")
    table.plays("ann play R8>4", "ann draw clan", "ben play P3>4", "ben draw clan")
    found = why(table.sees("ann"), 0, "play R7>4")
    assert found == "it makes colour run 24 at stone 4, and nothing unseen can beat that."
    table.plays("ann play R7>4")
    said = why(table.sees("ann"), 0, "claim 4")
    assert said == "at best the other side has run 6 there, you colour run 24."


def test_a_lost_stone_is_told_from_one_that_is_not() -> None:
    table = Table(ann="G1 B2 Y4 G5 B6 Y8", ben="R7 R8 R9 K1 P2 P4")
    for own, theirs in (("G1>4", "R7>4"), ("Y4>7", "R8>4"), ("Y8>7", "R9>4")):
        table.plays(f"ann play {own}", "ann draw clan", f"ben play {theirs}", "ben draw clan")
    view = table.sees("ann")
    assert why(view, 0, "play B2>4") == "no clan cards can win stone 4 for you any more."
    assert why(view, 0, "play B6>7") == "it completes stone 7: sum 18."


def test_tactics_cards_say_what_they_change() -> None:
    table = Table(ann="G1 B2 Y4 G5 B6 Y8 G7", ben="R7 R8 R9 K1 P2 P4 P6", tactics="mud banshee")
    table.plays("ann play G1>4", "ann draw tactics", "ben play R7>4", "ben draw tactics")
    view = table.sees("ann")
    assert why(view, 0, "play mud>4") == "both sides then need four cards at stone 4."
    table.plays("ann play B2>4", "ann draw clan")
    said = why(table.sees("ben"), 1, "banshee G1")
    assert said == "the other side has 2 cards at stone 4, and loses this one."
