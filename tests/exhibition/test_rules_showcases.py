"""The spots where a card may go, and the reasons where it may not (4.3 and 4.5). Continents of the
cards: subjects.py."""

from __future__ import annotations

import pytest

from games.exhibition.hall import Obstacle
from tests.exhibition.table import Table


def fits(shows: str, card: str, showcase: str, seats: int = 2, **options: str) -> list[int]:
    return Table(seats, shows={"ann": shows}, **options).fits("ann", card, showcase)


# --- years ---


@pytest.mark.parametrize(
    ("shows", "card", "spots"),
    [
        ("six", "1923", [1, 2, 3, 4, 5, 6]),
        ("six - - 1920", "1923", [4, 5, 6]),
        ("six - - 1920", "1919", [1, 2]),
        ("six 1901 - - - - 1999", "1923", [2, 3, 4, 5]),
        ("six 1920 - 1925", "1923", [2]),
        ("six 1911 1912 1913", "1923", [4, 5, 6]),
        ("six - 1949 1950", "1951", [4, 5, 6]),
        ("six 1949 1950 -", "1951", [3, 4, 5, 6]),
    ],
)
def test_4_3_years_ascend_and_gaps_may_be_left(shows: str, card: str, spots: list[int]) -> None:
    assert fits(shows, card, "six") == spots


def test_4_3_a_spot_may_be_made_unfillable() -> None:
    assert fits("gap - -", "1999", "gap") == [1, 2]
    assert fits("six 1949 - -", "1950", "six") == [2, 3, 4, 5, 6]


def test_what_is_said_of_years() -> None:
    table = Table(shows={"ann": "six - 1923 - 1930"})
    assert table.why("ann", "1919", "six 3") == [Obstacle("later", "1923")]
    assert table.why("ann", "1939", "six 3") == [Obstacle("earlier", "1930")]
    found = table.why("ann", "1919", "six 6")
    assert found == [Obstacle("later", "1923"), Obstacle("later", "1930")]
    assert table.why("ann", "1926", "six 2") == [Obstacle("filled", "1923")]
    assert table.why("ann", "1926", "six 3") == []


# --- Six Continents, Years Gap, Mid-Century ---


@pytest.mark.parametrize("showcase", ["six", "era", "gap"])
def test_4_3_continents_differ(showcase: str) -> None:
    table = Table(shows={"ann": f"{showcase} 1923"})
    assert table.fits("ann", "1928", showcase) == [], "Europe, both"
    assert table.why("ann", "1928", f"{showcase} 2") == [Obstacle("continent", "1923")]
    assert 2 in table.fits("ann", "1929", showcase)


def test_4_3_what_another_shows_there_does_not_matter() -> None:
    table = Table(shows={"ben": "six 1923 era 1920 gap 1911"})
    assert [
        len(table.fits("ann", card, where))
        for card, where in (("1928", "six"), ("1928", "era"), ("1928", "gap"))
    ] == [6, 4, 2]


def test_4_1_mid_century_takes_any_card() -> None:
    table = Table()
    assert [table.fits("ann", card, "mid") for card in ("1900", "1945", "1999", "E")] == [[1]] * 4
    table.shows("ann", "mid 1950")
    assert table.why("ann", "1949", "mid 1") == [Obstacle("filled", "1950")]


# --- One Era ---


@pytest.mark.parametrize(
    ("shows", "card", "spots"),
    [
        ("era 1920", "1930", [2, 3, 4]),
        ("era 1920", "1931", [3, 4]),
        ("era 1920", "1940", [3, 4]),
        ("era 1920", "1943", [4]),
        ("era 1920", "1950", [4]),
        ("era 1920", "1951", []),
        ("era - - - 1950", "1920", [1]),
        ("era - - - 1950", "1931", [1, 2]),
        ("era - 1920 1928", "1943", []),
        ("era - 1920 1928", "1938", [4]),
        ("era 1920 - 1938", "1928", [2]),
        ("era 1920 - - 1950", "1929", []),
        ("era 1920 - - 1950", "1930", []),
        ("era 1920 - - 1949", "1930", [2]),
    ],
)
def test_e_d_ten_years_for_each_step_across_empty_spots_too(
    shows: str, card: str, spots: list[int]
) -> None:
    if card == "1930":
        shows = shows.replace("1950", "1951")  # 1930 and 1950 are both of South America
    assert fits(shows, card, "era") == spots


