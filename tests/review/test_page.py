"""The page of a review: who may ask for it, what it says, and to whom."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.learning.review.models import Review, Status
from tests.review.conftest import asks, reviewed
from tests.tables.conftest import Played
from tests.tables.pages import read

pytestmark = pytest.mark.django_db
Enters = Callable[[Played, str], Client]


def page_of(client: Client, table: Played) -> str:
    answer = client.get(f"/t/{table.id}/review/")
    assert answer.status_code == 200
    return answer.content.decode()


def heading(page: str) -> str:
    return read(page).one("h1").text


def test_one_button_on_the_result_asks_for_it(played_out: Played, enters: Enters) -> None:
    client = enters(played_out, "ann")
    board = client.get(f"/t/{played_out.id}/").content.decode()
    there = f"/t/{played_out.id}/review/"
    assert read(board).one("button", formaction=there).text == "Review"
    answer = client.post(there)
    assert answer.status_code == 303 and answer["Location"] == there
    assert Review.objects.get().asked_by == played_out.cast["ann"]
    page = page_of(client, played_out)
    assert "Working out why …" in heading(page)
    assert "In the queue" in page and 'http-equiv="refresh"' in page


def test_a_running_game_has_no_review(table: Played, enters: Enters) -> None:
    client = enters(table, "ann")
    assert client.get(f"/t/{table.id}/review/").status_code == 404
    assert client.post(f"/t/{table.id}/review/").status_code == 404
    assert client.get("/t/nosuchtable/review/").status_code == 404


def test_the_review_says_luck_and_play(played_out: Played, enters: Enters) -> None:
    reviewed(played_out)
    page = page_of(enters(played_out, "ann"), played_out)
    said = heading(page)
    assert "The cards" in said and "your play was" in said and "ben’s" in said
    found = read(page)
    assert [svg.attributes["role"] for svg in found.all("svg", class_="curve")] == ["img", "img"]
    review = Review.objects.get()
    assert len(found.one("table").all("tr")) == 1 + review.turns - 1  # without the order's deal
    for link in found.all("a", class_="button"):
        if "?ply=" in link.attributes["href"]:
            assert enters(played_out, "ann").get(link.attributes["href"]).status_code == 200


def test_result_is_cards_and_play(played_out: Played, enters: Enters) -> None:
    reviewed(played_out)
    causes = read(page_of(enters(played_out, "ann"), played_out)).one("dl")
    cards, play, result = [
        int(one.text.split(" ±")[0].replace("−", "-").replace("+", "")) for one in causes.all("dd")
    ]
    assert cards + play == result


def test_whoever_looks_on_reads_names(played_out: Played, client: Client, enters: Enters) -> None:
    """A stranger without an account sees the review, and cannot ask for one."""
    there = f"/t/{played_out.id}/review/"
    assert "Sign in" in page_of(client, played_out)
    client.post(there)
    assert not Review.objects.exists()
    reviewed(played_out)
    assert "Ann" in heading(page_of(client, played_out)).title()
    assert "your" not in heading(page_of(client, played_out))
    assert "your play" in heading(page_of(enters(played_out, "ben"), played_out))


def test_who_has_not_played_reads_what_there_is_and_has_no_button(
    played_out: Played, enters: Enters
) -> None:
    client, there = enters(played_out, "dee"), f"/t/{played_out.id}/review/"
    board = read(client.get(f"/t/{played_out.id}/").content.decode())
    assert not board.all("button", formaction=there)
    assert [link.text for link in board.all("a", href=there)] == ["Review"]
    page = page_of(client, played_out)
    assert "The players of the game can." in page and not ways(page, there)
    for fields in ({}, {"times": "4"}):
        answer = client.post(there, fields)
        assert answer.status_code == 403
        assert "Only its players can ask" in answer.content.decode()
    assert not Review.objects.exists()
    reviewed(played_out)
    page = page_of(client, played_out)
    assert "The cards" in heading(page) and not ways(page, there)
    Review.objects.update(status=Status.FAILED)
    assert not ways(page_of(client, played_out), there)


def test_a_deeper_look_is_for_accounts(played_out: Played, enters: Enters) -> None:
    client, there = enters(played_out, "ann"), f"/t/{played_out.id}/review/"
    reviewed(played_out)
    assert ways(page_of(client, played_out), there)
    User.objects.filter(username="ann").update(is_guest=True)
    assert not ways(page_of(client, played_out), there)
    assert client.post(there, {"times": "4"}).status_code == 403
    assert Review.objects.count() == 1


def test_a_review_that_was_given_up_says_so(played_out: Played, enters: Enters) -> None:
    asks(played_out, times=4)
    Review.objects.update(status=Status.FAILED, tries=2)
    client = enters(played_out, "ann")
    page = page_of(client, played_out)
    assert "It was started twice and did not finish." in page
    again = read(page).one("button", name="times")
    assert (again.text, again.attributes["value"]) == ("Try again", "4")
    client.post(f"/t/{played_out.id}/review/", {"times": "4"})
    assert Review.objects.get().status == Status.WAITING


def test_a_review_that_failed_at_once_says_so(played_out: Played, enters: Enters) -> None:
    asks(played_out)
    Review.objects.update(status=Status.FAILED, tries=1)
    assert "Something went wrong" in page_of(enters(played_out, "ann"), played_out)


def test_a_review_that_waits_tells_its_place_and_has_no_empty_chart(
    played_out: Played, enters: Enters
) -> None:
    asks(played_out, "ben")
    asks(played_out, "ann", times=4)
    page = page_of(enters(played_out, "ann"), played_out)
    told = " ".join(read(page).one("p", class_="review__state").text.split())
    assert told == "In the queue 1 review ahead of this one · about 10 minutes more"
    assert not read(page).all("svg", role="img")


def test_no_picture_is_without_words(played_out: Played, enters: Enters) -> None:
    client, done = enters(played_out, "ann"), reviewed(played_out).stages
    for count in (0, 1, 2, 3, len(done)):
        Review.objects.update(status=Status.WORKING, stages=done[:count], done_at=None)
        pictures = read(page_of(client, played_out)).all("svg", role="img")
        assert all(picture.attributes["aria-label"] for picture in pictures)
    assert pictures


def ways(page: str, there: str) -> bool:
    """Tell whether a page has a form that asks for the review."""
    return bool(read(page).all("form", action=there))


def test_the_page_fetches_itself_until_it_is_done(played_out: Played, enters: Enters) -> None:
    asks(played_out)
    client, there = enters(played_out, "ann"), f"/t/{played_out.id}/review/"
    part = client.get(there, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part and read(part).one("progress")
    review = reviewed(played_out)
    answer = client.get(there, headers={"HX-Request": "true"})
    assert answer.status_code == 204 and answer["HX-Refresh"] == "true"
    Review.objects.filter(pk=review.pk).update(status=Status.FAILED)
    page = page_of(client, played_out)
    assert "could not be made" in page and "Try again" in page


def test_stopping_leads_back_to_the_table(played_out: Played, enters: Enters) -> None:
    asks(played_out)
    answer = enters(played_out, "ann").post(f"/t/{played_out.id}/review/", {"answer": "stop"})
    assert answer["Location"] == f"/t/{played_out.id}/"
    assert not Review.objects.exists()


def test_the_curve_grows(played_out: Played, enters: Enters) -> None:
    review = reviewed(played_out)
    Review.objects.filter(pk=review.pk).update(
        status=Status.WORKING, stages=review.stages[:9], done_at=None
    )
    page = page_of(enters(played_out, "ann"), played_out)
    assert f"{9 * 100 // review.turns} % done" in page
    line = read(page).all("polyline")[0].attributes["points"]
    assert len(line.split()) == 8
    assert read(page).one("progress").attributes["value"] == "9"


def test_the_reader_is_told_why_the_own_better_moves_are_better(
    played_out: Played, enters: Enters
) -> None:
    """The game's reason speaks to the player who was to move, so nobody else reads it."""
    reviewed(played_out)
    moments = read(page_of(enters(played_out, "ann"), played_out)).all("article")
    told = {moment.one("h3").text[:5]: "Why: " in moment.text for moment in moments}
    assert told and told == {said: not said.startswith("ben’s") for said in told}
    assert "Why: " not in page_of(enters(played_out, "dee"), played_out)
