"""Points, places and solo scores (4.4 and 4.5)."""

from __future__ import annotations

import pytest

from games.exhibition.deck import CONTINENTS, cards
from games.kernel.protocol import Outcome
from tests.exhibition.table import SEATED, Table

BEST = (
    "six 1911 1914 1915 1917 1918 1919 era 1910 1913 1920 1930 one 1916 1950 1960 gap 1909 "
    "1912 mid 1944"
)
"""26 points for focus, decades and chain: more are not in this deck (rules 4.4)."""


def points(shows: str, category: str, **options: str) -> int | None:
    return Table(2, shows={"ann": shows}, **options).points("ann", category)  # type: ignore[arg-type]


# --- 4.4: categories that compare players ---


def test_4_4_the_bound_of_36_points() -> None:
    table = Table(2, shows={"ann": BEST})
    sheet = table.sees("cal").sheets[0]
    assert dict(zip(table.sees("cal").categories, sheet.points, strict=True)) == {
        "six": 5, "gap": 5, "focus": 7, "decades": 7, "chain": 12, "empty": 0, "depot": 0,
    }  # fmt: skip
    assert sheet.total == 36 and (sheet.focus, sheet.gap, sheet.chain) == (("SA",), 3, (1909, 1920))
    assert sheet.decades == (1900, 1910, 1920, 1930, 1940, 1950, 1960) and sheet.middle == 6


def test_4_4_the_lowest_score() -> None:
    table = Table(2, shows={"ann": "depot 1900 1901 1902"})
    assert table.sees("cal").sheets[0].total == -18 and table.sees("cal").sheets[1].total == -15


ALMOST = "six 1901 1902 1903 1904 1907"
"""All continents but Europe."""


def test_4_4_all_six_continents_first_come_first_served() -> None:
    table = Table(5, shows=dict.fromkeys(SEATED, ""))
    for name, round_ in zip(SEATED, (9, 7, 9, 0, 12), strict=True):
        seat = SEATED.index(name)
        halls = [*table.state.halls]
        halls[seat] = halls[seat]._replace(all_six=round_)
        table.state = table.state._replace(halls=tuple(halls))
    assert [table.points(name, "six") for name in SEATED] == [4, 5, 4, 0, 2], (
        "E-h: two are second, the next is fourth"
    )


def test_4_4_six_continents_anywhere_in_the_hall() -> None:
    table = Table(2, shows={"ann": "six 1901 1902 era 1903 1904 gap 1907"})
    assert table.points("ann", "six") == 0
    table.holds("ann", "1900")
    table.plays("ann place mid 1")
    view = table.sees("ann")
    assert table.points("ann", "six") == 5 and view.halls[0].all_six == view.sheets[0].all_six == 1


def test_4_4_the_round_of_six_continents_is_the_first_one() -> None:
    table = Table(2, shows={"ann": "six 1901 1902 era 1903 1904 gap 1907"})
    for card, where in (("1900", "mid 1"), ("1909", "six 3")):
        table.holds("ann", card)
        table.plays(f"ann place {where}")
        table.state = table.state._replace(round=table.state.round + 4)
    assert table.sees("ann").halls[0].all_six == 1


def test_codes_27_two_in_the_same_round_get_the_same() -> None:
    table = Table(
        3,
        order="S1 S0 S2",
        shows={"ann": ALMOST, "ben": "era 1911 1912 1913 1914 gap 1906", "eve": ""},
    )
    table.holds("ben", "1915")
    table.plays("ben place mid 1")
    table.holds("ann", "1900")
    table.plays("ann place mid 1")
    assert [table.points(name, "six") for name in ("ann", "ben", "eve")] == [5, 5, 0]


def test_4_4_a_card_in_the_depot_shows_nothing() -> None:
    table = Table(2, shows={"ann": ALMOST})
    table.holds("ann", "1900")
    table.plays("ann depot")
    assert table.points("ann", "six") == 0 and table.points("ann", "depot") == -1


@pytest.mark.parametrize("white", ["1945", "E"])
def test_e_i_a_white_card_is_of_no_continent(white: str) -> None:
    table = Table(2, shows={"ann": ALMOST})
    table.holds("ann", white)
    table.plays("ann place mid 1")
    assert table.points("ann", "six") == 0


def test_4_4_the_widest_gap() -> None:
    halls = {
        "ann": "gap 1901 1950",
        "ben": "gap 1900 1999",
        "eve": "gap 1910 1959",
        "fay": "gap 1911 -",
        "guy": "gap E 1998",
    }
    table = Table(5, shows=halls)
    assert [table.points(name, "gap") for name in SEATED] == [4, 5, 4, 0, 0]
    assert [sheet.gap for sheet in table.sees("cal").sheets] == [49, 99, 49, None, None]


