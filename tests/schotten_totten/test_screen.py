"""The words of the screen and their order. Browser tests show how they are drawn."""

from __future__ import annotations

from random import Random

import pytest

from games.schotten_totten import screen
from games.schotten_totten.choices import Together
from games.schotten_totten.layout import Layout
from games.schotten_totten.screen import SCREEN
from games.schotten_totten.stones import Row
from tests.schotten_totten.table import SEATS, Table


def screen_of(table: Table, name: str) -> Layout:
    codes = table.codes(name) if SEATS[name] is not None else []
    return screen.layout(table.sees(name), codes, SEATS[name])


def row(table: Table, number: int, name: str = "ann") -> Row:
    return screen_of(table, name).rows[number - 1]


def offered(shown: Layout) -> list[str]:
    played = [
        way.code
        for pick in shown.picks
        for way in (*pick.ways, *(way for aim in pick.aims for way in aim.ways))
    ]
    return [*played, *(way.code for way in (*shown.claims, *shown.draws, *shown.others))]


@pytest.mark.parametrize(
    ("tactics", "expert", "seed"),
    [(None, False, 1), (None, True, 2), ("", False, 3), ("", True, 4), ("", False, 5)],
)
def test_the_moves_on_the_screen_are_the_legal_codes(
    tactics: str | None, expert: bool, seed: int
) -> None:
    table, rng = Table(tactics=tactics, expert=expert), Random(seed)
    while table.state.turn.seat is not None:
        name = "ann" if table.state.turn.seat == 0 else "ben"
        codes = table.codes(name)
        assert sorted(offered(screen_of(table, name))) == sorted(codes)
        assert not offered(screen_of(table, "ben" if name == "ann" else "ann"))
        assert not offered(screen_of(table, "cal"))
        table.plays(f"{name} {rng.choice(codes)}")


def test_the_viewer_sits_at_the_bottom_and_spectators_sit_behind_the_first_seat() -> None:
    table = Table(ann="R2", ben="R3")
    assert [
        (screen_of(table, name).me, screen_of(table, name).them) for name in ("ann", "ben", "cal")
    ] == [(0, 1), (1, 0), (0, 1)]


def test_formations_are_named_under_complete_sides_lowest_card_first() -> None:
    table = Table(ann="G6 G4 G5", ben="B8 R8 Y8")
    table.lays("ann G6>4", "ben B8>4", "ann G4>4", "ben R8>4")
    assert row(table, 4).mine.form == ""
    table.lays("ann G5>4", "ben Y8>4")
    found = ([card.code for card in row(table, 4).mine.cards], row(table, 4).mine.form)
    assert found == (["G4", "G5", "G6"], "Colour run 15")
    assert row(table, 4).theirs.form == "Three 8s"
    assert (row(table, 4, "ben").mine.form, row(table, 4).mine.free) == ("Three 8s", 0)


def test_of_two_equal_sides_the_one_that_was_complete_first_is_marked() -> None:
    table = Table(ann="G4 G5 G6", ben="B4 B5 B6")
    table.lays("ann G4>4", "ben B4>4", "ann G5>4", "ben B5>4", "ann G6>4", "ben B6>4")
    assert (row(table, 4).mine.first, row(table, 4).theirs.first) == (True, False)
    shown = screen_of(table, "ben").proofs[0]
    assert (shown.number, shown.proved, shown.verdict) == (4, False, "later now")


def test_a_stone_that_is_not_provable_shows_cards_that_would_win_it() -> None:
    table = Table(ann="G5 G6 G7", ben="P8 K1")
    table.lays("ann G5>4", "ben P8>4", "ann G6>4", "ben K1>1")
    table.plays("ann play G7>4")
    (shown,) = screen_of(table, "ann").proofs
    assert (shown.number, shown.proved, shown.verdict) == (4, False, "beaten")
    assert (shown.my_form, shown.their_form) == ("Colour run 18", "Colour run 24")
    found = (shown.unseen, shown.rule)
    assert found == (2, "If both have the same formation, the higher sum wins.")
    told = [(card.code, unseen) for card, unseen in shown.theirs]
    assert told == [("P7", True), ("P8", False), ("P9", True)]


