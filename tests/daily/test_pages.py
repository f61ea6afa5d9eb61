"""The pages: before, after, the guest's, the calendar, the list, the archive, the front page."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from accounts import services as accounts
from accounts.models import User
from games.daily import services
from games.daily.models import Deal, Entry, Standing
from games.tables import services as tables
from games.tables.models import Seat, Table
from tests.daily import factory
from tests.daily.conftest import NOON, TOMORROW, Clock, Deals, address
from tests.kit.people import browser_of
from tests.kit.types import Cast

DAY = timedelta(days=1)


def others(deal: Deal, *leads: int, first: str = "play R7") -> list[User]:
    """Have people play a deal with these results."""
    people = [factory.person(f"p{number}x{len(leads)}") for number in range(len(leads))]
    for user, lead in zip(people, leads, strict=True):
        factory.ended(deal, user, 40 + lead, 40, first=first, now=NOON, settle=False)
    services.settle(now=NOON)
    return people


def test_one_plays_by_a_plain_form_once(deals: Deals, people: Cast, clock: Clock) -> None:
    client, deal = browser_of(people["ann"]), deals["lost_cities"]
    page = client.get("/daily/").content.decode()
    assert "Sunday, 22 November" in page and "Be the first" in page
    first = client.post(address(deal))
    assert first.status_code == 303 and first["Location"].startswith("/t/")
    assert client.post(address(deal))["Location"] == first["Location"]
    assert "Go on" in client.get("/daily/").content.decode()
    assert "Go on" in client.get(address(deal)).content.decode()
    table = Table.objects.get()
    tables.resign(table_id=table.pk, user_id=people["ann"].pk, now=NOON)
    assert client.post(address(deal))["Location"] == address(deal)
    board = client.get(f"/t/{table.pk}/").content.decode()
    assert f'href="{address(deal)}"' in board and "/rematch/" not in board


def test_the_page_after_my_game(deals: Deals, people: Cast, clock: Clock) -> None:
    deal = deals["lost_cities"]
    others(deal, 5, 5, 10, 23, 62)
    others(deal, -3, -4, first="discard W3")
    factory.ended(deal, people["ann"], 63, 40, first="play R7", now=NOON)
    page = browser_of(people["ann"]).get(address(deal)).content.decode()
    assert "<h1>Better than 5 of 7</h1>" in page
    assert "The best result is +62" in page and "You 63, " in page
    assert "1 level, 1 above" in page and "5 below you" in page
    assert page.count('role="img"') >= 3, "the picture twice, and a line for each choice"
    assert "8 results from −4 to +62" in page
    assert "Play red 7" in page and "6 players" in page and "Something else" in page
    assert "Discard white 3" not in page, "two players made that choice"
    assert "p4x5, +62" in page and "Opens with the seal" in page
    assert "Next: Schotten Totten" in page
    shared = re.findall(r'data-text="([^"]*)"', page)[0]
    assert shared.startswith("Fairdeal: Lost Cities, 22 November\nBetter than 5 of 7 (+23, half")
    assert shared.endswith(address(deal)) and "red" not in shared and "R7" not in shared
    assert "11:59" not in page and "12:00:00" in page, "tomorrow's deal in twelve hours"
    assert "Better than <b>5</b> of 7" in browser_of(people["ann"]).get("/daily/").content.decode()


def test_among_few_there_is_a_place_and_no_comparison(
    deals: Deals, people: Cast, clock: Clock
) -> None:
    deal, page = deals["lost_cities"], address(deals["lost_cities"])
    factory.ended(deal, people["ann"], 63, 40, now=NOON)
    ann, ben, gus = [browser_of(people[name]) for name in ("ann", "ben", "gus")]
    assert "Nobody else has played it yet." in ann.get(page).content.decode()
    factory.ended(deal, people["gus"], 70, 40, now=NOON)
    factory.ended(deal, people["ben"], None, now=NOON)
    told = ann.get(page).content.decode()
    assert "<h1>You won by 23 points</h1>" in told and "So far you are 2nd of 3." in told
    assert "So far you are 1st of 3." in gus.get(page).content.decode()
    assert "So far you are 3rd of 3." in ben.get(page).content.decode()
    factory.ended(deal, people["dee"], 63, 40, now=NOON)
    assert "So far you share 2nd place among 4." in ann.get(page).content.decode()


def test_a_guest_plays_and_keeps_the_result(deals: Deals, people: Cast, clock: Clock) -> None:
    client, deal = browser_of(None), deals["lost_cities"]
    assert client.post(address(deal)).status_code == 303
    guest = User.objects.get(is_guest=True, seats__table__deal=deal.name)
    factory.ended(deal, guest, 63, 40, now=NOON)
    page = client.get(address(deal)).content.decode()
    assert "Keep this result: create an account" in page and "You won by 23 points" in page
    accounts.turn_into_account(guest=guest, username="Gerda", email="", password="long enough, yes")
    entry = Entry.objects.get(deal=deal, user__username="Gerda")
    assert (entry.counts, entry.worth) == (True, 23)
    member = browser_of(User.objects.get(username="Gerda")).get(address(deal)).content.decode()
    assert "Keep this result" not in member and "You won by 23 points" in member


def test_the_best_game_opens_with_the_seal_and_a_guest_has_no_name(
    deals: Deals, people: Cast, clock: Clock
) -> None:
    deal = deals["lost_cities"]
    best = factory.ended(deal, people["gus"], 99, 40, now=NOON)
    factory.ended(deal, people["ann"], 63, 40, now=NOON)
    link = f"/t/{best.table_id}/?ply=2"
    page = browser_of(people["ann"]).get(address(deal)).content.decode()
    assert "A player, +59" in page and link not in page and "gus" not in page
    clock(TOMORROW)
    page = browser_of(people["dee"]).get(address(deal)).content.decode()
    assert link in page
    assert browser_of(people["dee"]).get(link).status_code == 200


def test_a_game_that_goes_on_after_its_day_does_not_count(
    deals: Deals, people: Cast, clock: Clock
) -> None:
    deal = deals["lost_cities"]
    factory.begun(deal, people["ann"], NOON)
    clock(TOMORROW)
    entry = factory.ended(deal, people["ann"], 63, 40, now=TOMORROW)
    assert entry.settled_at is not None and not entry.counts
    page = browser_of(people["ann"]).get(address(deal)).content.decode()
    assert "Your game does not count" in page


def test_an_older_deal_is_played_for_fun(deals: Deals, people: Cast, clock: Clock) -> None:
    deal = deals["lost_cities"]
    others(deal, 5, 6, 7)
    clock(TOMORROW)
    client = browser_of(people["ann"])
    assert "Play it for fun" in client.get(address(deal)).content.decode()
    assert "Open" in client.get("/daily/2026-11-22/").content.decode()
    there = client.post(address(deal))["Location"]
    assert client.post(address(deal))["Location"] == there, "one at a time"
    first = factory.ended(deal, people["ann"], 99, 40, now=TOMORROW)
    assert not first.counts and there == f"/t/{first.table_id}/"
    again = client.post(address(deal))["Location"]
    assert again != there
    services.close(now=TOMORROW)
    assert Entry.objects.filter(counts=True).count() == 3
    assert not Standing.objects.filter(user=people["ann"]).exists()


def test_the_month_counts_the_best_deal_of_a_day(deals: Deals, people: Cast, clock: Clock) -> None:
    for name, lead in (("ann", 30), ("ben", 20), ("gus", 10)):
        factory.ended(deals["lost_cities"], people[name], 40 + lead, 40, now=NOON)
    for name, lead in (("ann", 1), ("ben", 9)):
        factory.ended(deals["schotten_totten"], people[name], 4 + lead, 4, now=NOON)
    assert services.close(now=NOON) == 0, "the day runs"
    assert services.close(now=TOMORROW) == len(deals)
    assert services.close(now=TOMORROW) == 0
    assert dict(Standing.objects.values_list("user__username", "points")) == {
        "ann": 100,
        "ben": 100,
        "-gus": 0,
    }
    clock(TOMORROW)
    page = browser_of(people["ben"]).get("/daily/").content.decode()
    assert "ann" in page and "(you)" in page and "gus" not in page
    whole = browser_of(None).get("/daily/2026-11/")
    assert whole.status_code == 200 and "1 of 1" in whole.content.decode()
    assert browser_of(None).get("/daily/2026-11/?page=2").status_code == 404


def test_my_calendar_shows_what_i_played_and_counts_no_streak(
    deals: Deals, people: Cast, clock: Clock
) -> None:
    for game in ("lost_cities", "odin"):
        factory.ended(deals[game], people["ann"], 9, 20, now=NOON)
    clock(TOMORROW)
    client = browser_of(people["ann"])
    page = client.get("/daily/").content.decode()
    assert 'aria-label="22 November, 2 played"' in re.sub(r"\s+", " ", page)
    assert 'aria-current="date"' in page and "Your November" in page
    assert "streak" not in page and "in a row" not in page
    assert client.get("/daily/?month=2026-10").status_code == 200
    for asked in ("rubbish", "0001-01", "9999-12", "2026-13", ""):
        assert client.get(f"/daily/?month={asked}").status_code == 200
    for path in ("0001-01", "9999-12", "0001-01-01", "9999-12-31", "9999-12-31/odin"):
        assert client.get(f"/daily/{path}/").status_code == 404
    assert "Sign in to see your days here" in browser_of(None).get("/daily/").content.decode()


def test_tomorrows_seal_is_shown_today(deals: Deals, people: Cast, clock: Clock) -> None:
    tomorrow = Deal.objects.get(date=TOMORROW.date(), game="odin")
    client = browser_of(people["ann"])
    page = client.get(address(tomorrow)).content.decode()
    assert tomorrow.commitment in page and "can be played from midnight UTC" in page
    assert bytes(tomorrow.secret).hex() not in page
    assert client.post(address(tomorrow)).status_code == 422
    later = f"/daily/{(TOMORROW + DAY).date()}/odin/"
    assert client.get(later).status_code == 404
    assert client.get("/daily/2026-11-22/chess/").status_code == 404
    assert client.get("/daily/2026-13-45/odin/").status_code == 404
    assert client.get("/daily/2025-01-01/").status_code == 404


def test_the_front_page_has_a_strip(deals: Deals, people: Cast, clock: Clock) -> None:
    page = browser_of(None).get("/").content.decode()
    assert "Everybody gets the same cards" in page and 'href="/daily/"' in page
    for deal in deals.values():
        theirs = None if deal.alone else 9
        factory.ended(deal, people["ann"], 20, theirs, now=NOON)
    page = browser_of(people["ann"]).get("/").content.decode()
    assert "All played. New ones in 12 h" in page
    clock(TOMORROW)
    services.make(now=TOMORROW)
    assert "Yesterday in" not in browser_of(people["dee"]).get("/").content.decode()
    page = browser_of(people["ann"]).get("/").content.decode()
    assert "Yesterday in Lost Cities: place 1 of 1." in page
    clock(TOMORROW + 5 * DAY)
    assert "daily-strip" not in browser_of(None).get("/").content.decode()


def test_somebody_who_gave_up_is_behind_all(deals: Deals, people: Cast, clock: Clock) -> None:
    deal = deals["odin"]
    others(deal, 1, 2, 3, 4, 5)
    factory.ended(deal, people["ann"], None, now=NOON)
    page = browser_of(people["ann"]).get(address(deal)).content.decode()
    assert "You gave this one up" in page and "1 was given up" in page


def test_a_page_reads_no_more_with_more_results(
    deals: Deals, people: Cast, clock: Clock, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    deal = deals["lost_cities"]
    others(deal, *range(30))
    factory.ended(deal, people["ann"], 63, 40, now=NOON)
    client = browser_of(people["ann"])
    client.get(address(deal))
    with django_assert_max_num_queries(28):  # type: ignore[operator]
        client.get(address(deal))
    with django_assert_max_num_queries(24):  # type: ignore[operator]
        client.get("/daily/")


def test_rows_of_a_table_know_their_deal(deals: Deals, people: Cast, clock: Clock) -> None:
    entry = factory.ended(deals["odin"], people["ann"], 3, 9, now=NOON)
    assert entry.table.deal == deals["odin"].name
    assert set(Seat.objects.filter(table=entry.table).values_list("listed", flat=True)) == {""}