def test_what_is_said_of_an_era() -> None:
    table = Table(shows={"ann": "era - 1942"})
    assert table.why("ann", "1953", "era 3") == [Obstacle("far", "1942", years=11, limit=10)]
    assert table.why("ann", "1953", "era 4") == []
    found = table.why("ann", "1971", "era 4")
    assert found == [Obstacle("far", "1942", years=29, limit=20), Obstacle("continent", "1942")]


# --- One Continent ---


def test_4_3_one_continent_is_for_one() -> None:
    table = Table(shows={"ann": "one - 1942"})
    assert table.fits("ann", "1914", "one") == [1] and table.fits("ann", "1952", "one") == [3]
    assert table.why("ann", "1943", "one 3") == [Obstacle("other", "1942")]


def test_4_3_the_first_card_claims_the_continent_for_the_rest_of_the_game() -> None:
    table = Table(3)
    table.holds("ben", "1923")
    table.plays("ben place one 2")
    assert table.fits("ann", "1928", "one") == [] and table.fits("eve", "1991", "one") == []
    assert table.why("ann", "1928", "one 1") == [Obstacle("continent", "1923", seat=1)]
    assert table.fits("ben", "1928", "one") == [3] and table.fits("ann", "1929", "one") == [1, 2, 3]


def test_4_3_white_cards_claim_nothing() -> None:
    table = Table(shows={"ben": "one 1945 - E"})
    assert table.fits("ann", "1946", "one") == [1, 2, 3] and table.fits("ben", "1946", "one") == [2]


def test_what_is_said_of_a_continent_that_two_cards_show() -> None:
    table = Table(3, shows={"ben": "one 1923 1928", "ann": "one 1930"})
    found = table.why("ann", "1937", "one 2")
    assert found == [Obstacle("other", "1930"), Obstacle("continent", "1923", seat=1)]


# --- white cards ---


def test_e_e_1945_is_of_any_continent_but_has_its_year() -> None:
    assert fits("six 1901 - 1944 - - 1999", "1945", "six") == [4, 5]
    assert fits("era 1934", "1945", "era") == [3, 4]
    assert fits("era 1936", "1945", "era") == [2, 3, 4]
    assert fits("one 1923", "1945", "one") == [2, 3]
    table = Table(shows={"ann": "six - 1945"})
    assert table.why("ann", "1950", "six 1") == [Obstacle("earlier", "1945")]


def test_e_e_einstein_fits_everywhere_and_puts_no_limit_on_others() -> None:
    table = Table(shows={"ann": "six 1949 - 1951 era 1940 - 1952 one 1923 gap 1950"})
    found = [table.fits("ann", "E", where) for where in ("six", "era", "one", "gap", "mid")]
    assert found == [[2, 4, 5, 6], [2, 4], [2, 3], [2], [1]]
    assert fits("six - E - -", "1900", "six") == [1, 3, 4, 5, 6]


def test_e_e_an_era_is_counted_across_einstein() -> None:
    assert fits("era 1922 E", "1942", "era") == [3, 4] and fits("era 1922 E", "1943", "era") == [4]


# --- 4.5: variation showcases ---

VARIATIONS = [
    ("six", "links"),
    ("era", "spread"),
    ("one", "decade"),
    ("one", "short"),
    ("one", "antiquity"),
    ("gap", "unique"),
]


@pytest.mark.parametrize(("basic", "variation"), VARIATIONS)
def test_codes_24_a_variation_has_its_own_name_and_the_size_of_what_it_replaces(
    basic: str, variation: str
) -> None:
    table, usual = Table(**{basic: variation}), Table()
    table.holds("ann", "1940")
    usual.holds("ann", "1940")
    renamed = [
        code.replace(f"place {basic} ", f"place {variation} ") for code in usual.codes("ann")
    ]
    assert table.codes("ann") == renamed


@pytest.mark.parametrize(("basic", "variation"), VARIATIONS)
def test_4_5_white_cards_may_not_lie_in_a_variation(basic: str, variation: str) -> None:
    table = Table(5, **{basic: variation})
    for card in ("1945", "E"):
        assert table.fits("ann", card, variation) == []
        assert table.why("ann", card, f"{variation} 1") == [Obstacle("white")]


@pytest.mark.parametrize("variation", ["spread", "decade", "short", "antiquity", "unique"])
def test_codes_28_continents_differ_in_variations_too(variation: str) -> None:
    basic = {name: of for of, name in VARIATIONS}[variation]
    table = Table(5, shows={"ann": f"{variation} 1920"}, **{basic: variation})
    assert Obstacle("continent", "1920") in table.why("ann", "1927", f"{variation} 2")