def test_a_proof_says_when_its_viewer_holds_what_would_disprove_it() -> None:
    """By the rule only cards on the table count (2.5)."""
    table = Table(ann="G5 G6 G7 P7 P9", ben="P8 K1")
    table.lays("ann G5>4", "ben P8>4", "ann G6>4", "ben K1>1")
    table.plays("ann play G7>4")
    for name, held in (("ann", "purple 7 and purple 9"), ("cal", "")):
        (shown,) = [one for one in screen_of(table, name).proofs if one.number == 4]
        assert (shown.proved, shown.held) == (False, held)


def test_whoever_can_only_pass_is_told_so() -> None:
    table = Table()
    assert not screen_of(table, "ann").must_pass
    full = tuple([stone._replace(room=(False, True)) for stone in table.state.stones])
    table.state = table.state._replace(stones=full)
    assert table.codes("ann") == ["pass"] and screen_of(table, "ann").must_pass


def test_ruses_go_step_by_step_and_the_limit_is_explained() -> None:
    table = Table(tactics="strategist spy")
    table.lays("ann x>1", draw="tactics")
    table.lays("ben x>2", draw="tactics")
    pick = next(pick for pick in screen_of(table, "ann").picks if pick.card.code == "strategist")
    assert (pick.to, len(pick.aims), pick.aims[0].ways[-1].code[-3:]) == ("aim", 1, "out")
    assert screen_of(table, "ann").targets() == {
        pick.aims[0].card.code: [(pick.number, pick.aims[0].id, 1)]
    }
    spy = next(pick for pick in screen_of(table, "ann").picks if pick.card.code != "strategist")
    assert spy.to == "side" and spy.do.startswith("Play ")


def proved(*stones: int) -> Table:
    """Ann has just completed a colour-run at each of these stones; Ben has laid what does not help
    him."""
    runs = ["G7 G8 G9", "R7 R8 R9", "P7 P8 P9", "B7 B8 B9"]
    table = Table(ann=" ".join(runs[: len(stones)]))
    lays = [
        f"ann {card}>{stone}"
        for stone, run in zip(stones, runs, strict=False)
        for card in run.split()
    ]
    for line, free in zip(lays[:-1], "11122233377799", strict=False):
        table.lays(line, f"ben x>{free}")
    table.plays(lays[-1].replace("ann ", "ann play "))
    return table


def test_one_button_claims_all_that_is_provable() -> None:
    table = proved(4, 6, 8)
    shown = screen_of(table, "ann")
    assert [way.code for way in shown.claims] == ["claim 4", "claim 6", "claim 8"]
    assert shown.together == Together(
        "claim 4,claim 6,claim 8", "Claim stones 4, 6 and 8", "Claim all 3"
    )
    table.plays(*[f"ann {code}" for code in shown.together.codes.split(",")])
    assert [stone.owner for stone in table.sees("cal").stones].count(0) == 3
    assert screen_of(table, "ben").together is None


def test_it_claims_no_further_than_the_stone_that_wins() -> None:
    # three adjacent end the round at once (2.6), so the fourth cannot be claimed any more
    table = proved(4, 5, 6, 8)
    together = screen_of(table, "ann").together
    assert together == Together(
        "claim 4,claim 5,claim 6", "Claim stones 4, 5 and 6", "Claim 4, 5 and 6"
    )
    table.plays(*[f"ann {code}" for code in together.codes.split(",")])
    assert table.outcome


def test_one_claim_needs_no_button_of_its_own() -> None:
    assert len(screen_of(proved(4), "ann").claims) == 1
    assert screen_of(proved(4), "ann").together is None


def test_the_picture_shows_the_best_formation_of_whoever_won() -> None:
    table = proved(4, 5, 6)
    table.plays("ann claim 4", "ann claim 5")
    assert SCREEN.share(table.sees("cal"), {1: "Ben"}) is None
    shown = SCREEN.share(table.sees("cal"), {0: "Ann %(formation)s"})
    assert shown and shown.caption == "Ann %(formation)s: Colour run 24"
    assert [card.rank for card in shown.cards] == ["7", "8", "9"]
    assert {card.suit.letter for card in shown.cards} <= {"g", "r"}


def test_no_tactics_card_comes_into_the_picture() -> None:
    table = Table(ann="G8 G9", tactics="spy")
    table.lays("ann G8>1", "ben x>2", draw="tactics")
    table.lays("ann G9>1", "ben x>2")
    table.plays("ann play spy>1", "ann claim 1")
    assert SCREEN.share(table.sees("cal"), {0: "Ann"}) is None


