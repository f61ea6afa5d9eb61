"""Programs and events: looked for, entered, left, and hidden from strangers."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from games.community.clubs import selectors as clubs
from games.community.clubs import services as founders
from games.community.clubs.models import Club, Door
from games.community.events import selectors, services
from games.community.events.models import Entry, Event
from tests.api.conftest import Program
from tests.events.conftest import Evening, evening, toy_game  # noqa: F401
from tests.kit.played import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(evening: Evening) -> Iterator[Evening]:  # noqa: F811
    """Return an evening at which the clock stands at noon."""
    with time_machine.travel(NOON, tick=False):
        yield evening


@pytest.fixture
def of(hall: Evening, program: Callable[..., Program]) -> Callable[..., Program]:
    """Return a function that gives somebody of the club a program."""
    return lambda name, *scopes: program(hall.people[name], *scopes)


def test_a_program_enters_twice_and_leaves_twice(hall: Evening, of: Any) -> None:
    cup, ben = hall.makes(), of("ben")
    for _again in range(2):
        told = ben.does(f"/events/{cup.pk}/enter")
        assert told["mine"] == {"entered": True, "why_not": "", "table": None}
        assert told["entries"] == ["ben"] and told["players"] == 1
    assert [one["id"] for one in ben.reads("/me/events")] == [cup.pk]
    for _again in range(2):
        assert not ben.does(f"/events/{cup.pk}/leave")["mine"]["entered"]
    assert ben.reads("/me/events") == []
    assert not Entry.objects.exists()


def test_the_terms_are_those_of_the_page(hall: Evening) -> None:
    told = Program().reads(f"/events/{hall.makes().pk}")
    assert any(words.startswith("Swiss: in each round") for words in told["terms"])
    assert told["mine"] == {"entered": False, "why_not": "", "table": None}


def test_a_program_plays_an_event_to_its_end(hall: Evening, of: Any) -> None:
    cup, ben = hall.makes(rounds=2), of("ben")
    for name in ("ben", "cal", "dee"):
        of(name).does(f"/events/{cup.pk}/enter")
    cup = hall.waits(cup)
    cup = hall.keeps(cup)
    tables = {table.pk for table in hall.running(cup)}
    assert {ben.reads(f"/events/{cup.pk}")["mine"]["table"]} <= {*tables, None}
    assert {game["table"] for game in ben.reads(f"/events/{cup.pk}")["games"]} == {None}
    hall.plays_all(cup)
    cup = hall.plays_to_the_end(hall.keeps(cup))
    told = Program().reads(f"/events/{cup.pk}")
    assert told["stage"] == "ended" and told["mine"]["table"] is None
    assert sorted(line["place"] for line in told["standings"])[0] == 1
    assert {game["table"] for game in told["games"]} - {None} >= tables


def test_refusals_say_why(hall: Evening, of: Any, program: Any) -> None:
    cup = hall.makes()
    stranger = program("zoe").post(f"/events/{cup.pk}/enter")
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_yours")
    assert stranger.json()["detail"] == "This event is for members of the club."
    reader = of("ben", "read").post(f"/events/{cup.pk}/enter")
    assert (reader.status_code, reader.json()["code"]) == (403, "wrong_scope")
    assert Program().post(f"/events/{cup.pk}/enter").status_code == 401
    assert of("ben").post("/events/nowhere/enter").status_code == 404
    assert Program().get("/events?stage=soon").status_code == 422


def test_an_unchanged_event_is_not_sent_again(hall: Evening, of: Any) -> None:
    cup, ben = hall.makes(), of("ben")
    first = ben.get(f"/events/{cup.pk}")
    tag = {"If-None-Match": first["ETag"]}
    assert ben.get(f"/events/{cup.pk}", **tag).status_code == 304
    of("cal").does(f"/events/{cup.pk}/enter")
    assert ben.get(f"/events/{cup.pk}", **tag).status_code == 200


def test_pages_follow_each_other_without_gap_or_repeat(
    hall: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(selectors.page.__kwdefaults__, "size", 2)
    made = [
        hall.makes(name=f"Cup {hours}", starts_at=NOON + timedelta(hours=hours)).pk
        for hours in (1, 2, 2, 3)  # two of one moment, on two pages
    ]
    found, there = [], "/events"
    while there:
        told = Program().reads(there.removeprefix("http://testserver/api/1"))
        found += [one["id"] for one in told["items"]]
        there = told["next"]
    assert sorted(found) == sorted(made)
    assert found[0] == made[-1] and found[-1] == made[0]


def test_filters_leave_out_what_is_not_asked_for(hall: Evening) -> None:
    cup = hall.makes()
    hall.makes(format="robin")
    ask = Program().reads
    assert [one["id"] for one in ask("/events?format=swiss")["items"]] == [cup.pk]
    assert len(ask(f"/events?club={hall.club.slug}&stage=open&game=toy")["items"]) == 2
    for none in ("stage=ended", "game=odin", "club=nowhere"):
        assert ask(f"/events?{none}")["items"] == []


def private(hall: Evening) -> tuple[Club, Event]:
    """Found a private club, and let its members play there."""
    club = founders.found(
        by=hall.people["ann"], name="Quiet", door=Door.LINK, private=True, now=NOON
    )
    for name in ("ben", "cal"):
        founders.join(club=club, user=hall.people[name], link=club.link, now=NOON)
    cup = hall.makes(club=club, name="Hush")
    hall.enters(cup, "ann", "ben", "cal")
    now, hall.now = hall.now, hall.now
    cup = hall.keeps(hall.waits(cup))
    hall.now = now
    return club, cup


def test_a_stranger_gets_the_same_bytes_with_and_without_a_private_club(
    hall: Evening, of: Any
) -> None:
    cup = hall.makes()
    hall.enters(cup, "ann", "ben", "dee")
    strangers = (of("dee"), Program())
    paths = ("/events", "/me/events", "/clubs", "/me/clubs", f"/events/{cup.pk}", "/events/quiet00")

    def world(club: str, event: str) -> list[tuple[int, str]]:
        asked = [*paths, f"/events?club={club}", f"/events/{event}", f"/clubs/{club}"]
        answers = [one.get(path) for one in strangers for path in asked]
        posts = (f"/events/{event}/enter", f"/events/{event}/leave", f"/clubs/{club}/join")
        answers += [strangers[0].post(path) for path in posts]
        hidden = re.compile(f"{club}|{event}")
        return [(one.status_code, hidden.sub("", one.content.decode())) for one in answers]

    before = world("quietquiet", "nowhere0")
    club, hushed = private(hall)
    assert world(club.slug, hushed.pk) == before
    assert of("ben").reads(f"/events/{hushed.pk}")["mine"]["entered"]
    assert {one["id"] for one in of("ben").reads("/events")["items"]} == {cup.pk, hushed.pk}


def test_tables_with_the_same_cards_are_not_named_while_others_play(hall: Evening, of: Any) -> None:
    cup = hall.makes(duplicate=True, rounds=1)
    hall.enters(cup, "ann", "ben", "cal", "dee")
    cup = hall.keeps(hall.waits(cup))
    first = hall.running(cup)[0]
    hall.plays(first)
    cup = hall.keeps(cup)
    sits = {seat.user.username for seat in first.seats.select_related("user")}
    for name in ("ann", "ben", "cal", "dee", ""):
        told = (of(name) if name else Program()).reads(f"/events/{cup.pk}")
        named = {game["table"] for game in told["games"]} - {None}
        assert named == ({first.pk} if name in sits else set()), name


def test_clubs_are_joined_and_left(hall: Evening, program: Any) -> None:
    zoe = program("zoe")
    assert [one["slug"] for one in zoe.reads("/clubs")["items"]] == ["cards"]
    assert zoe.does("/clubs/cards/join")["role"] == "member"
    assert [one["role"] for one in zoe.reads("/me/clubs")] == ["member"]
    for _again in range(2):
        assert zoe.post("/clubs/cards/leave").status_code == 204
    assert zoe.reads("/me/clubs") == []


def test_a_club_by_request_is_asked_and_a_private_one_joined_by_its_link(
    hall: Evening, program: Any
) -> None:
    zoe = program("zoe")
    Club.objects.update(door=Door.REQUEST)
    assert zoe.does("/clubs/cards/join", {"words": "May I?"})["role"] is None
    assert [one.words for one in clubs.asked(hall.club)] == ["May I?"]
    assert zoe.post("/clubs/cards/leave").status_code == 204
    assert not clubs.asked(hall.club)
    club, _cup = private(hall)
    refused = zoe.post(f"/clubs/{club.slug}/join", {"link": "x" * 20})
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert zoe.does(f"/clubs/{club.slug}/join", {"link": club.link})["role"] == "member"


def test_whoever_organises_ends_what_programs_enter(hall: Evening, of: Any) -> None:
    cup = hall.makes()
    services.stop(event_id=cup.pk, by=hall.people["ann"], why="rain", now=NOON)
    told = of("ben").post(f"/events/{cup.pk}/enter")
    assert (told.status_code, told.json()["detail"]) == (403, "This event is over.")
