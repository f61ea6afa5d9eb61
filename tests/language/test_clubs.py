"""Every text of the pages of clubs passes through gettext."""

from __future__ import annotations

import pytest

from games.community.clubs import services as clubs
from games.community.clubs.models import Club
from games.community.clubs.talk import venue
from games.community.talk import services as talk
from tests.kit.played import sits_down
from tests.kit.types import Cast, Visits
from tests.language.test_pages import NOON, reads

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.no_cover]
PAGES = ("", "members/", "ladders/", "talk/", "calendar/", "settings/")


@pytest.fixture
def club(cast: Cast) -> Club:
    """Return a club of Ann's, with Ben in it, tables of every state, talk, and Dee who asks."""
    made = clubs.found(by=cast["ann"], name="Sanna", words="123", now=NOON)
    clubs.join(club=made, user=cast["ben"], link=made.link, now=NOON)
    clubs.ask(club=made, user=cast["dee"], words="456", now=NOON)
    talk.say_at(venue=venue(made), user=cast["ben"], phrase="hello", now=NOON)
    for sits, ends in ((False, False), (True, False), (True, True)):
        table = sits_down(cast, *("ann", "ben")[: 1 + sits], circle=made.slug)
        if ends:
            table.does("ben", "resign")
    return made


def test_pages_of_a_club(club: Club, visits: Visits) -> None:
    ann, dee = visits("ann"), visits("dee")
    for page in PAGES:
        reads(ann.get(f"/clubs/{club.slug}/{page}"))
    for reader in (dee, visits(), visits("cal")):
        reads(reader.get(f"/clubs/{club.slug}/"))
    for url in ("/clubs/", "/clubs/new/", f"/tables/new/?club={club.slug}", "/news/"):
        reads(ann.get(url))
    for fields in ({"act": "remove"}, {"act": "owner"}):
        reads(ann.post(f"/clubs/{club.slug}/members/", {"name": "ben", **fields}), 422)
    reads(ann.post("/clubs/new/", {"name": "<"}), 422)
    reads(dee.get(f"/clubs/link/{club.link}/"))
    reads(dee.get(f"/report/club/{club.slug}/"))
    reads(ann.post(f"/clubs/{club.slug}/calendar/"))