def made(table: Table, name: str, stone: int) -> dict[str, str]:
    """Return by card of the hand what it makes at a stone."""
    shown = screen_of(table, name)
    numbers = {pick.number: pick.card.code for pick in shown.picks}
    return {numbers[number]: text for number, _id, text in shown.goes().get(stone, ())}


def test_a_lit_stone_says_what_a_card_makes_there() -> None:
    table = Table(ann="G7 R7 B7 G8 G9 K2 Y1")
    table.lays("ann G7>1", "ben x>9")
    assert set(made(table, "ann", 2).values()) == {""}, "a first card could become anything"
    second = made(table, "ann", 1)
    found = (second["R7"], second["G8"], second["K2"])
    assert found == ("still three 7s", "still a colour run", "only a sum")
    table.lays("ann R7>1", "ben x>9")
    third = made(table, "ann", 1)
    assert (third["B7"], third["K2"]) == ("Three 7s", "Sum 16")


def test_what_is_still_open_counts_seen_cards_out() -> None:
    table = Table(ann="G7 R7 K1 K2", ben="B7 Y7 P7 K7")
    table.lays("ann G7>1", "ben B7>9", "ann K1>2", "ben Y7>9", "ann K2>2", "ben P7>9")
    assert made(table, "ann", 1)["R7"] == "still three 7s"
    table.lays("ann x>3", "ben K7>8")
    assert made(table, "ann", 1)["R7"] == "only a sum"


def test_the_cards_not_seen_are_those_neither_laid_nor_held() -> None:
    table = Table(ann="G1 G2", ben="G3")
    table.lays("ann G1>1", "ben G3>1")
    green = next(suit for suit in screen_of(table, "ann").unseen() if suit.letter == "g")
    assert green.ranks == ("", "", "", "4", "5", "6", "7", "8", "9") and green.colour == "green"
    watched = next(suit for suit in screen_of(table, "cal").unseen() if suit.letter == "g")
    assert watched.ranks == ("", "2", "", "4", "5", "6", "7", "8", "9")


def test_a_tap_that_plays_nothing_gets_one_short_reason() -> None:
    table = Table(ann="R1 R2", ben="R3", tactics="banshee traitor")
    pick = screen_of(table, "ann").picks[0]
    assert pick.why == "That is the other side. Your cards go on yours."
    table.plays("ann play R1>1")
    assert screen_of(table, "ann").later("Ben") == "Now draw a card."
    assert screen_of(table, "ben").later("Ann") == "It is Ann’s turn."
    table.plays("ann draw tactics")
    table.lays("ben R3>1", draw="tactics")
    for name in ("banshee", "traitor"):
        held = [pick for pick in screen_of(table, "ann").picks if pick.card.code == name]
        assert all("other side" in pick.why for pick in held)
    assert screen_of(table, "ann").later("Ben") == ""


def test_whoever_has_four_stones_wins_with_any() -> None:
    table = proved(4, 6, 8)
    table.plays("ann claim 4", "ann claim 6")
    assert screen_of(table, "ann").wins(0) == "wins at 5"
    assert screen_of(table, "ann").wins(1) == ""


def fresh(table: Table, name: str) -> list[str]:
    return [held.card.code for held in screen_of(table, name).hand if held.new]


def test_the_card_that_one_has_just_drawn_is_marked_for_oneself_alone() -> None:
    table = Table(ann="R1 R2 R3 R4 R5 R6 Y4", ben="G1 G2 G3 G4 G5 G6 B9")
    assert fresh(table, "ann") == [], "a hand that was dealt is new as a whole"
    table.lays("ann R1>1")
    assert fresh(table, "ann") == ["Y4"]
    assert fresh(table, "ben") == [] == fresh(table, "cal")
    table.lays("ben G1>1")
    assert (fresh(table, "ann"), fresh(table, "ben")) == (["Y4"], ["B9"])
    table.plays("ann play R2>2")
    assert fresh(table, "ann") == [], "until one moves"


def test_a_proof_says_which_formation_beats_which() -> None:
    table = Table(ann="G4 G6 G9", ben="B8 R8 Y8")
    table.lays("ann G4>4", "ben B8>4", "ann G6>4", "ben R8>4", "ann G9>4", "ben Y8>4")
    (shown,) = screen_of(table, "ann").proofs
    assert (shown.verdict, shown.rule) == ("beaten now", "Three of a kind beats a colour.")
    (shown,) = screen_of(table, "ben").proofs
    assert (shown.verdict, shown.rule) == ("better now", "Three of a kind beats a colour.")
