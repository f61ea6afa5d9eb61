"""The lens by its address: for the player who holds the card, while the game runs."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.tables.models import Table
from tests.kit.played import sits_down
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db


def asks(table: Played, name: str, *cards: str) -> tuple[int, str]:
    answer = table.browser(name).get(f"/t/{table.id}/lens/", {"card": list(cards)})
    return answer.status_code, answer.content.decode()


def test_its_player_alone_is_told(table: Played) -> None:
    card = table.hand(table.mover)[0]
    status, page = asks(table, table.mover, card)
    assert status == 200 and f'data-at="mine-{card[0]}"' in page and 'id="lens"' in page
    assert "<html" not in page
    for name in (table.waiter, "cal", "dee"):
        own = card in table.hand(name) if name == table.waiter else False
        assert asks(table, name, card)[0] == (200 if own else 404)
    assert asks(table, table.waiter, table.hand(table.waiter)[0])[0] == 200  # while waiting too


@pytest.mark.parametrize("cards", [(), ("",), ("<b>",), ("R" * 5000,), ("Y2",) * 40])
def test_nonsense_is_not_found(table: Played, cards: tuple[str, ...]) -> None:
    assert asks(table, table.mover, *cards)[0] == 404


def test_a_game_that_has_ended_has_none(table: Played) -> None:
    name, card = table.mover, table.hand(table.mover)[0]
    page = table.browser(name).get(f"/t/{table.id}/").content.decode()
    assert "data-lens" in page
    table.does(table.waiter, "resign")
    assert asks(table, name, card)[0] == 404
    assert "data-lens" not in table.browser(name).get(f"/t/{table.id}/").content.decode()


def test_a_table_may_do_without_for_everybody_alike(cast: dict[str, User]) -> None:
    table = sits_down(cast, "ann", "ben", lensless=True)
    name, card = table.mover, table.hand(table.mover)[0]
    page = table.browser(name).get(f"/t/{table.id}/").content.decode()
    assert "data-lens" not in page and "no lens" in page and "look ahead" not in page
    assert asks(table, name, card)[0] == 404


def test_the_form_asks_for_it(table: Played) -> None:
    page = table.browser("ann")
    form = {"game": "lost_cities", "clock": "daily", "rated": "on", "lensless": "on"}
    assert "no lens" in page.get("/tables/new/", form).content.decode()
    page.post("/tables/new/", form)
    opened = Table.objects.exclude(pk=table.id).get()
    assert opened.lensless and "<li>No lens.</li>" in page.get(f"/t/{opened.id}/").content.decode()