def test_e_i_1945_counts_with_its_year_in_years_gap() -> None:
    table = Table(2, shows={"ann": "gap 1945 1998", "ben": "gap 1900 1952"})
    assert (table.points("ann", "gap"), table.points("ben", "gap")) == (5, 4)


def test_4_5_without_years_gap_its_points_are_not_awarded() -> None:
    table = Table(2, shows={"ann": "unique 1930 1969"}, gap="unique")
    assert table.sees("cal").categories == ("six", "focus", "decades", "chain", "empty", "depot")


def test_4_5_short_era() -> None:
    halls = {
        "ann": "short 1901 1902 1950",
        "ben": "short 1910 1911 1912",
        "eve": "short 1960 1961 -",
    }
    table = Table(3, shows=halls, one="short")
    assert [table.points(name, "short") for name in ("ann", "ben", "eve")] == [4, 5, 0]
    assert table.sees("cal").sheets[0].short == 49


def test_4_5_antiquity() -> None:
    halls = {
        "ann": "antiquity 1901 1902 1950",
        "ben": "antiquity 1910 1911 1912",
        "eve": "antiquity - - 1909",
    }
    table = Table(3, shows=halls, one="antiquity")
    assert [table.points(name, "antiquity") for name in ("ann", "ben", "eve")] == [4, 5, 0]
    assert table.sees("cal").sheets[1].antiquity == 1912


# --- 4.4: categories that collect ---


@pytest.mark.parametrize(
    ("shows", "focus", "decades", "chain"),
    [
        ("", 0, 0, 1),
        ("mid 1950", 1, 1, 1),
        ("mid E gap 1945", 0, 0, 1),
        ("six 1943 1944 - 1946 era 1945", 1, 1, 2),
        ("one 1923 1928 1937 six 1940 mid 1943", 5, 3, 1),
        ("six 1901 1902 era 1904 1905 gap 1903", 2, 1, 5),
        ("six 1909 gap 1910 mid 1911", 2, 2, 3),
        ("six 1900 era 1999", 1, 2, 1),
        ("depot 1901 1902 1903", 0, 0, 1),
    ],
)
def test_4_4_focus_decades_chain(shows: str, focus: int, decades: int, chain: int) -> None:
    found = [points(shows, each) for each in ("focus", "decades", "chain")]
    assert found == [focus, decades, chain]


def test_e_i_white_cards_fill_their_spots() -> None:
    assert points("six 1945 era E", "empty") == -14 and points("", "empty") == -16


def test_what_a_sheet_tells() -> None:
    sheet = Table(2, shows={"ann": "six 1901 1902 era 1911 1912"}).sees("cal").sheets[0]
    found = (sheet.focus, sheet.chain, sheet.decades, sheet.against)
    assert found == (("AF",), (1901, 1902), (1900, 1910), ())
    bare = Table(2).sees("cal").sheets[0]
    shown = (bare.focus, bare.chain, bare.decades, bare.middle, bare.mid)
    assert shown == ((), None, (), None, None)


# --- 4.4: places ---


def test_codes_26_mid_century_breaks_ties() -> None:
    table = Table(2, shows={"ann": "mid 1952", "ben": "mid 1947"})
    assert table.ended() == Outcome((-12, -12), (1, 2))


@pytest.mark.parametrize(
    ("ann", "ben", "places"),
    [
        ("six 1961 mid 1952", "six 1933 mid 1948", (1, 1)),
        ("six 1961 mid 1945", "six 1968 mid 1963", (1, 2)),
        ("six 1961 mid E", "six 1968 mid 1963", (2, 1)),
    ],
)
def test_4_4_einstein_is_worse_than_any_year_and_an_equal_distance_is_shared(
    ann: str, ben: str, places: tuple[int, int]
) -> None:
    outcome = Table(2, shows={"ann": ann, "ben": ben}).ended()
    assert outcome.places == places and outcome.scores[0] == outcome.scores[1]


def test_4_4_an_empty_mid_century_is_worse_than_any_year() -> None:
    table = Table(2, shows={"ann": "six 1960", "ben": "mid 1900"})
    assert table.ended() == Outcome((-12, -12), (2, 1))


def test_4_4_more_points_win_whatever_lies_in_mid_century() -> None:
    table = Table(3, shows={"ann": "mid 1950", "ben": "six 1901 1902", "eve": "mid 1949"})
    assert table.ended() == Outcome((-12, -10, -12), (2, 1, 3))


# --- 4.5: secret decades ---


