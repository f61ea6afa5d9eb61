"""At a table of the site, by plain forms: whoever ticks cards and presses Play needs no script, and
is told why not."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.conf import LazySettings

from accounts.models import User
from tests.kit.played import CAST, Played, sits_down
from tests.tables.conftest import cast, kept, no_memory  # noqa: F401

pytestmark = pytest.mark.django_db


class Sitting(Played):
    """Four at a table that was opened for six; each has a browser without scripts."""

    def sends(self, name: str, **fields: Any) -> int:
        """Send a form of a move, and return the status of the answer."""
        form = {"ply": str(self.ply), "sort": "number", **fields}
        self.answer = self.browser(name).post(f"/t/{self.id}/act/", form)
        return self.answer.status_code

    def held(self, name: str) -> list[str]:
        """Return the cards that somebody may tick."""
        return re.findall(r'name="card" value="(\w+)"', self.html(name))

    def ticks(self) -> int:
        """Tick and play the largest set, take a beaten card, or pass. Players other than Ann pass
        rather than beat a single card, so that the game ends soon."""
        name, html = self.mover, self.html(self.mover)
        codes = [
            unescape(code) for code in re.findall(r'<button name="code" value="([^"]+)"', html)
        ]
        sets = [code.split()[1:] for code in codes if code.startswith("play ")]
        if "pass" in codes and (not sets or (name != "ann" and len(sets[0]) < 2)):
            return self.sends(name, code="pass")
        if not sets:
            return self.sends(name, code=codes[0])
        chosen = max(sets, key=len)
        ticked = re.findall(r'<input type="checkbox" name="card" value="(\w+)"', html)
        return self.sends(name, card=[card for card in reversed(ticked) if card in chosen])


@pytest.fixture
def sitting(settings: LazySettings, cast: dict[str, User]) -> Sitting:  # noqa: F811
    settings.RATE_LIMITS = False
    terms: dict[str, Any] = {"seats": 6, "options": {"target": "10"}, "order": "seats"}
    table = Sitting(sits_down(cast, *CAST, game="odin", **terms).id, cast)
    table.browser("ann").post(f"/t/{table.id}/start/")
    return table


def test_four_play_to_the_end_by_ticking_cards(sitting: Sitting) -> None:
    for _ in range(600):
        if sitting.status == "ended":
            break
        assert sitting.ticks() == 303
    row = sitting.row
    assert row.status == "ended" and row.ended_by == "rules" and len(row.to_act) == 0
    assert sitting.sound()
    html = sitting.html("dee")
    assert 'id="result"' in html and html.count('<th scope="row">') >= 4


def test_cards_that_cannot_be_played_are_refused_with_the_reason(sitting: Sitting) -> None:
    name = sitting.mover
    hand = sitting.held(name)
    for cards, why in ((hand[:2], "A lead is one card."), ([], "Choose cards of your hand.")):
        assert sitting.sends(name, card=cards) == 422 and why in sitting.answer.content.decode()
    deck = [f"{colour}{number}" for colour in "RGBYPO" for number in range(1, 10)]
    hidden = next(card for card in deck if card not in hand)
    assert sitting.sends(name, card=[hidden]) == 422  # not one's own
    other = next(other for other in CAST if other != name)
    assert sitting.sends(other, card=hand[:1]) == 422  # not one's turn
    assert sitting.ply == 2


def test_the_same_cards_twice_are_one_move_and_stale_ones_are_refused(sitting: Sitting) -> None:
    name = sitting.mover
    hand = sitting.held(name)
    assert [sitting.sends(name, card=hand[:1], ply="2") for _ in range(2)] == [303, 303]
    assert sitting.ply == 3
    assert sitting.sends(name, card=hand[1:2], ply="2") == 409
    form = {"card": hand[1:2], "ply": "3"}
    assert sitting.browser().post(f"/t/{sitting.id}/act/", form).status_code == 403
