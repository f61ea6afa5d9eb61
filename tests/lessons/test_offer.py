"""A newcomer's first click on a game: its lesson is offered once."""

from __future__ import annotations

from datetime import UTC, datetime

from django.test import Client

from accounts.models import User
from games.tables import services
from games.tables.models import Table

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CLICK = {"game": "odin", "bot": "club"}


def test_the_first_click_offers_the_lesson(reader: Client) -> None:
    page = reader.post("/learn/first/", CLICK)
    html = page.content.decode()
    assert page.status_code == 200 and "Is Odin new to you?" in html
    assert html.count('name="way"') == 2 and not Table.objects.exists()
    assert '<input type="hidden" name="bot" value="club">' in html


def test_who_knows_the_game_plays_at_once_and_is_not_asked_again(reader: Client) -> None:
    answer = reader.post("/learn/first/", CLICK | {"way": "play"})
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.id}/" and table.game == "odin"
    again = reader.post("/learn/first/", CLICK)
    assert again.status_code == 303 and again["Location"].startswith("/t/")


def test_who_takes_the_lesson_is_not_asked_again(reader: Client) -> None:
    answer = reader.post("/learn/first/", CLICK | {"way": "lesson"})
    assert (answer.status_code, answer["Location"]) == (303, "/learn/odin/")
    assert not Table.objects.exists() and not User.objects.exists(), "nobody had to sign in"
    assert reader.post("/learn/first/", CLICK)["Location"].startswith("/t/")


def test_each_game_is_offered_by_itself(reader: Client) -> None:
    reader.post("/learn/first/", CLICK | {"way": "lesson"})
    assert (
        "Is Lost Cities new to you?"
        in reader.post("/learn/first/", {"game": "lost_cities"}).content.decode()
    )


def test_who_has_played_to_an_end_is_not_asked_on_a_new_device(reader: Client) -> None:
    ann = User.objects.create_user("ann", password=None)
    table = services.play_now(user=ann, game="odin", now=NOON)
    services.resign(table_id=table.id, user_id=ann.pk, stamp=None, now=NOON)
    reader.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    assert reader.post("/learn/first/", CLICK).status_code == 303


def test_no_game_is_no_lesson(reader: Client) -> None:
    assert reader.post("/learn/first/", {"game": "chess"}).status_code == 422
    assert reader.get("/learn/first/").status_code == 405


def test_what_was_chosen_is_never_shown_as_markup(reader: Client) -> None:
    html = reader.post("/learn/first/", {"game": "odin", "bot": '"><b>x'}).content.decode()
    assert "<b>x" not in html


def test_pages_lead_to_the_lessons(reader: Client) -> None:
    """The front page by a click, the games and the rules by links; rules into every step."""
    home = reader.get("/").content.decode()
    assert home.count('formaction="/learn/first/"') == 4 and 'href="/games/"' in home
    assert home.count(' action="/tables/now/"') == 1, "Play now is one click"
    assert 'href="/learn/odin/"' in reader.get("/games/").content.decode()
    rules = reader.get("/rules/odin/").content.decode()
    assert all(f'href="/learn/odin/{number}/"' in rules for number in range(1, 10))
    assert 'href="/learn/odin/"' in reader.get("/tables/new/?game=odin").content.decode()