def test_codes_25_card_i_goes_to_seat_i_whatever_the_order() -> None:
    table = Table(2, order="S1 S0", secret="D3 D9")
    assert table.sees("ann").decades == (1930, None) and table.sees("ben").decades == (None, 1990)
    assert table.sees("cal").decades == (None, None)


def test_4_5_a_point_for_each_card_of_the_decade() -> None:
    table = Table(
        2,
        secret="D4 D9",
        shows={"ann": "six 1940 1941 1944 1945 era 1950 depot 1947", "ben": "mid 1949"},
    )
    assert table.points("ann", "secret") == 3 and table.points("ben", "secret") == 0
    assert table.sees("cal").sheets[0].points[5] is None
    assert table.sees("ben").sheets[0].points[5] is None
    open_total = table.sees("cal").sheets[0].total
    assert table.sees("ann").sheets[0].total == open_total + 3 == table.ended().scores[0]


def test_4_5_decades_are_open_at_the_end() -> None:
    table = Table(2, secret="D4 D9")
    table.state = table.state._replace(step="over", turn=None)
    assert table.sees("cal").decades == (1940, 1990) and table.sees("cal").sheets[0].points[5] == 0


# --- 4.5: solo ---


def solo(shows: str, columns: dict[str, str] | None = None, **options: str) -> Table:
    """Return a solo table where only these cards lie below the continents."""
    table = Table(1, shows={"ann": shows}, **options)
    lying = [cards((columns or {}).get(name, "").split()) for name in CONTINENTS]
    table.state = table.state._replace(columns=tuple(lying))
    return table


def test_4_5_solo_is_in_hundreds_and_mid_century_is_in_ones() -> None:
    table = solo("mid 1952")
    assert table.sees("ann").sheets[0].mid == 96
    assert table.ended() == Outcome((100 * (1 + 1 + 1 - 15) + 96,), (1,))


@pytest.mark.parametrize(
    ("card", "points"), [("1950", 100), ("1900", 0), ("1999", 2), ("1945", 90), ("E", 0), ("-", 0)]
)
def test_e_k_mid_century_alone(card: str, points: int) -> None:
    assert solo(f"mid {card}").sees("ann").sheets[0].mid == points


def test_4_5_all_six_continents_alone_are_one_point() -> None:
    assert solo(BEST).points("ann", "six") == 1 and solo(ALMOST).points("ann", "six") == 0


@pytest.mark.parametrize(
    ("gap", "columns", "points"),
    [
        ("1901 1999", {"OC": "1900"}, 4),
        ("1901 1999", {"OC": "1920 1930"}, 5),
        ("1910 1950", {"OC": "1900 1951", "SA": "1909 1940"}, 2),
        ("1910 1950", {"OC": "1900 1901 1902", "SA": "1960 1961 1962"}, 0),
        ("1952 1998", {"OC": "E 1945"}, 4),
        ("1910 -", {"OC": "1920"}, 0),
        ("1910 E", {"OC": "1920"}, 0),
    ],
)
def test_4_5_years_gap_alone(gap: str, columns: dict[str, str], points: int) -> None:
    assert solo(f"gap {gap}", columns).points("ann", "gap") == points


def test_what_costs_a_point_alone() -> None:
    sheet = solo("gap 1910 1950", {"OC": "1900 1951 E", "SA": "1940"}).sees("ann").sheets[0]
    assert sheet.against[1] == ("1900", "1951") and sheet.against[0] == ()


@pytest.mark.parametrize(
    ("one", "shows", "columns", "points"),
    [
        ("short", "1940 1943 1946", {"OC": "1941 1945 E"}, 3),
        ("short", "1901 1902 1903", {"OC": "1900 1904"}, 5),
        ("short", "1901 - 1903", {"OC": "1900 1904"}, 0),
        ("short", "1901 1950 1999", {"OC": "1902 1903 1904", "SA": "1905 1906 1907"}, 0),
        ("antiquity", "1944 1946 1947", {"OC": "1941 1945 E"}, 3),
        ("antiquity", "1901 1902 1903", {"OC": "1900 1904"}, 4),
        ("antiquity", "- 1902 1903", {"OC": "1904"}, 0),
    ],
)
def test_codes_27_short_era_and_antiquity_alone(
    one: str, shows: str, columns: dict[str, str], points: int
) -> None:
    assert solo(f"{one} {shows}", columns, one=one).points("ann", one) == points  # type: ignore[arg-type]


def test_4_5_the_bound_of_a_solo_game() -> None:
    sheet = solo(BEST).sees("ann").sheets[0]
    assert sheet.points == (1, 5, 7, 7, 12, 0, 0) and (sheet.mid, sheet.total) == (88, 3288)
