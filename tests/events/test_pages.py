"""The pages of events, as people see them."""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Role as Office
from games.community.clubs.models import Club, Membership
from games.community.events import pages, services
from games.community.events.models import Decision, Entry, Event, Pairing
from tests.events.conftest import NAMES, WEEK, Evening
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
    top = page[: page.index('id="standings"')]
    assert "Your game" in top and "To be finished by" in top
    assert f"/t/{table.pk}/" in top
    assert page.count("button--loud") == 1
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
    event = evening.waits(event)
    page = html(evening, "ann", f"/events/{event.pk}/")
    assert page.count('class="is-to-come"') == 3  # two semi-finals and the final
    event = evening.plays_to_the_end(event)
    page = html(evening, "", f"/events/{event.pk}/")
    assert "in the final against" in page and "is-to-come" not in page
    assert '<svg class="bracket"' in page
    assert "Quarter-finals" in page and "Semi-finals" in page and "Third place" in page
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
    entry.refresh_from_db()
    assert entry.user == evening.people["eve"] and not entry.plays  # unasked, nobody does
    assert "Take the place" in html(evening, "eve", f"/events/{event.pk}/")
    sends(evening, "eve", f"/events/{event.pk}/enter/")
    entry.refresh_from_db()
    assert entry.plays
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
    first, *level = [name for name, points in evening.standings(event) if points]
    page = html(evening, "", f"/events/{event.pk}/")
    assert "Run this event" not in page
    if level:  # a draw
        assert "share the first place." in page
    else:
        assert f"{first} has won." in page
        assert "You have won." in html(evening, first, f"/events/{event.pk}/")


def test_the_form_has_the_options_of_the_game_and_the_terms_say_them(evening: Evening) -> None:
    path = "/events/new/?game=lost_cities&club=cards"
    page = html(evening, "ann", path)
    assert 'name="option-rounds"' in page and 'name="option-suits"' in page
    assert 'name="seats"' not in page and 'value="groups"' not in page, "it is for two"
    assert '?game=odin&amp;club=cards"' in page, "another game is a link"
    page = html(evening, "ann", "/events/new/?game=odin&club=cards")
    assert 'value="groups"' in page and 'name="seats"' in page and "option-suits" not in page
    starts = (evening.now + WEEK).strftime("%Y-%m-%dT%H:%M")
    told = {"club": "cards", "name": "Long Cup", "format": "swiss", "clock": "daily", "key": "a"}
    told |= {"game": "lost_cities", "starts": starts, "length": "7", "rounds": "4", "zone": "UTC"}
    refused = sends(evening, "ann", "/events/new/", **told, **{"option-suits": "9"})
    assert refused.status_code == 422 and "one of the options" in refused.content.decode()
    refused = sends(evening, "ann", "/events/new/", **told, **{"option-card": "1"})
    assert refused.status_code == 422
    assert not Event.objects.exists()
    sent = {"option-rounds": "3", "option-suits": "6", "sleep_days": "2"}
    assert sends(evening, "ann", "/events/new/", **told, **sent).status_code == 303
    event = Event.objects.get()
    assert event.options == {"rounds": "3", "suits": "6"}
    assert (event.rounds, event.sleep_days) == (4, 2)
    page = html(evening, "ben", f"/events/{event.pk}/")
    assert "Lost Cities for two. 3 rounds, 6 suits." in page
    evening.enters(event, "ben", "cal")
    for _ in ("it begins in a day", "it begins"):
        evening.waits(event)
    assert evening.running(event)[0].options == event.options


def test_the_terms_say_how_many_sit_at_a_table(evening: Evening) -> None:
    event = evening.makes(format="groups", game="odin", options={}, seats=4)
    page = html(evening, "ben", f"/events/{event.pk}/")
    assert "Four sit at a table; if the number of players does not divide" in page


def test_whoever_has_finished_reads_when_it_goes_on(evening: Evening) -> None:
    event = evening.makes(rounds=2)
    evening.enters(event, *NAMES[:5])
    assert "You have entered." in html(evening, "ann", f"/events/{event.pk}/")
    event = evening.waits(event)
    bye = next(one for one in event.all_rounds.get().pairings.all() if one.is_bye)
    name = evening.name(Entry.objects.get(pk=bye.players[0]))
    page = html(evening, name, f"/events/{event.pk}/")
    assert "You have a bye. The next round begins on Saturday 28 November" in page
    evening.plays(evening.running(event)[0])
    evening.keeps(event)
    ended = next(one for one in Pairing.objects.filter(table__status="ended"))
    name = evening.name(Entry.objects.get(pk=ended.players[0]))
    page = html(evening, name, f"/events/{event.pk}/")
    assert "You have finished this round." in page
    assert "Place " in page and "of 5, with" in page
    assert "Your game" not in html(evening, "ida", f"/events/{event.pk}/")


