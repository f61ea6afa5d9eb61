"""A step of a lesson, as Dee meets it: she has no account and no JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.learning.lessons import panel
from games.tables.models import Table

Sends = Callable[..., Any]


def text(answer: Any) -> str:
    page = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", unescape(page))


def alert(answer: Any) -> str:
    found = re.search(r'role="alert">(.*?)</div>', answer.content.decode(), re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", found[1]))).strip() if found else ""


def test_a_step_shows_the_real_board_and_one_thing_to_do(reader: Client) -> None:
    page = reader.get("/learn/lost_cities/4/")
    html = page.content.decode()
    assert page.status_code == 200 and "Step 4 of 9" in html
    assert "Cards only climb. Yours stands at 5, so 8 may follow." in html
    assert html.count("is-lit") == 2, "the card and its place"
    assert '<button name="code" value="play B8"' in html
    assert html.count('<button name="code" value="play B3"') == 1, "to try is how one learns why"


def test_the_right_code_leads_on_and_says_what_has_changed(reader: Client, sends: Sends) -> None:
    answer = sends("lost_cities", 4, "play B8")
    assert (answer.status_code, answer["Location"]) == (303, "/learn/lost_cities/4/?at=1")
    page = reader.get(answer["Location"])
    assert "8 lies on 5: −3 now." in text(page)
    assert 'href="/learn/lost_cities/5/">Next</a>' in page.content.decode()


def test_another_legal_code_is_allowed_and_nothing_more(sends: Sends) -> None:
    answer = sends("lost_cities", 4, "play G9")
    assert answer.status_code == 200 and not alert(answer)
    assert "That is allowed too. This time, play it." in text(answer)
    assert "Yours stands at 5" in text(answer), "the task stands there still"


def test_a_refused_code_is_answered_in_three_parts(sends: Sends) -> None:
    answer = sends("lost_cities", 4, "play B3")
    assert answer.status_code == 422
    assert alert(answer) == (
        "3 is lower than your 5. It can’t be played any more. Keep it, or discard it. "
        "Choose a higher blue card."
    )
    html = answer.content.decode()
    assert html.count('class="crossed"') == 1, "where the card would have gone"
    assert re.search(r'id="card-B3" checked', html), "the card stays chosen"


@pytest.mark.parametrize("code", ["", "play", "play Q99", "<b>", "draw stock", "x" * 9999])
def test_anything_else_is_refused_without_a_trace(sends: Sends, code: str) -> None:
    answer = sends("lost_cities", 4, code)
    assert answer.status_code == 422
    assert "That is not possible here. Nothing was played." in alert(answer)
    assert "Q99" not in answer.content.decode()


def test_a_step_of_two_codes_keeps_how_far_one_is_in_its_address(
    reader: Client, sends: Sends
) -> None:
    first = sends("lost_cities", 2, "play B5")
    assert first["Location"] == "/learn/lost_cities/2/?at=1"
    page = text(reader.get(first["Location"]))
    assert "Now you hold seven cards." in page and "Blue went from −16 to −11." in page
    second = sends("lost_cities", 2, "draw stock", at=1)
    assert second["Location"] == "/learn/lost_cities/2/?at=2"
    assert "You drew green 10. Your turn is over." in text(reader.get(second["Location"]))


def test_a_pile_takes_back_nothing_in_the_same_turn(sends: Sends) -> None:
    assert sends("lost_cities", 6, "draw R")["Location"].endswith("6/?at=1")
    assert "You have just put white 3 there." in alert(sends("lost_cities", 6, "draw W"))


def test_no_step_waits_for_the_one_before(reader: Client) -> None:
    """Steps are links: Back is the browser's, and Skip leads on."""
    html = reader.get("/learn/lost_cities/5/").content.decode()
    for number in range(1, 10):
        assert f'href="/learn/lost_cities/{number}/"' in html
    assert 'aria-current="step"' in html


@pytest.mark.parametrize(
    "address",
    [
        "/learn/chess/",
        "/learn/lost_cities/0/",
        "/learn/lost_cities/10/",
        "/learn/lost_cities/4/?at=9",
    ],
)
def test_there_is_nothing_behind_other_addresses(reader: Client, address: str) -> None:
    assert reader.get(address).status_code == 404


def test_a_first_look_is_the_first_step(reader: Client) -> None:
    assert "Step 1 of 9" in reader.get("/learn/lost_cities/").content.decode()
    assert "/learn/lost_cities/" in reader.get("/games/").content.decode()


def test_the_board_of_a_step_is_made_once_and_asks_no_database(
    reader: Client, django_assert_num_queries: Any
) -> None:
    panel.board("lost_cities", 3, 0, "", "")
    with django_assert_num_queries(0):
        reader.get("/learn/lost_cities/3/")
        panel.board("lost_cities", 5, 0, "play B3", "refused")


def test_the_last_step_opens_a_real_game_against_the_weakest_bot(reader: Client) -> None:
    html = reader.get("/learn/lost_cities/9/").content.decode()
    assert re.search(r'name="bot"\s+value="beginner"', html)
    assert re.search(r'name="game" value="lost_cities"\s+formaction="/tables/now/"', html)
    answer = reader.post("/tables/now/", {"game": "lost_cities", "bot": "beginner", "at": "0"})
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.id}/"
    assert (table.status, table.options.get("rounds", "1")) == ("running", "1")
    assert [seat.bot for seat in table.seats.order_by("number")] == ["", "beginner"]


def test_a_lesson_has_no_table_and_offers_nothing_of_one(reader: Client) -> None:
    html = reader.get("/learn/lost_cities/4/").content.decode()
    assert "data-table" not in html and "data-socket" not in html
    assert "/t/lesson/" not in html, "no address of a table that is not there"
