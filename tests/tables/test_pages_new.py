"""The form for a new table, filled in as a browser without JavaScript fills it in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.kernel.protocol import Option
from games.registry import engines
from games.tables.forms import BEGINS, NewTable
from games.tables.models import Table
from tests.tables.pages import Element, read, sends

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def form_of(client: Client, query: str = "") -> Element:
    return read(client.get(f"/tables/new/{query}").content.decode()).one("form", class_="new")


def opened(client: Client, **chosen: str) -> Table:
    answer = client.post("/tables/new/", sends(form_of(client), **chosen))
    assert answer.status_code == 303
    return Table.objects.get(pk=answer["Location"].split("/")[2])


def test_one_press_opens_a_table_with_the_defaults(cast: dict[str, User]) -> None:
    table = opened(client_of(cast["ann"]))
    assert (table.game, table.options, table.seat_count) == ("lost_cities", {"rounds": "1", "suits": "5"}, 2)
    assert (table.order, table.private, table.rated, table.time_control) == ("random", False, False, "untimed")
    assert table.seats.get().number == 0


def test_every_choice_arrives(cast: dict[str, User]) -> None:
    client = client_of(cast["ann"])
    table = opened(client, rounds="3", suits="6", private="on")
    assert table.options == {"rounds": "3", "suits": "6"} and table.private


@pytest.mark.parametrize("begins", BEGINS)
def test_who_begins_says_order_and_seat(cast: dict[str, User], begins: str) -> None:
    table = opened(client_of(cast["ann"]), begins=begins)
    assert (table.order, table.seats.get().number) == BEGINS[begins]


def test_the_fixed_names_order_and_seat_work_without_it() -> None:
    terms = NewTable("lost_cities", {"order": "seats", "seat": "1"}).terms()
    assert (terms["order"], terms["seat"]) == ("seats", 1)


def test_after_a_refusal_the_choices_are_still_there(cast: dict[str, User]) -> None:
    answer = client_of(cast["ann"]).post(
        "/tables/new/", {"game": "lost_cities", "rounds": "3", "suits": "7", "private": "on", "begins": "other", "clock": "untimed"}
    )
    assert answer.status_code == 422
    page = read(answer.content.decode())
    assert page.one(role="alert").text
    fields = sends(page.one("form", class_="new"))
    assert (fields["rounds"], fields["private"], fields["begins"]) == ("3", "on", "other")


def test_the_ticket_says_what_is_chosen(cast: dict[str, User]) -> None:
    form = form_of(client_of(cast["ann"]))
    for box in form.all("input", type="radio"):
        line = form.one("li", data_from=box.attributes["name"])
        assert box.attributes["data-says"]
        assert (line.text == box.attributes["data-says"]) is ("checked" in box.attributes)
    assert "No clock" in form.one(class_="ticket").text


def test_a_guest_is_told_how_to_keep_the_name(cast: dict[str, User]) -> None:
    guest = User.objects.create(username="guest-4k2fabcd", is_guest=True)
    ticket = form_of(client_of(guest)).one(class_="ticket")
    assert "You play as Guest 4K2F" in ticket.text
    assert [link.attributes["href"] for link in ticket.all("a")] == ["/accounts/signup/?next=/tables/new/"]


def test_one_loud_button_and_one_heading(cast: dict[str, User]) -> None:
    page = read(client_of(cast["ann"]).get("/tables/new/").content.decode())
    assert [button.text for button in page.all(class_="button--loud")] == ["Open the table"]
    assert [heading.text for heading in page.all("h1")] == ["New table"]


class Many:
    """A game for several, as the registry may hold one."""

    slug, title, seats = "lost_cities", "Many", range(2, 7)
    options = (Option("target", ("15", "10"), "15", "Points"),)


def test_a_game_for_several_offers_seats_and_the_order_of_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, Any] = engines()
    monkeypatch.setitem(known, "lost_cities", Many())
    form = NewTable("lost_cities", {"seats": "4"})
    seats, target, private, order = form.fields
    assert [choice.value for choice in seats.choices] == ["2", "3", "4", "5", "6"] and seats.says == "Four seats, you take one."
    assert [choice.says for choice in target.choices] == ["Points: 15.", "Points: 10."]
    assert (private.name, order.name, [choice.value for choice in order.choices]) == ("private", "order", ["random", "seats"])
    assert form.tile == replace(form.tile, players="2–6 players")
