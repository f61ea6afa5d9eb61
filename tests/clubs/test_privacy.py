"""Two worlds, one with a private club in which people play, talk and come and go, and one without:
a stranger gets the same bytes in both."""

from __future__ import annotations

import re

import pytest
import time_machine

from games.community.clubs import services
from games.community.clubs.models import Club, Door
from games.community.clubs.talk import place
from games.community.talk import services as talk
from games.tables import services as tables
from tests.clubs.test_tables import opens, plays, sits
from tests.kit.people import browser_of
from tests.kit.played import NOON, sits_down
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db
PAGES = (
    *("/", "/clubs/", "/clubs/?page=2", "/clubs/quiet-house/", "/watch/", "/players/"),
    *("/players/?q=an", "/games/archive/", "/games/archive/?player=ann", "/leaderboard/"),
    *("/leaderboard/lost_cities/", "/games/lost_cities/", "/@/ann/", "/@/ben/", "/sitemap.xml"),
    *("/robots.txt", "/daily/", "/notices/", "/tables/new/", "/about/", "/@/ann/archive/"),
    *(
        "/api/1/tables",
        "/api/1/players/ann",
        "/api/1/players/ann/games",
        "/api/1/leaderboards/odin",
    ),
    *("/api/1/games/lost_cities/archive", "/api/1/leaderboards/odin", "/@/ann/games.atom"),
)
MASKED = re.compile(r"[A-Za-z0-9]{64}|\b[0-9a-f]{32}\b")


def world(cast: Cast) -> list[tuple[str, int, str]]:
    """Return what a stranger with an account, and a visitor, get at each address."""
    found = []
    for reader in (browser_of(cast["dee"]), browser_of(None)):
        for url in PAGES:
            answer = reader.get(url)
            body = b"".join(answer) if answer.streaming else answer.content
            found.append((url, answer.status_code, MASKED.sub("", body.decode())))
    return found


def lives(cast: Cast) -> Club:
    """Found a private club, and let much happen there."""
    club = services.found(
        by=cast["ann"], name="Quiet House", words="Hush", door=Door.LINK, private=True, now=NOON
    )
    for name in ("ben", "cal"):
        services.join(club=club, user=cast[name], link=club.link, now=NOON)
    plays(club, cast, "ann", "ben", rated=True, clock="fast")
    again = opens(club, cast, "ben", clock="fast")
    sits(again, cast, "ann")
    opens(club, cast, "cal")
    talk.say_at(place=place(club), user=cast["ann"], text="Hush", now=NOON)
    services.remove(club=club, by=cast["ann"], user=cast["cal"], now=NOON)
    return club


def test_a_stranger_gets_the_same_bytes_with_and_without_a_private_club(cast: Cast) -> None:
    with time_machine.travel(NOON, tick=False):
        sits_down(cast, "ann", "ben", clock="fast").does("ben", "resign")
        world(cast)  # who looks first has the deals of the day made
        before = world(cast)
        lives(cast)
        after = world(cast)
    for one, other in zip(before, after, strict=True):
        assert one == other


def test_founding_tells_nothing_of_a_private_club(cast: Cast) -> None:
    lives(cast)
    club = services.found(by=cast["dee"], name="Quiet House", now=NOON)
    assert club.slug == "quiet-house"


def test_news_of_a_private_table_reach_members_alone(cast: Cast) -> None:
    club = lives(cast)
    table = opens(club, cast)
    dee = browser_of(cast["dee"])
    answer = dee.post(f"/t/{table.pk}/invite/", {"name": "dee"})
    assert answer.status_code in (403, 404)
    tables.stand(table_id=table.pk, user=cast["ann"], now=NOON)
