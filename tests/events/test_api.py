"""Programs enter events, leave them, and read what their callers may know."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import tokens
from games.community.clubs.models import Club
from tests.api.conftest import Program
from tests.events.conftest import Evening

pytestmark = pytest.mark.django_db


def program(user: User, *scopes: str) -> Program:
    now = timezone.now()
    _token, key = tokens.make(user=user, name="x", scopes=scopes, days=None, now=now)
    return Program(key)


def test_a_program_finds_an_event_enters_it_and_reads_its_games(evening: Evening) -> None:
    evening.now = timezone.now()
    event = evening.makes(name="Cup <b>")
    ben = program(evening.people["ben"], "read", "play")
    (row,) = ben.reads("/events")["items"]
    assert (row["id"], row["name"], row["club"], row["entries"]) == (
        event.pk,
        "Cup <b>",
        "cards",
        0,
    )
    assert ben.reads("/me/events") == []
    for _ in range(2):  # a request may come twice
        found = ben.does(f"/events/{event.pk}/enter")
        assert (found["entered"], found["entries"], found["refusal"]) == (True, 1, "")
    assert [one["id"] for one in ben.reads("/me/events")] == [event.pk]
    assert not ben.does(f"/events/{event.pk}/leave")["entered"]
    ben.does(f"/events/{event.pk}/enter")
    evening.enters(event, "cal", "dee", "eve")
    evening.waits(event)
    running = ben.reads(f"/events/{event.pk}")
    assert (running["stage"], running["round"], len(running["standings"])) == ("running", 1, 4)
    assert running["table"] in {table.pk for table in evening.running(event)}
    (mine,) = [game for game in running["games"] if "ben" in game["players"]]
    assert mine["points"] is None and mine["table"] is None
    assert running["terms"][0].startswith("Swiss")
    evening.plays_all(event)
    evening.plays_to_the_end(evening.keeps(event))
    assert ben.reads("/events")["items"] == []
    assert [one["id"] for one in ben.reads("/events?when=past")["items"]] == [event.pk]
    over = Program().reads(f"/events/{event.pk}")
    assert {line["place"] for line in over["standings"]} >= {1} and over["games"][0]["points"]


def test_refusals_are_those_of_the_page(evening: Evening) -> None:
    evening.now = timezone.now()
    event = evening.makes()
    reads, guest = (
        program(evening.people["ben"], "read"),
        User.objects.create(username="g", is_guest=True),
    )
    assert reads.post(f"/events/{event.pk}/enter").status_code == 403
    assert Program().post(f"/events/{event.pk}/enter").status_code == 401
    refused = program(guest, "read", "play").post(f"/events/{event.pk}/enter").json()
    assert refused["code"] == "forbidden" and refused["detail"].startswith("Events are for people")
    assert reads.get("/events/nosuch").status_code == 404
    assert reads.get("/events?page=0").status_code == 422


def test_an_event_of_a_private_club_exists_for_its_members_alone(evening: Evening) -> None:
    evening.now = timezone.now()
    stranger = program(User.objects.create_user("zoe", password=None), "read", "play")
    empty = stranger.get("/events").content
    event = evening.makes()
    Club.objects.update(private=True)
    assert program(evening.people["ben"], "read").reads(f"/events/{event.pk}")["id"] == event.pk
    assert stranger.get("/events").content == empty == Program().get("/events").content
    for answer in (
        stranger.get(f"/events/{event.pk}"),
        stranger.post(f"/events/{event.pk}/enter"),
        stranger.post(f"/events/{event.pk}/leave"),
        Program().get(f"/events/{event.pk}"),
    ):
        assert answer.status_code == 404 and answer.content == stranger.get("/events/no").content


def test_a_page_of_events_leads_to_the_next(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.api.operations import events

    monkeypatch.setattr(events, "LISTED", 2)
    evening.now = timezone.now()
    for day in range(3):
        evening.makes(starts_at=evening.now + timedelta(days=day + 1))
    first = Program().reads("/events")
    rest = Program().reads(first["next"].split("/api/1")[1])
    assert (len(first["items"]), len(rest["items"]), rest["next"]) == (2, 1, None)
