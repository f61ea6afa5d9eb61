"""At a table of the site, by plain forms: whoever ticks cards and presses Play needs no script, and
is told why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from accounts.models import User
from games.tables import services
from games.tables.models import Order, Table
from games.tables.proof import audit
from games.tables.state import snapshot_cache
from tests.tables.conftest import NOON

pytestmark = pytest.mark.django_db

NAMES = ("ann", "ben", "eva", "flo")


class Sitting:
    """Four at a table that was opened for six; each has a browser without scripts."""

    def __init__(self) -> None:
        self.users = [User.objects.create_user(name, password=None) for name in NAMES]
        self.clients = [Client() for _ in NAMES]
        for client, user in zip(self.clients, self.users, strict=True):
            client.force_login(user)
        opened = services.open_table(
            creator=self.users[0],
            game="odin",
            seats=6,
            options={"target": "10"},
            order=Order.SEATS,
            now=NOON,
        )
        self.id = opened.id
        for user in self.users[1:]:
            services.sit(table_id=self.id, user=user, now=NOON)
        self.clients[0].post(f"/t/{self.id}/start/")

    @property
    def row(self) -> Table:
        return Table.objects.get(pk=self.id)

    def looks(self, seat: int) -> str:
        return self.clients[seat].get(f"/t/{self.id}/").content.decode()

    def sends(self, seat: int, **fields: Any) -> Any:
        return self.clients[seat].post(
            f"/t/{self.id}/act/", {"ply": str(self.row.ply), "sort": "number", **fields}
        )

    def plays(self, seat: int) -> int:
        """Tick and play the largest set, take a beaten card, or pass; return the status of the
        answer. Players other than Ann pass rather than beat a single card, so that the game ends
        soon."""
        html = self.looks(seat)
        codes = [
            unescape(code) for code in re.findall(r'<button name="code" value="([^"]+)"', html)
        ]
        sets = [code.split()[1:] for code in codes if code.startswith("play ")]
        if "pass" in codes and (not sets or (seat != 0 and len(sets[0]) < 2)):
            return int(self.sends(seat, code="pass").status_code)
        if not sets:
            return int(self.sends(seat, code=codes[0]).status_code)
        ticked = re.findall(r'<input type="checkbox" name="card" value="(\w+)"', html)
        chosen = max(sets, key=len)
        return int(
            self.sends(seat, card=[name for name in reversed(ticked) if name in chosen]).status_code
        )


@pytest.fixture
def sitting(settings: LazySettings) -> Iterator[Sitting]:
    settings.RATE_LIMITS = False
    snapshot_cache.forget()
    yield Sitting()


def test_four_play_to_the_end_by_ticking_cards(sitting: Sitting) -> None:
    for _ in range(600):
        row = sitting.row
        if row.status == "ended":
            break
        assert sitting.plays(int(row.to_act)) == 303
    assert row.status == "ended" and row.ended_by == "rules" and len(row.to_act) == 0
    assert list(audit.faults(row)) == []
    html = sitting.looks(3)
    assert 'id="result"' in html and html.count('<th scope="row">') >= 4


def test_cards_that_cannot_be_played_are_refused_with_the_reason(sitting: Sitting) -> None:
    seat = int(sitting.row.to_act)
    hand = re.findall(r'name="card" value="(\w+)"', sitting.looks(seat))
    for cards, why in ((hand[:2], "A lead is one card."), ([], "Choose cards of your hand.")):
        answer = sitting.sends(seat, card=cards)
        assert answer.status_code == 422 and why in answer.content.decode()
    hidden = next(
        f"{colour}{number}"
        for colour in "RGBYPO"
        for number in range(1, 10)
        if f"{colour}{number}" not in hand
    )
    assert sitting.sends(seat, card=[hidden]).status_code == 422  # not one's own
    assert sitting.sends((seat + 1) % 4, card=hand[:1]).status_code == 422  # not one's turn
    assert sitting.row.ply == 2


def test_the_same_cards_twice_are_one_move_and_stale_ones_are_refused(sitting: Sitting) -> None:
    seat = int(sitting.row.to_act)
    hand = re.findall(r'name="card" value="(\w+)"', sitting.looks(seat))
    assert [sitting.sends(seat, card=hand[:1], ply="2").status_code for _ in range(2)] == [303, 303]
    assert sitting.row.ply == 3
    assert sitting.sends(seat, card=hand[1:2], ply="2").status_code == 409
    assert (
        Client().post(f"/t/{sitting.id}/act/", {"card": hand[1:2], "ply": "3"}).status_code == 403
    )
