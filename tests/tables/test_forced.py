"""A turn that is ended by itself: the board names the step, its player's page sends it as any other
move, and neither programs nor those who do not wish it are concerned."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.tables.errors import NotPossible, TableError
from games.tables.models import Action
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
FORCED = 'data-forced="do-draw-stock"'


def discards(table: Played, beside: str = "") -> str:
    """Have the mover discard; without a pile `beside` it, the stock is all there is to draw
    from."""
    name = table.mover
    codes = [code for code in table.legal() if code[:8] == "discard " and code[8] != beside]
    table.plays(f"{name} {codes[0]}")
    return name


def test_only_its_player_is_told_and_only_while_nothing_else_is_left(table: Played) -> None:
    waiter = table.waiter
    assert "data-forced" not in table.html(table.mover)
    name = discards(table)
    assert FORCED in table.html(name)
    assert not any("data-forced" in table.html(other) for other in (waiter, "cal"))
    table.plays(f"{name} draw stock")
    assert "data-forced" not in table.html(name)
    other = discards(table, beside=table.log[2].split()[2][0])  # which could be drawn too
    assert len(table.legal()) > 1 and "data-forced" not in table.html(other)


def test_a_program_moves_step_by_step(table: Played) -> None:
    name, ply = table.mover, table.ply
    discards(table)
    assert (table.ply, table.mover, table.legal()) == (ply + 1, name, ["draw stock"])


def test_two_pages_and_a_take_back_at_once_are_one_entry(
    table: Played, together: Callable[..., list[Any]]
) -> None:
    name = discards(table)
    ply = table.ply
    step = partial(table.does, name, "act", code="draw stock", ply=ply, now=NOON)
    back = partial(table.does, name, "undo", ply=ply, now=NOON)
    pages = together(step, step, back)[:2]
    assert Action.objects.filter(table=table.id, ply=ply).count() == 1
    drawn = table.log[ply].endswith("draw stock")
    assert [isinstance(answer, TableError) for answer in pages] == [not drawn] * 2
    assert table.sound()


def test_what_was_drawn_cannot_be_put_back(table: Played) -> None:
    name = discards(table)
    table.does(name, "act", code="draw stock", ply=table.ply, now=NOON)
    with pytest.raises(NotPossible):
        table.does(name, "undo", ply=table.ply, now=NOON)


def test_the_switch_at_the_board_is_that_of_the_settings(table: Played, cast: dict) -> None:
    name = table.mover
    page: Client = table.browser(name)
    settings, here = 'name="finishes_turns" checked', f"/t/{table.id}/"
    assert "data-finishes " in page.get(here).content.decode().replace("\n", " ")
    assert settings in page.get("/accounts/").content.decode()
    for wanted in ("", "on"):
        for _twice in range(2):
            assert page.post("/notices/finish/", {"on": wanted}).status_code == 204
        assert User.objects.get(username=name).finishes_turns is bool(wanted)
        shown = page.get(here).content.decode().replace("\n", " ")
        assert ("data-finishes " in shown) is bool(wanted)
        assert (settings in page.get("/accounts/").content.decode()) is bool(wanted)
