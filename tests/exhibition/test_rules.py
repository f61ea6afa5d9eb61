"""The rules of a turn, read as play. The numbers in the names are those of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from games.exhibition.deck import CONTINENTS, NAMES, TITLES, continent, title
from games.exhibition.engine import ENGINE
from games.kernel.protocol import BadSetup, IllegalAction, Setup
from tests.exhibition.table import SEATED, Table

FULL = "six 1900 1920 1935 1942 1959 1971 era 1901 1906 1915 1918 one 1911 1944 1950 gap 1904 1991"
"""A hall to which only Mid-Century is missing."""

# --- 4.1 and 4.2: cards, display, vehicles ---


def test_4_1_a_card_for_each_year_and_einstein() -> None:
    state = ENGINE.deal(ENGINE.start(Setup(2)), ("S0", "S1"))
    deck = ENGINE.chance(state)
    assert sorted(deck) == [*map(str, range(1900, 2000)), "E"] == list(NAMES)
    assert len(set(TITLES)) == 101 and title("1908") == "Ford introduces the Model T"
    assert title("E") == "Albert Einstein"


def test_4_1_colours_of_the_deck() -> None:
    of = Counter(map(continent, NAMES))
    assert of == {"NA": 17, "SA": 17, "AS": 17, "EU": 16, "OC": 16, "AF": 16, None: 2}
    assert [name for name in NAMES if continent(name) is None] == ["1945", "E"]


def test_4_1_every_continent_in_every_decade_and_one_pair_of_neighbours() -> None:
    for decade in range(190, 200):
        of = Counter(continent(f"{decade}{year}") for year in range(10))
        assert all(of[each] in (1, 2) for each in CONTINENTS)
    years = [str(year) for year in range(1900, 1999)]
    assert [
        year
        for year in years
        if continent(year) and continent(year) == continent(str(int(year) + 1))
    ] == ["1966"]


def test_4_2_one_to_five_players() -> None:
    for wrong in (Setup(0), Setup(6), Setup(2, ruleset=2), Setup(2, {"six": "unique"})):
        with pytest.raises(BadSetup):
            ENGINE.start(wrong)
    assert [len(Table(seats).sees("cal").halls) for seats in range(1, 6)] == [1, 2, 3, 4, 5]


def test_4_2_three_cards_below_each_continent_ascending() -> None:
    view = Table(columns={"OC": "1950 E 1901"}, stock="1923").sees("ann")
    assert view.columns[0] == ("1901", "1950", "E"), "E-b: Einstein stands last"
    assert [len(column) for column in view.columns] == [3] * 6 and view.stock == 83


def test_codes_3_the_display_is_dealt_column_by_column_then_the_stock() -> None:
    state = ENGINE.deal(ENGINE.start(Setup(1)), ("S0",))
    state = ENGINE.deal(state, NAMES)
    view = ENGINE.view(state, 0)
    assert view.columns[1] == ("1903", "1904", "1905")
    assert view.columns[5] == ("1915", "1916", "1917")
    table = Table(1, columns={"OC": "1901 1902 1903"}, stock="1999 1910")
    table.turns("ann 1901 mid 1")
    assert "1999" in table.sees("ann").columns[0]


def test_4_2_vehicles_start_in_the_order_of_play() -> None:
    assert Table(5, order="S3 S0 S4 S1 S2").sees("cal").vehicles == ("SA", "AS", "EU", "OC", "AF")
    assert Table(1).sees("ann").vehicles == ("OC",)


def test_4_2_halls_are_empty() -> None:
    hall = Table().sees("ben").halls[0]
    assert [len(showcase) for showcase in hall.showcases] == [6, 4, 3, 2, 1] and hall.depot == ()
    assert not any(any(showcase) for showcase in hall.showcases)


# --- 4.3: taking, moving, refilling ---


def test_4_3_1_any_card_where_the_vehicle_stands() -> None:
    table = Table(columns={"OC": "1901 1950 E", "SA": "1904 1909 1911"})
    assert table.codes("ann") == ["take 1901", "take 1950", "take E"]
    assert table.codes("ben") == [] and table.sees("cal").step == "take"
    with pytest.raises(IllegalAction):
        table.plays("ann take 1904")


def test_4_3_2_the_vehicle_goes_to_the_continent_of_the_card() -> None:
    table = Table(columns={"OC": "1904 1907 1910"})
    table.plays("ann take 1907")
    assert table.sees("cal").taken == "1907" and table.codes("ann") == ["move AS"]
    table.plays("ann move AS")
    assert table.sees("cal").vehicles == ("AS", "SA")


def test_codes_21_staying_is_a_move_too() -> None:
    table = Table(columns={"OC": "1901 1907 1910"})
    table.plays("ann take 1901")
    assert table.codes("ann") == ["move OC"]


@pytest.mark.parametrize("card", ["1945", "E"])
def test_4_3_2_with_a_white_card_wherever_one_likes(card: str) -> None:
    table = Table(columns={"OC": f"1901 1907 {card}"})
    table.plays(f"ann take {card}")
    assert table.codes("ann") == [f"move {each}" for each in CONTINENTS]


def test_4_3_3_the_place_is_refilled_and_the_column_sorted() -> None:
    table = Table(columns={"OC": "1904 1907 1960"}, stock="1923")
    table.plays("ann take 1907")
    assert table.sees("cal").columns[0] == ("1904", "1960") and table.sees("cal").stock == 83, (
        "CODES 22: not yet"
    )
    table.plays("ann move AS")
    view = table.sees("cal")
    assert view.columns[0] == ("1904", "1923", "1960") and (view.stock, view.fresh) == (82, "1923")


def test_4_3_3_without_a_stock_the_place_stays_empty() -> None:
    table = Table(columns={"OC": "1904 1907 1960"})
    table.state = table.state._replace(stock=())
    table.turns("ann 1907 mid 1")
    assert table.sees("cal").columns[0] == ("1904", "1960")


def without_stock() -> Table:
    """Return a table where no card is left in Oceania, where Ann stands, nor in Africa."""
    table = Table()
    empty = tuple(
        () if number in (0, 2) else cards for number, cards in enumerate(table.state.columns)
    )
    table.state = table.state._replace(stock=(), columns=empty, step="seek")
    return table


def test_4_3_1_with_an_empty_column_first_to_cards() -> None:
    table = without_stock()
    assert table.codes("ann") == ["move SA", "move AS", "move EU", "move NA"]
    assert table.sees("ann").step == "seek"
    table.plays("ann move EU")
    assert table.codes("ann", "take") == [f"take {card}" for card in table.sees("ann").columns[4]]


def test_4_3_1_the_turn_begins_so_when_the_column_has_become_empty() -> None:
    table = Table(1, columns={"OC": "1901 1906 1917"})
    table.state = table.state._replace(stock=())
    table.turns("ann 1901 mid 1", "ann 1906 six 1", "ann 1917 era 1")
    assert table.codes("ann") == ["move SA", "move AF", "move AS", "move EU", "move NA"]


def test_codes_21_a_white_card_may_lead_to_an_empty_column() -> None:
    table = Table(1, columns={"OC": "1901 1906 E"})
    table.state = table.state._replace(stock=())
    table.turns("ann 1901 mid 1", "ann 1906 six 1")
    table.plays("ann take E")
    assert "move OC" in table.codes("ann")


# --- 4.3: placing, depot, finishing ---


def test_4_3_4_any_empty_spot_of_a_bare_hall_or_the_depot() -> None:
    table = Table()
    table.holds("ann", "1923")
    assert len(table.codes("ann", "place")) == 16 and table.codes("ann")[-1] == "depot"
    table.plays("ann place one 2")
    assert table.sees("cal").halls[0].showcases[2] == (None, "1923", None)


def test_codes_23_the_depot_has_three_spots() -> None:
    table = Table(shows={"ann": "depot 1923 1930"})
    table.holds("ann", "1999")
    table.plays("ann depot")
    assert table.sees("cal").halls[0].depot == ("1923", "1930", "1999")
    table.holds("ann", "1998")
    assert "depot" not in table.codes("ann") and len(table.codes("ann", "place")) == 16


def test_e_c_placed_cards_never_move() -> None:
    table = Table(shows={"ann": "mid 1923"})
    table.holds("ann", "1999")
    assert "place mid 1" not in table.codes("ann")
    assert {code.split()[0] for code in table.codes("ann")} == {"place", "depot"}


def test_4_3_who_can_place_may_not_finish() -> None:
    table = Table(shows={"ann": FULL})
    table.holds("ann", "1999")
    assert table.codes("ann") == ["place mid 1", "depot"]


NEARLY = (
    "six 1920 1935 1942 1953 1959 1999 era 1901 1906 1915 - one 1911 1944 1960 gap 1904 "
    "1991 mid 1950"
)
"""A hall where nothing fits that is later than 1924, nor a fourth time of a continent in One
Era."""


def test_e_l_a_card_without_a_spot_goes_to_the_depot_or_ends_the_exhibition() -> None:
    table = Table(shows={"ann": NEARLY})
    table.holds("ann", "1998")
    assert table.codes("ann") == ["depot", "finish"]


def test_codes_23_with_a_full_depot_only_the_end_is_left() -> None:
    table = Table(shows={"ann": NEARLY + " depot 1902 1903 1905"})
    table.holds("ann", "1998")
    assert table.codes("ann") == ["finish"]


def finishes() -> Table:
    """Return a table where Ann may finish with 1998; Ben plays after her."""
    table = Table(3, shows={"ann": NEARLY})
    table.holds("ann", "1998")
    return table


def test_e_f_the_card_that_fits_nowhere_leaves_the_game() -> None:
    table = finishes()
    table.plays("ann finish")
    view = table.sees("cal")
    assert view.gone == ("1998",) and view.halls[0].finished and view.turn == 1


def test_e_l_from_the_depot_one_plays_on() -> None:
    table = finishes()
    table.plays("ann depot")
    assert not table.sees("cal").halls[0].finished and table.sees("cal").halls[0].depot == ("1998",)


def test_codes_23_a_full_hall_finishes_without_a_code() -> None:
    table = Table(3, shows={"ann": FULL})
    table.holds("ann", "1999")
    table.plays("ann place mid 1")
    view = table.sees("cal")
    assert view.halls[0].finished and view.turn == 1


def test_4_3_finished_players_are_skipped_and_the_others_play_on() -> None:
    table = finishes()
    table.plays("ann finish")
    table.turns(
        *[
            f"{name} {table.sees('cal').columns[column][0]} depot"
            for name, column in (("ben", 1), ("eve", 2))
        ]
    )
    assert table.sees("cal").turn == 1 and table.sees("cal").round == 2, (
        "E-g: the round is counted on"
    )


def test_4_3_the_game_ends_when_all_are_finished() -> None:
    other = (
        "six 1908 1910 1913 1922 1927 1930 era 1903 1907 1912 1921 one 1929 1933 1946 gap 1909 1993"
    )
    table = Table(2, shows={"ann": FULL, "ben": other})
    table.holds("ann", "1999")
    table.plays("ann place mid 1")
    assert table.outcome is None
    table.holds("ben", "1998")
    table.plays("ben place mid 1")
    view = table.sees("cal")
    assert table.outcome is not None and view.over and view.turn is None and view.step == "over"
    assert ENGINE.to_act(table.state) == frozenset() and ENGINE.chance(table.state) == ()


def test_e_g_a_round_goes_from_the_first_seat_to_the_last() -> None:
    table = Table(3, order="S2 S0 S1")
    rounds = []
    for name in ("eve", "ann", "ben", "eve", "ann"):
        view = table.sees("cal")
        assert view.turn == SEATED.index(name)
        rounds.append(view.round)
        table.plays(f"{name} {table.codes(name)[0]}")
        table.plays(f"{name} {table.codes(name)[0]}", f"{name} depot")
    assert rounds == [1, 1, 1, 2, 2]


def test_e_m_a_card_may_be_taken_that_fits_nowhere() -> None:
    table = Table(shows={"ann": NEARLY}, columns={"OC": "1917 1998 1907"})
    assert table.codes("ann") == ["take 1907", "take 1917", "take 1998"]
    table.plays("ann take 1998", "ann move OC")
    assert table.codes("ann") == ["depot", "finish"]
