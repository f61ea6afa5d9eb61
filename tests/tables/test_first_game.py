"""Two lines tell somebody's first game what it is about, until they are put away or a game has
ended."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from games.registry import engines, screen
from games.tables.http import dismissed_intros
from tests.tables.conftest import Played
from tests.tables.pages import read

pytestmark = [pytest.mark.django_db]


def explained(client: Client, table: str) -> bool:
    page = read(client.get(f"/t/{table}/").content.decode())
    return "data-first" in page.one("form", id="act").attributes


@pytest.mark.parametrize("game", engines())
def test_every_game_has_two_lines_that_fit_a_phone(game: str) -> None:
    lines = [str(line) for line in screen(game).first_lines]
    assert len(lines) == 2 and all(len(line) < 90 and line.endswith(".") for line in lines)


def test_a_first_game_is_explained_to_those_who_play_it(table: Played) -> None:
    ann = table.browser("ann")
    assert explained(ann, table.id)
    assert read(ann.get(f"/t/{table.id}/").content.decode()).one("aside", class_="first").text
    assert not explained(table.browser("cal"), table.id)
    assert 'class="first"' not in table.html()


def test_it_is_put_away_on_this_device_for_this_game(table: Played) -> None:
    ann, ben = table.browser("ann"), table.browser("ben")
    answer = ann.post(f"/t/{table.id}/known/")
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{table.id}/")
    assert not explained(ann, table.id) and explained(ben, table.id)
    assert explained(table.browser("ann"), table.id), "another device"
    del ann.cookies[settings.SESSION_COOKIE_NAME]
    ann.force_login(table.cast["ann"], backend=settings.AUTHENTICATION_BACKENDS[0])
    assert not explained(ann, table.id), "a new session changes nothing"
    board = ben.post(f"/t/{table.id}/known/", headers={"HX-Request": "true"}).content.decode()
    assert board.lstrip().startswith("<section") and not explained(ben, table.id)


def test_the_device_keeps_several_games_and_nothing_that_is_none(table: Played) -> None:
    ann = table.browser("ann")
    ann.cookies[dismissed_intros.COOKIE] = "odin.<b>.toString"
    ann.post(f"/t/{table.id}/known/")
    assert ann.cookies[dismissed_intros.COOKIE].value == "lost_cities.odin"
    assert int(ann.cookies[dismissed_intros.COOKIE]["max-age"]) > 300 * 24 * 60 * 60


def test_whoever_has_ended_a_game_needs_no_lines(table: Played) -> None:
    table.does("ann", "resign")
    again = table.again("ann", "ben")
    assert not explained(table.browser("ann"), again.id)


def test_the_lines_go_by_themselves(table: Played) -> None:
    assert 'class="first"' not in table.plays_to(16).html("ann")
