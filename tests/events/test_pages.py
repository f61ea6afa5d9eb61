"""The pages of events, as people see them."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Role as Office
from games.community.clubs.models import Club, Membership
from games.community.events import services
from games.community.events.models import Decision, Entry, Event, Pairing
from tests.events.conftest import NAMES, Evening
from tests.kit.played import client_of


@pytest.fixture
def evening(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr(timezone, "now", lambda: evening.now)
    return evening


def html(evening: Evening, name: str, path: str, status: int = 200) -> str:
    answer = client_of(evening.people[name] if name else None).get(path)
    text: str = answer.content.decode()
    assert answer.status_code == status, (path, answer.status_code, text[:500])
    return text


def sends(evening: Evening, name: str, path: str, /, **fields: Any) -> Any:
    return client_of(evening.people[name]).post(path, fields)


def test_the_calendar_and_an_event_to_enter(evening: Evening) -> None:
    event = evening.makes(name="Autumn Cup of 40 letters, which is a lot")
    assert "Autumn Cup of 40" in html(evening, "", "/events/")
    page = html(evening, "ben", f"/events/{event.pk}/")
    for words in ("Swiss: in each round", "Five rounds.", "A round lasts 7 days", "Enter"):
        assert words in page, words
    assert "Saturday 21 November, 13:00 (UTC)" in page
    sends(evening, "ben", f"/events/{event.pk}/enter/")
    sends(evening, "ben", f"/events/{event.pk}/enter/")
    assert Entry.objects.filter(event=event).count() == 1
    assert "You have entered" in html(evening, "ben", f"/events/{event.pk}/")
    sends(evening, "ben", f"/events/{event.pk}/leave/")
    assert not Entry.objects.filter(event=event).exists()


def test_a_running_event_has_my_game_on_top_and_standings(evening: Evening) -> None:
    event = evening.makes(rounds=2, clock="normal", length=30)
    evening.enters(event, *NAMES[:5])
    event = evening.waits(event)
    table = evening.running(event)[0]
    page = html(evening, "ann", f"/events/{event.pk}/")
    assert "Your game" in page
    assert f"/t/{table.pk}/" in page
    evening.plays_to_the_end(event)
    page = html(evening, "ann", f"/events/{event.pk}/")
    assert "Buchholz" in page and "This event is over" in page
    facts = client_of().get(f"/events/{event.pk}/results.json").json()
    assert facts["standings"][0]["place"] == 1
    assert len(facts["games"]) == 6
    text = client_of().get(f"/events/{event.pk}/results.csv").content.decode()
    assert text.splitlines()[0].startswith("place,name,points")
    winner = Entry.objects.filter(event=event, place=1).first()
    assert winner is not None and winner.user is not None
    assert "Winner" in html(evening, "", f"/@/{winner.user.username}/")


def test_players_read_the_news_of_their_event(evening: Evening) -> None:
    event = evening.makes(rounds=1, length=3)
    evening.enters(event, "ann", "ben")
    event = evening.waits(event)
    page = html(evening, "ben", "/news/")
    assert "round 1 has begun" in page
    assert f"/events/{event.pk}/" in page
    evening.waits(event)
    assert "ends soon" in html(evening, "ben", "/news/")
    evening.plays_to_the_end(event)
    assert "is over: see the places" in html(evening, "ben", "/news/")
    page = html(evening, "cal", "/news/")
    assert "is open for entry" in page and "has begun" not in page and "is over" not in page


def test_a_bracket_is_a_picture_and_a_table(evening: Evening) -> None:
    event = evening.makes(format="knockout", clock="normal", length=30)
    evening.enters(event, *NAMES[:5])
    event = evening.plays_to_the_end(event)
    page = html(evening, "", f"/events/{event.pk}/")
    assert '<svg class="bracket"' in page
    assert "<caption>Bracket</caption>" in page


def test_an_event_of_a_private_club_does_not_exist_for_strangers(evening: Evening) -> None:
    Club.objects.filter(pk=evening.club.pk).update(private=True)
    evening.club.refresh_from_db()
    event = evening.makes(rated=True)
    assert not Event.objects.get(pk=event.pk).rated
    Membership.objects.filter(user=evening.people["ida"]).delete()
    evening.enters(event, "ann", "ben")
    paths = ("", "results.json", "results.csv", "run/")
    for name in ("", "ida"):
        for path in paths:
            html(evening, name, f"/events/{event.pk}/{path}", 404)
        assert event.name not in html(evening, name, "/events/")
    for path in ("enter/", "leave/", "run/"):
        assert sends(evening, "ida", f"/events/{event.pk}/{path}").status_code == 404
    event = evening.waits(event)
    table = evening.running(event)[0]
    html(evening, "ida", f"/t/{table.pk}/", 404)
    html(evening, "cal", f"/t/{table.pk}/")
    assert event.name in html(evening, "cal", "/events/")


def test_who_makes_events(evening: Evening) -> None:
    html(evening, "ben", "/events/new/?club=cards", 404)
    html(evening, "ann", "/events/new/", 404)
    assert "New event" in html(evening, "ann", "/clubs/cards/")
    html(evening, "ann", "/events/new/?club=cards")
    fields = {
        "club": "cards", "name": "Evening", "game": "lost_cities", "format": "robin",
        "starts": "2026-12-06T20:00", "clock": "normal", "length": "30", "rounds": "5",
        "zone": "Europe/Berlin", "key": "a", "rated": "on",
    }  # fmt: skip
    for _twice in range(2):
        answer = sends(evening, "ann", "/events/new/", **fields)
        assert answer.status_code == 303, answer.content.decode()[:3000]
    event = Event.objects.get()
    assert (event.starts_at.hour, event.zone) == (19, "Europe/Berlin")
    assert sends(evening, "ben", "/events/new/", **fields).status_code == 404
    evening.people["dee"].role = Office.HOST
    evening.people["dee"].save()
    html(evening, "dee", "/events/new/")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": "x" * 41}, {"name": "‮‮"}, {"format": "?"}, {"game": "chess"},
        {"clock": "untimed"}, {"starts": "soon"}, {"starts": "2026-11-20T20:00"}, {"length": "0"},
        {"length": "²"}, {"rounds": "99"}, {"series": "2"}, {"format": "arena", "clock": "daily"},
        {"format": "knockout", "duplicate": "on"}, {"starts": "9999-12-31T23:59"},
    ],
)  # fmt: skip
def test_a_form_that_says_nothing_possible(evening: Evening, wrong: dict[str, str]) -> None:
    fields = {
        "club": "cards", "name": "Evening", "game": "lost_cities", "format": "swiss",
        "starts": "2026-12-06T20:00", "clock": "daily", "length": "7", "rounds": "5",
    }  # fmt: skip
    answer = sends(evening, "ann", "/events/new/", **fields | wrong)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Event.objects.exists()


def test_an_organiser_pauses_corrects_replaces_and_calls_off(evening: Evening) -> None:
    event = evening.makes(rounds=3)
    evening.enters(event, "ann", "ben", "cal", "dee")
    event = evening.waits(event)
    run = f"/events/{event.pk}/run/"
    html(evening, "ben", run, 404)
    pairing = Pairing.objects.filter(round__event=event).first()
    assert pairing is not None
    fields = {"what": "correct", "pairing": pairing.pk, "result": "=", "version": 0}
    sends(evening, "ann", run, **fields)
    pairing.refresh_from_db()
    assert pairing.points is None  # without a reason
    sends(evening, "ann", run, why="They agreed.", **fields)
    sends(evening, "ann", run, why="They did not.", **fields)  # from an old page
    pairing.refresh_from_db()
    assert pairing.points == [0.5, 0.5]
    entry = Entry.objects.get(event=event, user=evening.people["dee"])
    sends(evening, "ann", run, what="replace", entry=entry.pk, name="eve")
    sends(evening, "ann", run, what="pause", why="A storm.")
    assert services.advance_all(event_id=event.pk, now=evening.now) == 0
    page = html(evening, "cal", f"/events/{event.pk}/")
    for words in ("Paused", "They agreed.", "A storm.", "eve"):
        assert words in page, words
    sends(evening, "ann", run, what="go_on")
    sends(evening, "ann", run, what="stop")
    assert Event.objects.get().stage == "stopped"
    html(evening, "ann", run)
    assert Decision.objects.filter(event=event).count() == 5


def test_a_household_is_shown_to_organisers_alone(evening: Evening) -> None:
    event = evening.makes()
    for name in ("ben", "cal"):
        services.enter(
            event_id=event.pk, user=evening.people[name], origin="h" * 32, now=evening.now
        )
    assert "from one address" in html(evening, "ann", f"/events/{event.pk}/run/")
    assert "from one address" not in html(evening, "ben", f"/events/{event.pk}/")


def test_many_entries_come_in_pages(evening: Evening, django_assert_max_num_queries: Any) -> None:
    from accounts.models import User

    event = evening.makes(format="swiss")
    users = [User(username=f"player-{number}") for number in range(120)]
    User.objects.bulk_create(users)
    Entry.objects.bulk_create(
        Entry(event=event, user=user, seed=seed, entered_at=evening.now)
        for seed, user in enumerate(users, 1)
    )
    Event.objects.filter(pk=event.pk).update(number=1, stage="running")
    with django_assert_max_num_queries(30):
        page = html(evening, "", f"/events/{event.pk}/")
    assert page.count('scope="row"') == 50
    assert html(evening, "", f"/events/{event.pk}/?page=3").count('scope="row"') == 20


def test_the_front_page_leads_to_ones_events(evening: Evening) -> None:
    event = evening.makes(name="Cup of <Ann>")
    evening.enters(event, "ben")
    assert "Cup of &lt;Ann&gt;" in html(evening, "ben", "/")
    assert "is open for entry" in html(evening, "cal", "/")
    for name in ("ben", "cal"):
        html(evening, name, f"/events/{event.pk}/")
    assert "Cup of" not in html(evening, "cal", "/"), "the news was read, and he does not play"
    services.leave(event_id=event.pk, user=evening.people["ben"], now=evening.now)
    assert "Cup of" not in html(evening, "ben", "/")


def test_an_event_that_is_over_says_who_has_won(evening: Evening) -> None:
    event = evening.makes(rounds=1)
    evening.enters(event, "ann", "ben")
    assert "has won" not in html(evening, "", f"/events/{event.pk}/")
    event = evening.plays_to_the_end(event)
    (first,) = [name for name, points in evening.standings(event) if points]
    page = html(evening, "ann", f"/events/{event.pk}/")
    assert f"{first} has won." in page and "Run this event" not in page
