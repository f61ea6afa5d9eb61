"""A table that waits for its players, as each of them sees it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from accounts.models import User
from games.registry import engines
from games.site import services as house
from games.site.models import Name
from games.tables import services
from games.tables.board import invite
from games.tables.board.terms import Terms
from games.tables.models import Seat
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played
from tests.tables.pages import Element, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def waits(cast: dict[str, User]) -> Played:
    return sits_down(cast, "ann", options={"rounds": "3"})


def presses(page: Element) -> list[tuple[str, str]]:
    """Return the buttons that send a form: the address and the seat of each."""
    forms = {form.attributes.get("id", ""): form.attributes["action"] for form in page.all("form")}
    board = page.one("section", id="board")
    return [
        (
            button.attributes.get("formaction") or forms[button.attributes.get("form", "act")],
            button.attributes.get("value", ""),
        )
        for button in board.all("button")
        if button.attributes.get("type") != "button" and "disabled" not in button.attributes
    ]


def test_the_host(waits: Played, cast: dict[str, User]) -> None:
    page = waits.page("ann")
    board = page.one("section", id="board")
    assert board.attributes["data-status"] == "open" and board.attributes["data-seat"] == "0"
    assert presses(page) == [
        (f"/t/{waits.id}/bot/", "1"),
        (f"/t/{waits.id}/invite/", ""),
        (f"/t/{waits.id}/stand/", ""),
    ]
    for words in ("Waiting for one more", "opened the table", "you"):
        assert words in board.text
    assert [button.text for button in page.all(class_="button--loud")] == ["Copy link"]


def test_a_visitor_may_sit_on_any_free_seat(waits: Played, cast: dict[str, User]) -> None:
    page = waits.page("ben")
    sit = f"/t/{waits.id}/sit/"
    assert page.one("section", id="board").attributes["data-seat"] == ""
    assert presses(page) == [(sit, "1"), (sit, "")]
    assert [button.text for button in page.all(class_="button--loud")] == ["Sit down"]


def test_a_stranger_sits_down_as_a_guest_with_one_press(waits: Played) -> None:
    page = waits.page()
    sit = f"/t/{waits.id}/sit/"
    assert presses(page) == [(sit, "1"), (sit, "")]
    assert page.one("form", id="sit").one("input", name="as").attributes["value"] == "guest"
    sitting = page.one("section", id="board").all("button", form="sit")
    words = [button.text for button in sitting]
    assert words == ["2 Free seat : sit down here", "Sit down as a guest"]
    client = Client()
    answer = client.post(sit, {"as": "guest", "nonce": "mine"})
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{waits.id}/")
    seat = Seat.objects.get(table=waits.id, number=1)
    assert seat.user.is_guest and seat.nonce == "mine"
    assert client.get(f"/t/{waits.id}/").wsgi_request.user == seat.user
    assert waits.status == "running"


def test_who_comes_by_the_link_is_invited(waits: Played, cast: dict[str, User]) -> None:
    """By name, with what the game is and where to learn it. Ways to invite are for those who
    sit."""
    for name, free in ((None, True), ("ben", False)):
        board = waits.board(name)
        asks = board.one(class_="waiting__asks")
        assert asks.one("h2").text == "ann invites you to a game"
        assert [link.attributes["href"] for link in asks.all("a")] == ["/learn/lost_cities/"]
        assert ("you need no account" in asks.text) == free
        assert not board.all(class_="waiting__invite")
    board = waits.board("ann")
    assert board.all(class_="waiting__invite") and not board.all(class_="waiting__asks")


def test_where_guests_are_not_let_in_strangers_sign_in(
    waits: Played, cast: dict[str, User]
) -> None:
    house.turn(by=cast["dee"], name=Name.GUESTS, value="off", now=NOON)
    page = waits.page()
    assert "no-guests" in page.one("body").attributes["class"], "which hides what is for guests"
    (button,) = page.all(class_="button--loud")
    assert "for-guests" in button.attributes["class"]
    form = page.one("form", id=button.attributes["form"])
    assert form.attributes["action"] == "/accounts/login/", "and what a free seat leads to"
    assert form.one("input", name="next").attributes["value"] == f"/t/{waits.id}/"
    answer = Client().post(f"/t/{waits.id}/sit/", {"as": "guest"})
    assert answer["Location"] == f"/accounts/login/?next=/t/{waits.id}/"


def test_a_stranger_who_did_not_ask_for_that_signs_in(waits: Played) -> None:
    answer = Client().post(f"/t/{waits.id}/sit/")
    signs_in = f"/accounts/login/?next=/t/{waits.id}/"
    assert (answer.status_code, answer["Location"]) == (303, signs_in)
    assert User.objects.filter(is_guest=True).count() == 0


def test_what_will_be_played_is_said(waits: Played, cast: dict[str, User]) -> None:
    page = waits.page("ben")
    lines = [line.text for line in page.one(class_="waiting__terms").all("li")]
    assert lines == [
        "Lost Cities for two.",
        "3 rounds, 5 suits.",
        "No clock: take your time.",
        "A game without a clock is not rated.",
        "Listed in the lobby: anybody may sit down.",
        "A draw decides who goes first.",
    ]


def test_the_seal_is_shown_before_anybody_sits(waits: Played) -> None:
    commitment = waits.row.commitment
    for who in ("ann", "dee"):
        assert (
            f"{commitment[:4]} {commitment[4:8]}"
            in waits.page(who).one(class_="waiting__seal").text
        )
    seal = waits.page().one(class_="waiting__seal")
    assert seal.one("code").text == f"{commitment[:4]} {commitment[4:8]}…"
    assert seal.one("a").attributes["href"] == f"/t/{waits.id}/fair/"


def test_a_refusal_is_said(waits: Played) -> None:
    answer = waits.browser("ben").post(f"/t/{waits.id}/sit/", {"seat": "0"})
    alert = read(answer.content.decode()).one(role="alert").text
    assert answer.status_code == 409
    assert alert == "Somebody sits there already. Take another seat."


def test_a_table_that_closed_says_so_and_shows_ways_out(
    waits: Played, cast: dict[str, User]
) -> None:
    waits.lets("ann", "stand")
    page = waits.page("ann")
    board = page.one("section", id="board")
    assert board.attributes["data-status"] == "ended"
    assert "This table has closed" in board.one("h1").text
    assert "Its last player closed it. No cards were dealt." in board.text
    assert "at-table--open" in page.one("body").attributes["class"], "a page, not a board"
    ways = [link.attributes["href"] for link in board.all("a")]
    assert ways == ["/tables/new/?game=lost_cities", "/"]
    assert presses(page) == []


def test_a_table_to_which_nobody_came_says_that(waits: Played, cast: dict[str, User]) -> None:
    day = timedelta(days=1)
    services.close_idle(now=NOON + 99 * day, after=day, live=day)
    assert "Too few players came for a long time." in waits.page("ann").text


def test_names_are_only_text(waits: Played, cast: dict[str, User]) -> None:
    cast["ann"].username = '<b onclick="x">'
    cast["ann"].save()
    html = waits.html()
    assert "<b onclick" not in html and "&lt;b onclick" in html


def terms(taken: int, *, seats: int = 5, least: range = range(2, 7), **more: object) -> Terms:
    class Engine:
        title, slug, options, seats = "Odin", "odin", engines()["odin"].options, least

    facts: dict[str, object] = {"options": {}, "private": True, "order": "seats"}
    return Terms(Engine(), seats, taken, **facts | more)  # type: ignore[arg-type]


def test_start_now_is_offered_once_enough_sit() -> None:
    some = [f"Start now with {word}" for word in ("two", "three", "four")]
    assert [terms(taken).start_now for taken in range(1, 6)] == ["", *some, ""]
    assert terms(3).waiting == "Waiting for two more"
    assert terms(1, seats=2, least=range(2, 3)).start_now == ""


def test_terms_of_a_table_for_several() -> None:
    assert terms(1).lines[-2:] == [
        "Private: only people with the link can see it.",
        "Turns follow the seats, seat 1 first.",
    ]
    assert terms(1, order="random").lines[-1] == "A draw decides the order of seats."
    assert terms(1).next.startswith("As soon as all five sit")


def test_the_square_holds_the_link(settings: object) -> None:
    settings.BASE_URL = "https://cards.example.org"  # type: ignore[attr-defined]
    found = invite.to("abcdefghjk")
    bare = "cards.example.org/t/abcdefghjk"
    assert (found.link, found.host + found.path, found.far) == (f"https://{bare}/", bare, True)
    code = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(found.link)
    code.make(fit=True)
    wanted = {
        (x, y) for y, row in enumerate(code.get_matrix()) for x, dark in enumerate(row) if dark
    }
    drawn = set()
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", found.square):
        drawn |= {(int(x) + i, int(y)) for i in range(int(length))}
    assert drawn == wanted
    size = int(re.search(r'viewBox="0 0 (\d+)', found.square)[1])  # type: ignore[index]
    assert min(min(dot) for dot in drawn) == 4 and max(max(dot) for dot in drawn) == size - 5


def test_a_site_without_an_address_of_its_own_does_not_promise_too_much(settings: object) -> None:
    settings.BASE_URL = "http://localhost:8000"  # type: ignore[attr-defined]
    assert not invite.to("abcdefghjk").far


def test_a_host_may_sit_behind_a_free_seat(cast: dict[str, User]) -> None:
    assert sits_down(cast, "ann", order="seats", seat=1).html()
