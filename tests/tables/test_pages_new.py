"""The form for a new table, filled in as a browser without JavaScript does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.kernel.protocol import Option
from games.registry import engines
from games.tables.http.forms import NewTable
from games.tables.http.requested_terms import BEGINS
from games.tables.models import Table
from tests.kit.played import client_of
from tests.tables.pages import Element, read, sends

pytestmark = pytest.mark.django_db


ASKS = ("ask_rating", "ask_finish", "ask_account", "ask_bots")


def form_of(client: Client, query: str = "") -> Element:
    return read(client.get(f"/tables/new/{query}").content.decode()).one("form", class_="new")


def opened(client: Client, **chosen: str) -> Table:
    return made(client.post("/tables/new/", sends(form_of(client), **chosen)))


def made(answer: Any) -> Table:
    """Return the table to which an answer leads."""
    assert answer.status_code == 303
    return Table.objects.get(pk=answer["Location"].split("/")[2])


def guest() -> Client:
    return client_of(User.objects.create(username="guest-4k2fabcd", is_guest=True))


def test_one_press_opens_a_table_with_the_defaults(cast: dict[str, User]) -> None:
    table = opened(client_of(cast["ann"]))
    chosen = (table.game, table.options, table.seat_count, table.seats.get().number)
    assert chosen == ("lost_cities", {"rounds": "1", "suits": "5"}, 2, 0)
    terms = (table.order, table.private, table.rated, table.time_control)
    assert terms == ("random", False, True, "normal")


def test_a_form_that_is_sent_twice_opens_one_table(cast: dict[str, User]) -> None:
    client = client_of(cast["ann"])
    page = sends(form_of(client))
    answers = [client.post("/tables/new/", page | {"nonce": nonce}) for nonce in ("one", "two")]
    assert answers[0]["Location"] == answers[1]["Location"] and Table.objects.count() == 1
    assert sends(form_of(client))["key"] != page["key"]
    opened(client)
    bare = {name: value for name, value in page.items() if name != "key"}
    for key in ({}, {}, {"key": ""}, {"key": "x" * 99}):
        assert client.post("/tables/new/", bare | key).status_code == 303
    assert Table.objects.count() == 6, "without a key each form is a wish of its own"


def test_rated_or_not(cast: dict[str, User]) -> None:
    """`on` insists. The default of the page gives way to a reason, since without JavaScript the
    tick cannot be removed. So the fixed names say, of private tables, too."""
    client = client_of(cast["ann"])
    for rated, clock, private, is_rated in (
        ("on", "daily", "", True),
        ("on", "untimed", "", None),
        ("possible", "untimed", "", False),
        ("on", "daily", "on", True),
        ("", "daily", "on", False),
    ):
        asked = {"game": "lost_cities", "clock": clock, "rated": rated, "private": private}
        fields = {name: value for name, value in asked.items() if value}
        answer = client.post("/tables/new/", fields)
        if is_rated is None:
            assert answer.status_code == 422
        else:
            assert made(answer).rated is is_rated


def test_a_table_by_link_is_rated_only_if_the_host_says_so(cast: dict[str, User]) -> None:
    """Otherwise the friend who gets the link has to make an account. The tick for the lobby says
    nothing about friends."""
    client = client_of(cast["ann"])
    assert not opened(client, private="on").rated
    assert opened(client, private="on", rated_private="on").rated
    assert opened(client, rated_private="on", rated="possible").rated
    untimed = opened(client, private="on", rated_private="on", clock="untimed")
    assert not untimed.rated, "the tick gives way, as it does in the lobby"
    against_a_bot = opened(client, private="on", bot="club")
    assert against_a_bot.rated, "a bot needs no account"
    boxes = form_of(client, "?private=on").one("fieldset", class_="rating").all("input")
    shown = [(box.attributes["name"], "checked" in box.attributes) for box in boxes]
    assert shown == [("rated", True), ("rated_private", False)]


def test_a_visitor_becomes_a_guest_by_opening_a_table(db: None) -> None:
    client = Client()
    page = form_of(client)
    assert not User.objects.exists(), "whoever only reads, like a crawler, stays nobody"
    assert "You play as a guest." in page.one(class_="ticket").text
    table = opened(client, private="on")
    assert table.creator.is_guest and table.private and not table.rated
    assert client.get("/").wsgi_request.user == table.creator


def test_a_guest_plays_unrated_and_the_page_says_why(cast: dict[str, User]) -> None:
    client = guest()
    form = form_of(client)
    box = form.one("fieldset", class_="rating")
    assert "disabled" in box.one("input").attributes
    assert "a rating needs a name that lasts" in box.text
    assert "You play as Guest 4K2F" in form.one(class_="ticket").text
    keeps = [link.attributes["href"] for link in box.all("a")]
    assert keeps == ["/accounts/signup/?next=/tables/new/"]
    assert not opened(client).rated
    answer = client.post("/tables/new/", {"game": "lost_cities", "clock": "daily", "rated": "on"})
    alert = read(answer.content.decode()).one(role="alert").text
    assert answer.status_code == 422 and "a rating needs a name that lasts" in alert


def test_every_choice_arrives(cast: dict[str, User]) -> None:
    client = client_of(cast["ann"])
    table = opened(client, rounds="3", suits="6", private="on", begins="other")
    assert table.options == {"rounds": "3", "suits": "6"} and table.private
    assert (table.order, table.seats.get().number) == BEGINS["other"]


@pytest.mark.parametrize(
    "wrong",
    [{"game": "chess"}, {"seats": "two"}, {"rounds": "2"}, {"clock": "hourglass"}, {"seat": "x"}],
)
def test_what_the_form_does_not_offer_is_refused(wrong: dict[str, str], client: Client) -> None:
    form = {"game": "lost_cities", "seats": "2"} | wrong
    assert client.post("/tables/new/", form).status_code == 422


def test_who_begins_says_order_and_seat() -> None:
    fixed = {"order": "seats", "seat": "1"}
    for asked, found in (
        *[({"begins": one}, BEGINS[one]) for one in BEGINS],
        (fixed, ("seats", 1)),
    ):
        terms = NewTable("lost_cities", asked).terms()
        assert (terms["order"], terms["seat"]) == found


def test_after_a_refusal_the_choices_are_still_there(cast: dict[str, User]) -> None:
    asked = {"game": "lost_cities", "clock": "untimed", "suits": "7"}
    kept = {"rounds": "3", "private": "on", "begins": "other"}
    answer = client_of(cast["ann"]).post("/tables/new/", asked | kept)
    assert answer.status_code == 422
    page = read(answer.content.decode())
    assert page.one(role="alert").text
    fields = sends(page.one("form", class_="new"))
    assert kept.items() <= fields.items()


def test_the_ticket_says_what_is_chosen(cast: dict[str, User]) -> None:
    def ticket(query: str = "") -> tuple[list[str], str]:
        form = form_of(client_of(cast["ann"]), query)
        points = form.one("ul", id="ticket-points").all("li")
        return [line.text for line in points], form.one(id="ticket-line").text

    lines, line = ticket()
    assert lines == [
        "For two players.",
        "1 round.",
        "5 suits.",
        "Live: 5 minutes each, and 20 seconds more with every turn."
        " Takes at most about 25 minutes.",
        "Rated: the result counts for the rating of everybody at the table.",
        "Listed in the lobby: anybody may sit down.",
        "A draw decides who goes first.",
    ]
    assert line == "5 min + 20 s, rated"
    lines, line = ticket("?game=lost_cities&rounds=3&clock=daily&private=on&begins=me")
    assert lines[1] == "3 rounds." and "for about 4 months" in lines[3]
    private = "Private: only people with the link can see it."
    assert lines[4:] == ["Not rated.", private, "You begin."]
    assert line == "2 days + 1 day a turn, not rated"
    shown = ticket("?clock=untimed&rated=possible")[0][3:5]
    assert shown == ["No clock: take your time.", "A game without a clock is not rated."]


def test_variations_and_the_order_of_seats_are_folded(cast: dict[str, User]) -> None:
    def fold(query: str) -> tuple[bool, str, set[str]]:
        found = form_of(client_of(cast["ann"]), query).one("details", class_="more-fields")
        names = {box.attributes["name"] for box in found.all("input")}
        return "open" in found.attributes, found.one(id="more-chosen").text, names

    lost_cities = {"surprise", "suits", "begins", "sleepless", "silent", "lensless", *ASKS}
    assert fold("?game=lost_cities") == (False, "Suits · Who begins", lost_cities)
    assert fold("?game=odin") == (
        False,
        "Order of seats",
        {"order", "sleepless", "silent", "lensless", *ASKS},
    )
    assert fold("?game=exhibition")[:2] == (False, "5 variations · Order of seats")
    assert fold("?suits=6&begins=me") == (True, "6 suits · You begin", lost_cities)
    assert fold("?surprise=on")[:2] == (True, "a surprise")


def test_a_surprise_draws_the_variations_and_nothing_else(cast: dict[str, User]) -> None:
    client = client_of(cast["ann"])
    asked = {"game": "exhibition", "rounds": "3", "surprise": "on"}
    tables = [NewTable("exhibition", asked | {"key": f"key {n}"}).options for n in range(40)]
    for option in engines()["exhibition"].options:
        assert {table[option.name] for table in tables} == set(option.choices), option.name
    chosen = {"rounds": "3", "suits": "5", "surprise": "on"}
    drawn = {NewTable("lost_cities", chosen).options["suits"] for _no_key in range(40)}
    assert drawn == {"5", "6"}
    assert opened(client, surprise="on", rounds="3").options["rounds"] == "3", "the length stays"
    page = sends(form_of(client, "?game=exhibition")) | {"surprise": "on", "nonce": "one"}
    answers = [client.post("/tables/new/", page) for _twice in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    ticket = form_of(client, "?surprise=on").one("ul", id="ticket-points").text
    assert "The variations are drawn when you open the table." in ticket
    assert "Suits" not in ticket


def test_odd_questions_get_a_page(cast: dict[str, User]) -> None:
    for query in (
        "?clock=custom%20hours&hours=x",
        "?clock=%01",
        "?seats=99&rounds=7&clock=custom&minutes=-1",
        "?rated=&clock=",
    ):
        form_of(client_of(cast["ann"]), query)
    assert client_of(cast["ann"]).get("/tables/new/?clock=%00").status_code == 400


def test_one_loud_button_and_one_heading(cast: dict[str, User]) -> None:
    page = read(client_of(cast["ann"]).get("/tables/new/").content.decode())
    assert [button.text for button in page.all(class_="button--loud")] == ["Open the table"]
    assert [heading.text for heading in page.all("h1")] == ["New table"]


class Many:
    """A game for several players, as the registry may hold one."""

    slug, title, seats = "lost_cities", "Many", range(2, 7)
    options = (Option("target", ("15", "10"), "15", "Points"),)


def test_a_game_for_several_offers_seats_and_the_order_of_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known: dict[str, Any] = engines()
    monkeypatch.setitem(known, "lost_cities", Many())
    form = NewTable("lost_cities", {"seats": "4"})
    seats, _bot, private = form.fields
    target, order, *_more = form.more_fields
    assert [choice.value for choice in seats.choices] == [*"23456"]
    assert seats.says == "For four players."
    assert [choice.says for choice in target.choices] == ["Points: 15.", "Points: 10."]
    assert (private.name, order.name) == ("private", "order")
    assert [choice.value for choice in order.choices] == ["random", "seats"]
    assert form.tile == replace(form.tile, players="2–6 players")


def test_a_ticket_for_one_says_nothing_of_others(cast: dict[str, User]) -> None:
    query = "?game=exhibition&seats=1&clock=untimed&private=on&bot=club"
    form = form_of(client_of(cast["ann"]), query)
    lines = [line.text for line in form.one("ul", id="ticket-points").all("li")]
    assert lines[0] == "Solo: you play alone."
    assert lines[-2:] == ["No clock: take your time.", "A solo game is not rated."]
    assert "The game starts at once." in form.one(id="starts").text
