"""The words of the screen and the places that it lights. Browser tests show how they are drawn."""

from __future__ import annotations

import pytest

from games.exhibition import screen
from games.exhibition.cases import Case, Place
from games.exhibition.layout import Layout
from games.exhibition.placement_effects import Brings
from tests.exhibition.table import SEATS, Table

NAMED = ("Ann", "Ben", "Eve")


def screen_of(table: Table, name: str) -> Layout:
    return screen.layout(
        table.sees(name), table.codes(name) if SEATS[name] is not None else [], SEATS[name]
    )


def case(shown: Layout, name: str) -> Case:
    return next(case for case in shown.hall(NAMED) if case.name == name)


def lit(shown: Layout, name: str) -> list[int]:
    return [place.number for place in case(shown, name).places if place.go]


def place(shown: Layout, name: str, number: int) -> Place:
    return case(shown, name).places[number - 1]


def test_taking_is_lit_where_the_vehicle_stands_and_nowhere_else() -> None:
    table = Table(columns={"OC": "1907 1926 1945"})
    shown = screen_of(table, "ann")
    seen = [[bool(label and label.go) for label in column.labels] for column in shown.columns]
    assert seen == [[True] * 3, *[[False] * 3] * 5]
    assert [label.number for label in shown.columns[0].labels if label] == [1, 2, 3]
    assert shown.opened == "oc" and shown.step == "take"
    assert [words for _number, words in shown.advice] == [
        "1907 fits 16 places. Your zeppelin flies to Asia.",
        "1926 fits 16 places. Your zeppelin flies to North America.",
        "1945 fits 16 places. A white card: you choose where to go.",
    ]
    ghosts = [
        (column.short, vehicle.number)
        for column in shown.columns
        for vehicle in column.vehicles
        if vehicle.number
    ]
    assert ghosts == [("AS", 1), ("NA", 2)]
    waiting = screen_of(table, "ben")
    assert waiting.step == "" and not waiting.advice and waiting.go == {}


def test_a_card_with_a_continent_is_placed_with_one_tap_or_after_the_journey() -> None:
    """CODES 21: the journey is an entry of its own, so the lit places press buttons that play
    both."""
    table = Table(columns={"OC": "1907 1926 1945"}, stock="1950")
    table.plays("ann take 1907")
    shown = screen_of(table, "ann")
    buttons = {way.code: (way.field, way.value) for group in shown.groups for way in group.ways}
    assert buttons["move AS"] == ("code", "move AS")
    assert buttons["place era 3"] == ("codes", "move AS,place era 3")
    assert buttons["depot"] == ("codes", "move AS,depot")
    assert "finish" not in buttons and shown.room == 16 and shown.to == "Asia"
    assert place(shown, "six", 1).go == "do-place-six-1"
    seen = [label and label.card.code for label in shown.columns[0].labels]
    assert seen == [None, "1926", "1945"]
    table.plays("ann move AS")
    after = screen_of(table, "ann")
    assert {way.field for group in after.groups for way in group.ways} == {"code"}
    assert [
        label.card.code
        for column in after.columns
        for label in column.labels
        if label and label.fresh
    ] == ["1950"]


def test_a_white_card_asks_for_a_continent_first() -> None:
    table = Table(columns={"OC": "1907 1926 1945"})
    table.plays("ann take 1945")
    shown = screen_of(table, "ann")
    assert [column.go for column in shown.columns] == [
        f"do-move-{column.short}" for column in shown.columns
    ]
    assert shown.goal == ""
    assert not any(lit(shown, name) for name in ("six", "era", "one", "gap", "mid", "depot"))


def test_places_say_what_they_bring() -> None:
    table = Table(shows={"ann": "gap 1904 - era 1932 depot 1989"})
    table.holds("ann", "1943")
    shown = screen_of(table, "ann")
    assert place(shown, "gap", 2).brings == Brings("+7", "39 y", "+7 points, 39 years apart")
    assert place(shown, "mid", 1).brings == Brings("+2", "7 off", "+2 points, 7 years from 1950")
    assert [each.brings.points for each in case(shown, "depot").places] == ["", "−1", "−1"]
    assert place(shown, "era", 3).brings.points == "+2" and lit(shown, "era") == [3, 4]
    table.holds("ann", "E")
    assert place(screen_of(table, "ann"), "gap", 2).brings.points == "+1"


@pytest.mark.parametrize(
    ("shows", "holds", "name", "number", "note", "points"),
    [
        # the first card of a showcase tells what it begins
        ("", "1943", "one", 2, "all EU", 3),
        ("six 1951", "1943", "one", 2, "all EU", 3),  # one more of Europe, one more decade
        ("", "1943", "gap", 1, "≤ 56 y", 3),
        ("", "1943", "gap", 2, "≤ 42 y", 3),
        # spots that no card can fill any more
        ("", "1999", "six", 1, "closes 5", 3),
        ("", "1900", "gap", 2, "closes 1", 3),
        ("era 1932 - 1934 -", "1943", "era", 4, "", 2),
        # the sixth continent
        ("six 1901 1902 1903 1904 1907 -", "1943", "six", 6, "", 7),
    ],
)
def test_places_say_what_follows(
    shows: str, holds: str, name: str, number: int, note: str, points: int
) -> None:
    table = Table(shows={"ann": shows})
    table.holds("ann", holds)
    found = place(screen_of(table, "ann"), name, number).brings
    assert (found.note, found.points) == (note, f"+{points}")


