"""The frozen Expert that later bots are measured by: the same seed still plays the same."""

from __future__ import annotations

from random import Random

from benchmarks.yardstick import YARDSTICKS
from games.lost_cities.deck import names
from tests.lost_cities.table import Table


def test_the_yardstick_of_lost_cities_imagines_the_deals_of_its_day() -> None:
    table = Table(ann="Y2 Y3 Y4 Y5", ben="W2 W3 W4 W5")
    for kind in range(2, 6):
        table.plays(f"ann discard Y{kind}", "ann draw stock")
        table.plays(f"ben discard W{kind}", "ben draw stock")
    state = YARDSTICKS["lost_cities"].engine.imagine(table.sees("ben"), Random(4))
    assert " ".join(names(state.sides[0].hand)) == "G3 B10 G2 B9 B4 R10 Rx R9"
    assert " ".join(names(state.piles[0])) == "Y7 Y10 Yx Y5"
    assert " ".join(names(state.stock[-8:])) == "Y4 Y9 W7 Wx R7 Y6 B7 B3"
