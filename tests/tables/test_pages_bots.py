"""The ways to a game against bots: one click on the front page, and the form for a new table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, TestCase
from django.utils import timezone

from accounts.models import User
from config.limits import Rate
from games.bots import published_ratings
from games.bots.protocol import LEVELS
from games.screens import level_strength
from games.tables import services
from games.tables.errors import NotPossible
from games.tables.http.forms import NewTable
from games.tables.models import Action, Level, Seat, Table
from tests.kit.played import client_of, sits_down
from tests.tables.conftest import NOON, Against, Played, anns_turn
from tests.tables.pages import Element, read

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.fixture
def member(cast: dict[str, User]) -> Client:
    return client_of(cast["ann"])


def now(client: Client, **fields: str) -> Any:
    return client.post("/tables/now/", {"game": "lost_cities", **fields})


def table_of(answer: Any) -> Table:
    assert answer.status_code == 303
    return Table.objects.get(pk=answer["Location"].split("/")[2])


def test_one_click_puts_a_stranger_in_front_of_a_club_bot(stranger: Client) -> None:
    page = read(stranger.get("/").content.decode())
    button, level = page.all("button", name="game")[0], page.one("input", name="bot", value="club")
    assert "checked" in level.attributes
    assert [each.attributes["value"] for each in page.all("input", name="bot")] == Level.values
    table = table_of(now(stranger, game=button.attributes["value"]))
    guest = User.objects.get()
    assert guest.is_guest and table.creator == guest
    assert (table.status, table.time_control, table.rated) == ("running", "untimed", False)
    found = list(table.seats.order_by("number").values_list("user", "bot"))
    assert found == [(guest.pk, ""), (None, "club")]
    board = stranger.get(f"/t/{table.id}/").content.decode()
    assert 'data-seat="0"' in board and Seat.objects.get(table=table, number=1).called in board


def test_the_front_page_has_a_button_for_each_game(stranger: Client, member: Client) -> None:
    """And says of each level what holds for every game."""
    for client in (stranger, member):
        page = read(client.get("/").content.decode())
        forms = page.all("form", action="/tables/now/")
        buttons = [button for form in forms for button in form.all("button", name="game")]
        assert {button.attributes["value"] for button in buttons} >= {"lost_cities"}
        assert all(form.one("input", name="csrfmiddlewaretoken") for form in forms)
    chips = page.all("input", name="bot")
    assert [chip.attributes["value"] for chip in chips] == [*LEVELS]
    for chip in chips:
        assert page.one(id=chip.attributes["aria-describedby"]).text.strip()


def test_a_second_click_leads_to_the_same_table_until_something_was_done(stranger: Client) -> None:
    table = table_of(now(stranger))
    assert table_of(now(stranger)) == table
    assert table_of(now(stranger, bot="expert")) != table
    table.refresh_from_db()
    Action.objects.create(table=table, ply=99, seat=0, code="x", at=NOON)
    assert table_of(now(stranger)) != table
    assert User.objects.count() == 1


def test_what_cannot_be_is_said_on_the_form(stranger: Client) -> None:
    for fields in ({"game": "chess"}, {"bot": "champion"}, {"game": ""}):
        answer = now(stranger, **fields)
        assert answer.status_code == 422 and 'role="alert"' in answer.content.decode()
    assert not Table.objects.exists()


def test_it_is_a_form_with_a_token_and_nothing_else(stranger: Client) -> None:
    assert stranger.get("/tables/now/").status_code == 405
    assert now(Client(enforce_csrf_checks=True)).status_code == 403
    assert not User.objects.exists()


def test_too_many_guests_from_one_place_are_asked_to_wait(stranger: Client, settings: Any) -> None:
    settings.LIMIT_RATES = settings.LIMIT_RATES | {"guests": Rate(1, 300)}
    assert now(stranger).status_code == 303
    assert now(Client()).status_code == 429
    assert User.objects.count() == Table.objects.count() == 1


def test_a_class_may_come_at_once_and_a_flood_of_guests_may_not(
    settings: Any, cast: dict[str, User], member: Client
) -> None:
    allowed = settings.LIMIT_RATES["guest_bot_games"]
    assert allowed.count >= 2 * 30, "each of a class may begin two games at the same moment"
    settings.LIMIT_RATES = settings.LIMIT_RATES | {"guest_bot_games": Rate(3, 600)}
    first, second = Client(), Client()
    table = table_of(now(first))
    services.resign(table_id=table.id, user_id=table.creator_id, now=timezone.now())
    assert first.post(f"/t/{table.id}/rematch/").status_code == 303
    form = {"game": "lost_cities", "clock": "untimed"}
    assert second.post("/accounts/guest/").status_code == 302
    assert second.post("/tables/new/", form | {"bot": "club"}).status_code == 303
    again = Table.objects.get(rematch_of=table)
    services.resign(table_id=again.id, user_id=again.creator_id, now=timezone.now())
    refused = [
        now(Client()),
        second.post("/tables/new/", form | {"bot": "expert"}),
        first.post(f"/t/{again.id}/rematch/"),
    ]
    assert [answer.status_code for answer in refused] == [429] * 3
    assert second.post("/tables/new/", form).status_code == 303, "a table for people"
    account = member.post("/tables/new/", form | {"bot": "club"})
    assert account.status_code == 303
    assert now(Client(REMOTE_ADDR="203.0.113.7")).status_code == 303


def test_while_the_bots_are_behind_the_page_says_so_and_offers_people(
    stranger: Client, member: Client, cast: dict[str, User]
) -> None:
    here = timezone.now()
    over = sits_down(cast, "ann", bots={1: "club"}, now=here)
    over.does("ann", "resign")
    sits_down(cast, "ben", bots={1: "club"}, now=here)
    Table.objects.filter(creator=cast["ben"]).update(bot_at=timezone.now() - timedelta(seconds=20))
    form = {"game": "lost_cities", "clock": "untimed", "bot": "expert"}
    for answer in (
        now(stranger),
        now(member),
        member.post("/tables/new/", form),
        member.post(f"/t/{over.id}/rematch/"),
    ):
        page = read(answer.content.decode())
        assert (answer.status_code, answer["Retry-After"]) == (429, "10")
        busy = "The bots are busy. Try again in a moment, or open a table for people."
        assert busy in page.one(role="alert").text
    people = read(now(stranger).content.decode()).one("input", name="bot", value="")
    assert "checked" in people.attributes
    assert member.post("/tables/new/", form | {"bot": ""}).status_code == 303
    Table.objects.filter(creator=cast["ben"]).update(bot_at=timezone.now() - timedelta(hours=1))
    assert "The bots are unavailable." in now(member).content.decode()


def test_without_javascript_the_page_looks_again_while_a_bot_thinks(
    against: Against,
) -> None:
    table = against()
    again = f'<noscript><meta http-equiv="refresh" content="2; url=/t/{table.id}/"></noscript>'
    assert again not in table.html("ann")
    anns_turn(table)
    assert again in table.html("ann")


# --- the form for a new table ---


def test_a_new_table_against_a_bot_starts_at_once(member: Client) -> None:
    form = {"game": "lost_cities", "clock": "normal", "rated": "on", "order": "seats", "seat": "1"}
    table = table_of(member.post("/tables/new/", form | {"bot": "expert"}))
    assert (table.status, table.rated, table.bots) == ("running", True, 1)
    assert bots(table) == ["expert", ""]


def bots(table: Table) -> list[str]:
    return list(table.seats.order_by("number").values_list("bot", flat=True))


def test_every_other_seat_is_a_bot(member: Client, toy_game: None) -> None:
    form = {"game": "toy", "clock": "untimed", "bot": "beginner"}
    table = table_of(member.post("/tables/new/", form | {"seats": "4", "seat": "2"}))
    assert bots(table) == ["beginner", "beginner", "", "beginner"]
    alone = table_of(member.post("/tables/new/", form | {"seats": "1"}))
    assert (alone.status, alone.bots) == ("running", 0)


def test_there_is_no_such_bot(member: Client) -> None:
    form = {"game": "lost_cities", "clock": "untimed", "bot": "champion"}
    answer = member.post("/tables/new/", form)
    assert answer.status_code == 422 and "There is no such bot." in answer.content.decode()
    assert member.get("/tables/new/?bot=champion").status_code == 200
    assert not Seat.objects.exists()


def test_every_level_stands_in_the_form_with_what_it_is_good_for(member: Client) -> None:
    html = member.get("/tables/new/?game=odin").content.decode()
    offered = [choice.attributes["value"] for choice in read(html).all("input", name="bot")]
    assert offered == ["", *LEVELS]
    field = " ".join(read(html).one("fieldset", class_="opts--bot").text.split())
    assert "Beginner bot for children and first games" in field
    gap = published_ratings.rating("odin", "expert") - published_ratings.rating("odin", "club")
    assert f"Expert bot {level_strength.words(gap, 'Club')}" in field


def test_a_game_offers_and_takes_only_the_levels_that_it_has(
    member: Client, cast: dict[str, User], toy_game: None
) -> None:
    """The toy has no bot, so nothing searches for it."""
    page = read(member.get("/tables/new/?game=toy").content.decode())
    offered = [choice.attributes["value"] for choice in page.all("input", name="bot")]
    assert offered == ["", "beginner", "club"]
    answer = member.post("/tables/new/", {"game": "toy", "clock": "untimed", "bot": "master"})
    assert answer.status_code == 422 and "There is no such bot." in answer.content.decode()
    with pytest.raises(NotPossible, match="no such bot"):
        sits_down(cast, "ann", game="toy", seats=2, bots={1: "master"})
    opened = sits_down(cast, "ann", game="toy", seats=2)
    seat = {"seat": "1", "bot-1": "expert"}
    assert member.post(f"/t/{opened.id}/bot/", seat).status_code == 422
    assert Seat.objects.exclude(bot="").count() == 0
    four = sits_down(cast, "ann", game="toy", seats=4, bots={1: "club"})
    select = four.page("ann").one("select", name="bot-1")
    assert [level.text for level in select.all("option")] == ["Beginner", "Club"]


def test_one_choice_for_all_games_falls_back_to_the_strongest_that_there_is(
    stranger: Client, toy_game: None
) -> None:
    assert bots(table_of(now(stranger, game="toy", bot="master")))[1:] == ["club"]
    assert bots(table_of(now(Client(), bot="master"))) == ["", "master"]


def test_the_ticket_says_who_sits_opposite(cast: dict[str, User], toy_game: None) -> None:
    two = NewTable("lost_cities", {"bot": "expert", "clock": "normal", "rated": "on"}, cast["ann"])
    assert "Against the Expert bot. The game starts at once." in two.lines
    assert not any("lobby" in line for line in two.lines)
    assert two.stake == "Counts for your rating against bots."
    four = NewTable("toy", {"bot": "club", "seats": "4"})
    assert "Three Club bots sit down with you. The game starts at once." in four.lines
    people = NewTable("lost_cities", {"clock": "normal"}, cast["ann"])
    assert not any("bot" in line for line in people.lines)


# --- where else bots are seen ---


def test_lists_name_the_bot(member: Client, cast: dict[str, User]) -> None:
    table = sits_down(cast, "ann", bots={1: "beginner"})
    assert member.get("/").status_code == 200 and table.html("ann", "log/")
    name = table.seats("called")[1]
    assert f"{name} (bot)" in member.get("/@/ann/").content.decode()
    table.does("ann", "resign")
    profile = member.get("/@/ann/").content.decode()
    assert f"with {name} (bot)" in profile and "Head to head" not in profile
    assert f"{name} (bot)" in table.html("ann", "fair/")
    for path in ("", "?ply=2"):
        assert name in table.html("ann", path)
    assert member.get(f"/t/{table.id}/card.png").status_code == 200
    assert table.html("ann", "transcript/")


def test_nobody_can_be_called_like_a_bot(stranger: Client) -> None:
    twice = dict.fromkeys(("password1", "password2"), "seven lost cities")
    for name in ("Club_bot", "expert-b0t", "Beginner_Bot"):
        stranger.post("/accounts/signup/", twice | {"username": name})
    assert not User.objects.exists()


def test_a_guest_switches_the_pause_off_at_the_table(stranger: Client, member: Client) -> None:
    """Without JavaScript, by one button of the options."""
    table = table_of(now(stranger))
    there = f"/t/{table.id}/"

    def switch() -> Element:
        return read(stranger.get(there).content.decode()).one("button", id="bots-pause")

    assert (switch().attributes["aria-checked"], switch().attributes["name"]) == ("true", "off")
    for wanted, checked in (("off", "false"), ("off", "false"), ("on", "true")):
        answer = stranger.post(there + "pause/", {wanted: "1", "code": "x"})
        assert (answer.status_code, answer["Location"]) == (303, there)
        assert switch().attributes["aria-checked"] == checked
        assert User.objects.get(is_guest=True).bots_pause == (wanted == "on")
    pushed = stranger.post(there + "pause/", {"off": "1"}, headers={"HX-Request": "true"})
    assert 'aria-checked="false"' in pushed.content.decode()
    for other in (member, Client()):
        assert other.post(there + "pause/", {"off": "1"}).status_code == 403
        assert "bots-pause" not in other.get(there).content.decode()
    assert stranger.get(there + "pause/").status_code == 405


def test_there_is_no_such_switch_where_no_bot_plays(table: Played) -> None:
    assert "bots-pause" not in table.html("ann")


def test_the_settings_take_effect_at_running_tables(member: Client, cast: dict[str, User]) -> None:
    table = Played(table_of(now(member)).id, cast)
    while not table.snapshot.bots_to_act:
        table.takes_a_turn()
    with TestCase.captureOnCommitCallbacks(execute=True):
        member.post("/notices/play/", {"goes_on": "on"})
    bot_at = table.row.bot_at
    assert bot_at is not None and bot_at <= timezone.now()
    assert not table.snapshot.players[table.seat("ann")].patient


def test_the_pause_is_a_wish_in_the_settings(member: Client, cast: dict[str, User]) -> None:
    assert 'name="bots_pause" checked' in member.get("/accounts/").content.decode()
    member.post("/notices/play/", {"goes_on": "on"})
    cast["ann"].refresh_from_db()
    assert not cast["ann"].bots_pause and cast["ann"].goes_on
