"""The reasons for a move in Exhibition, in the terms of the game."""

from games.exhibition.advice import why
from games.exhibition.deck import CONTINENTS, NAMES, continent
from tests.exhibition.table import Table


def of(code: str, number: int) -> list[str]:
    """Return the first cards of a continent."""
    return [name for name in NAMES if continent(name) == code][:number]


def test_a_card_of_a_new_continent_says_how_many_are_missing() -> None:
    name = of("OC", 1)[0]
    table = Table(2, columns={"OC": name})
    said = why(table.sees("ann"), 0, f"take {name}")
    assert said == "your hall lacks Oceania, one of 6 continents to come."


def test_the_last_continent_is_named() -> None:
    shown = " ".join(sorted(of(code, 1)[0] for code in CONTINENTS[1:]))
    last = of(CONTINENTS[0], 3)[-1]
    table = Table(2, columns={"OC": last}, shows={"ann": f"six {shown}"})
    said = why(table.sees("ann"), 0, f"take {last}")
    assert said == "it brings Oceania, the last continent that your hall lacks."


def test_a_place_says_what_it_brings_and_the_depot_what_it_costs() -> None:
    name = of("OC", 1)[0]
    table = Table(2, columns={"OC": name})
    table.plays(f"ann take {name}", "ann move OC")
    view = table.sees("ann")
    assert why(view, 0, "depot") == "it costs one point and keeps 16 places open."
    said = {why(view, 0, code) for code in table.codes("ann") if code.startswith("place")}
    assert any("closes no other place" in each for each in said)


def test_a_card_that_fits_nowhere_says_so() -> None:
    table = Table(2)
    name = table.sees("ann").columns[0][0]
    view = table.sees("ann")
    assert why(view, 0, f"take {name}", f"take {name}")
    assert why(view, 0, "move OC") == "of 3 cards at Oceania, 3 can go into your hall."
