"""The states that are imagined for a view: hidden cards lie anywhere, and nowhere rather than
elsewhere."""

from __future__ import annotations

from random import Random

import pytest

from games.lost_cities.deck import CARDS
from games.lost_cities.engine import ENGINE
from tests.lost_cities.table import Table

STATES = 3000


def test_a_suit_that_is_discarded_is_as_likely_in_a_hand_as_late_in_the_stock() -> None:
    """Ann discards five yellow cards, of which Ben remembers none but the last: Y10 may lie below
    it, or anywhere else."""
    table = Table(ann="Y2 Y3 Y4 Y5 Y6", ben="W2 W3 W4 W5 W6")
    for kind in range(2, 7):
        table.plays(f"ann discard Y{kind}", "ann draw stock")
        table.plays(f"ben discard W{kind}", "ben draw stock")
    view, rng, card = table.sees("ben"), Random(4), CARDS["Y10"]
    assert "Y10" not in view.hand and view.piles[0].count == 5
    half = view.stock // 2
    hand = early = late = 0
    for _ in range(STATES):
        state = ENGINE.imagine(view, rng)
        hand += card in state.sides[0].hand
        early += card in state.stock[:half]
        late += card in state.stock[-half:]
    assert early == pytest.approx(late, rel=0.1)
    assert hand / 8 == pytest.approx((early + late) / 2 / half, rel=0.1)