def test_where_there_is_room_a_place_says_how_many_it_closes() -> None:
    table = Table()
    table.holds("ann", "1999")
    shown = screen_of(table, "ann")
    said = [place(shown, "six", number).brings.long for number in (1, 5, 6)]
    assert said == ["closes 5\xa0places", "closes 1\xa0place", ""]


def test_the_points_of_a_place_are_those_of_the_scoring() -> None:
    table = Table(3, secret="D3 D5 D4", shows={"ann": "gap 1904 - era 1932 1939"})
    table.holds("ann", "1930")
    before = table.sees("ann").sheets[0].total
    shown = screen_of(table, "ann")
    codes = table.codes("ann", "place")
    told = {
        f"place {each.name} {its.number}": its.brings.points
        for each in shown.hall(NAMED)
        for its in each.places
        if its.go and each.name != "depot"
    }
    here = table.state
    for code in codes:
        table.state = here
        table.plays(f"ann {code}")
        assert told.pop(code) == f"+{table.sees('ann').sheets[0].total - before}", code
    assert not told


def test_places_say_why_they_do_not_take_it() -> None:
    table = Table(
        3, shows={"ann": "six 1908 1923 - 1964 era 1932 - - 1950 one - 1947", "ben": "one 1951"}
    )
    table.holds("ann", "1943")
    shown = screen_of(table, "ann")
    assert case(shown, "six").closed == "Europe is here" and lit(shown, "six") == []
    assert case(shown, "one").closed == "Only Africa"
    assert place(shown, "era", 2).why == "11 years from 1932, at most 10 allowed"
    assert not place(shown, "era", 2).go
    assert lit(shown, "era") == [3] and case(shown, "era").closed == ""
    assert case(shown, "one").rule == "Africa"
    table.holds("eve", "1943")
    assert case(screen_of(table, "eve"), "one").closed == "EU is taken"
    assert {each.why for each in case(screen_of(table, "eve"), "one").places} == {
        "Ben shows Europe"
    }


def test_names_of_others_are_only_filled_in() -> None:
    table = Table(2, shows={"ben": "one 1951"})
    table.holds("ann", "1943")
    shown = screen_of(table, "ann").hall(("Ann", "<b> %(continent)s"))
    assert shown[2].places[0].why == "<b> %(continent)s shows Europe"


@pytest.mark.parametrize(
    ("options", "shows", "holds", "name", "closed"),
    [
        ({"one": "decade"}, "decade 1932", "1945", "decade", "No white cards"),
        ({"one": "decade"}, "decade 1932", "1943", "decade", "Only the 1930s"),
        ({"gap": "unique"}, "", "1900", "unique", "1930s–1960s"),
        ({"gap": "unique"}, "unique 1932", "1938", "unique", "Has 1930s"),
    ],
)
def test_variations_say_why_not(
    options: dict[str, str], shows: str, holds: str, name: str, closed: str
) -> None:
    table = Table(2, shows={"ann": shows}, **options)
    table.holds("ann", holds)
    assert case(screen_of(table, "ann"), name).closed == closed


def test_a_card_that_fits_nowhere_leaves_depot_and_finish() -> None:
    full = (
        "six 1908 1923 1938 1964 1978 1987 era 1932 1939 1943 1950 "
        "one 1902 1947 1954 gap 1904 1999 mid -"
    )
    table = Table(
        2,
        one="decade",
        shows={
            "ann": full.replace("one 1902 1947 1954", "decade 1966 1967 -").replace(
                "mid -", "mid 1953"
            )
        },
    )
    table.holds("ann", "1910")
    shown = screen_of(table, "ann")
    assert shown.stuck and shown.room == 0
    assert [way.code for group in shown.groups for way in group.ways] == ["depot", "finish"]
    assert lit(shown, "depot") == [1, 2, 3]


def test_an_empty_column_lights_the_others() -> None:
    table = Table(2)
    table.state = table.state._replace(step="seek", columns=((), *table.state.columns[1:]))
    shown = screen_of(table, "ann")
    assert [bool(column.go) for column in shown.columns] == [False, True, True, True, True, True]
    assert shown.step == "seek" and shown.opened == "sa"
    assert shown.columns[0].labels == (None, None, None)


def test_rivals_stand_in_order_of_play_from_the_next() -> None:
    table = Table(3, order="S2 S0 S1", shows={"ben": "one 1951 six 1920 1937"})
    shown = screen_of(table, "ann")
    assert shown.seats == (0, 1, 2) and [rival.seat for rival in shown.rivals] == [1, 2]
    assert [shown.vehicle(seat).name for seat in (2, 0, 1)] == ["zeppelin", "Ford", "ocean liner"]
    ben = shown.rivals[0]
    assert ben.claims and ben.claims.short == "EU" and ben.continents == 2 and ben.at == "Africa"
    assert [seat for seat in screen_of(table, "cal").seats] == [0, 1, 2]