@pytest.mark.parametrize(("basic", "variation"), VARIATIONS)
def test_4_5_years_ascend_in_variations_too(basic: str, variation: str) -> None:
    table = Table(5, shows={"ann": f"{variation} - 1955"}, **{basic: variation})
    assert Obstacle("earlier", "1955") in table.why("ann", "1957", f"{variation} 1")


@pytest.mark.parametrize(
    ("shows", "card", "spots"),
    [
        ("links 1920", "1925", [2, 3, 4, 5, 6]),
        ("links 1920", "1926", [3, 4, 5, 6]),
        ("links 1920", "1927", [2, 3, 4, 5, 6]),
        ("links 1920", "1998", [2, 3, 4, 5, 6]),
        ("links 1920 - 1999", "1961", []),
        ("links 1920 - 1970", "1961", [2]),
        ("links 1920 - - 1999", "1961", [2]),
    ],
)
def test_4_5_links_share_the_continent_or_are_near(shows: str, card: str, spots: list[int]) -> None:
    assert fits(shows, card, "links", six="links") == spots


def test_what_is_said_of_links() -> None:
    table = Table(shows={"ann": "links - 1920"}, six="links")
    assert table.why("ann", "1926", "links 3") == [Obstacle("link", "1920", years=6, limit=5)]
    assert table.why("ann", "1913", "links 1") == [Obstacle("link", "1920", years=7, limit=5)]


@pytest.mark.parametrize(
    ("shows", "card", "spots"),
    [
        ("spread 1920", "1940", [2]),
        ("spread 1920", "1939", []),
        ("spread 1920", "1981", [2, 3, 4]),
        ("spread 1920", "1965", [2, 3]),
        ("spread - - - 1999", "1942", [2, 3]),
        ("spread 1920 - 1962", "1943", []),
        ("spread 1920 - 1964", "1944", [2]),
    ],
)
def test_4_5_spread_keeps_twenty_years_across_empty_spots_too(
    shows: str, card: str, spots: list[int]
) -> None:
    assert fits(shows, card, "spread", era="spread") == spots


def test_what_is_said_of_a_spread() -> None:
    table = Table(shows={"ann": "spread 1920"}, era="spread")
    assert table.why("ann", "1955", "spread 3") == [Obstacle("near", "1920", years=35, limit=40)]


def test_4_5_one_decade() -> None:
    table = Table(shows={"ann": "decade - 1955"}, one="decade")
    assert table.fits("ann", "1959", "decade") == [3] and table.fits("ann", "1951", "decade") == [1]
    assert table.why("ann", "1960", "decade 3") == [Obstacle("decade", "1955")]
    assert table.fits("ben", "1955", "decade") == [1, 2, 3], "others may show the same"


@pytest.mark.parametrize("variation", ["short", "antiquity"])
def test_4_5_short_era_and_antiquity_take_any_years_that_ascend(variation: str) -> None:
    assert fits(f"{variation} 1901 - 1999", "1950", variation, one=variation) == [2]


@pytest.mark.parametrize(
    ("seats", "first", "last"),
    [(5, 1900, 1999), (4, 1910, 1989), (3, 1920, 1979), (2, 1930, 1969), (1, 1940, 1959)],
)
def test_4_5_unique_decades_allow_fewer_decades_for_fewer_players(
    seats: int, first: int, last: int
) -> None:
    table = Table(seats, gap="unique")
    coloured = [year for year in range(1900, 2000) if year != 1945]
    assert [year for year in coloured if table.fits("ann", str(year), "unique")] == [
        year for year in range(first, last + 1) if year != 1945
    ]
    if seats < 5:
        assert table.why("ann", "1999", "unique 2") == [
            Obstacle("outside", years=first, limit=last)
        ]


def test_4_5_unique_decades_differ_from_ones_own_and_everybody_elses() -> None:
    table = Table(3, shows={"ben": "unique 1923 1955"}, gap="unique")
    assert table.fits("ann", "1952", "unique") == []
    assert table.why("ann", "1920", "unique 1") == [Obstacle("decades", "1923", seat=1)]
    table.holds("ann", "1938")
    table.plays("ann place unique 1")
    assert table.fits("ann", "1939", "unique") == []
    assert table.why("ann", "1939", "unique 2") == [Obstacle("decades", "1938")]
    assert table.fits("eve", "1937", "unique") == []
    assert table.fits("eve", "1940", "unique") == [1, 2]