def test_equal_points_are_told_apart_and_the_run_says_whom_one_has_met(evening: Evening) -> None:
    event = evening.makes(rounds=3, clock="normal", length=30)
    evening.enters(event, *NAMES[:8])
    event = evening.plays_to_the_end(event)
    page = pages.Page(event, None)
    rows = page.rows()
    for row, below in itertools.pairwise(rows):
        if row.line.points == below.line.points and row.line.key != below.line.key:
            assert row.told[0] and below.told[0]
        assert len(row.run) == 3
    won = [mark for mark in rows[0].run if mark.how == "won"]
    drawn = [mark for mark in rows[0].run if mark.how == "drawn"]
    assert len(won) + len(drawn) / 2 == rows[0].line.points
    shown = html(evening, "", f"/events/{event.pk}/")
    assert won[0].says in shown
    assert f"<small>{rows[0].told[0]}" in shown or not rows[0].told[0]


def test_the_rounds_of_a_large_event_are_asked_for_one_by_one(evening: Evening) -> None:
    event = evening.makes(rounds=2)
    entries = Entry.objects.bulk_create(
        Entry(event=event, bot="club", seed=seed, entered_at=evening.now) for seed in range(1, 361)
    )
    for number in (1, 2):
        made = event.all_rounds.create(
            number=number, begins_at=evening.now, ends_at=evening.now + timedelta(days=7)
        )
        Pairing.objects.bulk_create(
            Pairing(round=made, board=board, players=[one.pk, other.pk], points=[1, 0])
            for board, (one, other) in enumerate(zip(entries[::2], entries[1::2], strict=True), 1)
        )
    Event.objects.filter(pk=event.pk).update(number=2, stage="running")
    page = html(evening, "", f"/events/{event.pk}/")
    assert page.count('class="meeting"') == 50 and "?round=1#rounds" in page
    assert "?round=2&amp;part=2#rounds" in page
    page = html(evening, "", f"/events/{event.pk}/?round=1&part=4")
    assert page.count('class="meeting"') == 30 and "?round=2#rounds" in page
    for wrong in ("round=99", "round=x&part=²", "part=0", "part=99"):
        html(evening, "", f"/events/{event.pk}/?{wrong}")


def test_the_calendar_begins_with_ones_own_and_says_who_has_won(evening: Evening) -> None:
    assert "Nothing is planned" in html(evening, "", "/events/")
    over = evening.makes(name="Spring Cup", rounds=1, clock="normal", length=30)
    evening.enters(over, "ann", "ben")
    over = evening.plays_to_the_end(over)
    first = evening.standings(over)[0][0]
    other = evening.makes(name="Summer Cup")
    mine = evening.makes(name="Autumn Cup", starts_at=evening.now + timedelta(days=3))
    evening.enters(mine, "ben")
    page = html(evening, "ben", "/events/")
    assert page.index(mine.name) < page.index(other.name) < page.index(over.name)
    assert f"Won by {first}" in page and "Yours" in page
    assert "Yours" not in html(evening, "", "/events/")


def test_a_club_shows_what_runs_before_what_is_over(evening: Evening) -> None:
    running = evening.makes(name="A long league", starts_at=evening.now + timedelta(minutes=1))
    evening.enters(running, "ann", "ben")
    evening.waits(running)
    for number in range(4):
        over = evening.makes(name=f"Over {number}")
        services.stop(event_id=over.pk, by=evening.people["ann"], now=evening.now)
    page = html(evening, "", "/clubs/cards/")
    assert page.index("A long league") < page.index("Called off")
    assert page.count("Called off") == 2


@pytest.mark.parametrize("format", ["robin", "knockout"])
def test_a_place_is_offered_and_taken_once(evening: Evening, format: str) -> None:
    event = evening.makes(format=format)
    evening.enters(event, "ann", "ben", "cal", "dee")
    event = evening.waits(event)
    entry = Entry.objects.get(event=event, user=evening.people["dee"])
    sends(evening, "ann", f"/events/{event.pk}/run/", what="replace", entry=entry.pk, name="eve")
    for does, plays in (("enter", True), ("leave", False), ("enter", False)):
        evening.now += timedelta(minutes=1)
        sends(evening, "eve", f"/events/{event.pk}/{does}/")
        entry.refresh_from_db()
        assert entry.plays == plays, does
