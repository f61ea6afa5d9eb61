"""Talk in clubs, under the rules of talk at tables; and what the desk learns."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts import services as accounts
from accounts.models import Role as Office
from accounts.models import User
from games.community.clubs import services as clubs
from games.community.clubs.errors import ClubError
from games.community.clubs.models import Club, Door
from games.community.clubs.talk import venue
from games.community.moderation import services as conduct
from games.community.moderation.models import Measure, Report
from games.community.people import services as people
from games.community.people.models import Kind
from games.community.talk import selectors, services, venues
from games.community.talk.models import Line
from games.tables.errors import TableError
from tests.kit.people import browser_of
from tests.kit.played import NOON
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db


def says(club: Club, cast: Cast, name: str, text: str, **more: str) -> Line:
    return services.say_at(venue=venue(club), user=cast[name], text=text, now=NOON, **more)


def reads(club: Club, cast: Cast, name: str) -> list[str]:
    found = selectors.venue_talk(venue(club), cast[name], NOON)
    return [line.text or line.gone for line in found.lines]


@pytest.fixture
def keeper(club: Club, cast: Cast) -> User:
    """Return Dee, who is a moderator and no member."""
    accounts.give_role(user=cast["dee"], role=Office.MODERATOR)
    cast["dee"].refresh_from_db()
    return cast["dee"]


def test_members_alone_read_and_write(club: Club, cast: Cast) -> None:
    cal, dee = browser_of(cast["cal"]), browser_of(cast["dee"])
    url = f"/clubs/{club.slug}/talk/"
    with time_machine.travel(NOON, tick=False):
        for _again in range(2):
            assert cal.post(url, {"text": "Hello\u202e all", "key": "k"}).status_code == 303
        assert dee.post(url, {"text": "Me too"}).status_code == 404
        assert cal.post(url, {"text": " "}).status_code == 422
        assert [line.text for line in Line.objects.all()] == ["Hello all"]
        line = Line.objects.get()
        assert dee.get(f"/report/line/{line.pk}/").status_code == 404
        assert browser_of(cast["ann"]).post(url, {"back": line.pk}).status_code == 403
        assert cal.post(url, {"back": line.pk}).status_code == 303
    assert reads(club, cast, "ann") == ["Taken back."]
    assert venues.find(venue(club).key, cast["dee"].pk) is None
    assert venues.find("club-x", cast["cal"].pk) is venues.find("pub-1", cast["cal"].pk) is None


def test_mutes_and_blocks_hold(club: Club, cast: Cast) -> None:
    says(club, cast, "cal", "First")
    says(club, cast, "ben", "Second")
    browser_of(cast["ann"]).post(f"/clubs/{club.slug}/talk/", {"name": "ben"})
    people.tie(user=cast["cal"], other=cast["ann"], kind=Kind.BLOCK, now=NOON)
    assert reads(club, cast, "ann") == []
    assert reads(club, cast, "ben") == ["First", "Second"]
    page = browser_of(cast["ann"]).get(f"/clubs/{club.slug}/talk/").text
    assert "You no longer see what ben writes" in page
    browser_of(cast["ann"]).post(f"/clubs/{club.slug}/talk/", {"name": "ben", "again": "1"})
    assert reads(club, cast, "ann") == ["Second"]


def test_who_may_not_talk_does_not_talk_or_describe_here(
    club: Club, cast: Cast, keeper: User
) -> None:
    mute = {"measure": Measure.MUTE, "until": None, "words": "", "why": ""}
    conduct.sanction(by=keeper, user=cast["ben"], **mute, now=NOON)
    with pytest.raises(TableError, match="may not talk"):
        says(club, cast, "ben", "Hello")
    with pytest.raises(ClubError, match="may not write"):
        clubs.describe(club=club, by=cast["ben"], name="Bad", words="", now=NOON)
    assert "may not talk" in browser_of(cast["ben"]).get(f"/clubs/{club.slug}/talk/").text


def test_new_accounts_wait_where_the_door_is_open(club: Club, cast: Cast) -> None:
    User.objects.update(date_joined=NOON)
    cast["cal"].refresh_from_db()
    says(club, cast, "cal", "We know each other")
    club.door = Door.OPEN
    with pytest.raises(TableError, match="ready-made"):
        says(club, cast, "cal", "Buy my pills")
    services.say_at(venue=venue(club), user=cast["cal"], phrase="hello", now=NOON)


def test_a_reported_line_reaches_the_desk_and_is_hidden(
    club: Club, cast: Cast, keeper: User
) -> None:
    says(club, cast, "ann", "Before")
    line = says(club, cast, "cal", "Something foul")
    ann, desk = browser_of(cast["ann"]), browser_of(keeper)
    sent = ann.post(f"/report/line/{line.pk}/", {"reason": "insult"})
    assert sent["Location"] == f"/clubs/{club.slug}/talk/"
    report = Report.objects.get()
    assert [said["text"] for said in report.kept["around"]] == ["Before", "Something foul"]
    assert report.about == cast["cal"]
    assert desk.get(f"/clubs/{club.slug}/talk/").status_code == 404
    conduct.decide(report_id=report.pk, by=keeper, outcome="hide", now=NOON)
    assert reads(club, cast, "ann") == ["Before", "Removed by a moderator."]


@pytest.mark.parametrize("private", [False, True])
def test_a_reported_club_loses_its_name_and_its_leaders_give_another(
    club: Club, cast: Cast, keeper: User, private: bool
) -> None:
    Club.objects.update(private=private, name="Foul Name", words="Foul *words*")
    cal = browser_of(cast["cal"])
    assert "Foul Name" in cal.get(f"/report/club/{club.slug}/").text
    assert browser_of(cast["ann"]).get(f"/report/club/{club.slug}/").status_code == 404
    stranger = browser_of(keeper).get(f"/report/club/{club.slug}/").status_code
    assert stranger == (404 if private else 200)
    cal.post(f"/report/club/{club.slug}/", {"reason": "insult"})
    report = Report.objects.get()
    assert (report.about, report.kept["words"]) == (cast["ann"], "Foul *words*")
    conduct.decide(report_id=report.pk, by=keeper, outcome="hide", now=NOON)
    page = cal.get(f"/clubs/{club.slug}/").text
    assert "Foul" not in page and "A moderator has removed" in page
    clubs.describe(club=club, by=cast["ben"], name="Fair Name", words="", now=NOON)
    assert "Fair Name" in cal.get(f"/clubs/{club.slug}/").text


def test_talk_in_a_club_is_forgotten_like_all_talk(club: Club, cast: Cast) -> None:
    says(club, cast, "cal", "Hello")
    assert services.forget(now=NOON + timedelta(days=89)) == 0
    assert services.forget(now=NOON + timedelta(days=91)) == 1
    says(club, cast, "cal", "Again")
    accounts.close(user=cast["cal"], now=NOON)
    assert not Line.objects.exists()


def test_a_closed_club_is_forgotten_after_its_time(club: Club, cast: Cast) -> None:
    clubs.close(club=club, by=cast["ann"], now=NOON)
    assert clubs.forget(now=NOON + timedelta(days=89)) == 0
    assert clubs.forget(now=NOON + timedelta(days=91)) == 1
