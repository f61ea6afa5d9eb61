"""The pages of a club, as each reader finds them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.html import format_html

from games.community.clubs import panels, selectors
from games.community.clubs.models import Club, Membership, Role
from tests.kit.people import browser_of
from tests.kit.played import NOON
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db
PAGES = ("", "members/", "ladders/", "talk/", "calendar/", "settings/")


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize(
    ("name", "public", "hidden"),
    [
        ("ann", [200] * 6, [200] * 6),
        ("ben", [200] * 6, [200] * 6),
        ("cal", [200] * 5 + [404], [200] * 5 + [404]),
        ("dee", [200, 200, 200, 404, 404, 404], [404] * 6),
        ("", [200, 200, 200, 404, 404, 404], [404] * 6),
    ],
)
def test_who_finds_which_page(
    club: Club, cast: Cast, private: bool, name: str, public: list[int], hidden: list[int]
) -> None:
    Club.objects.update(private=private)
    reader = browser_of(cast.get(name))
    found = [reader.get(f"/clubs/{club.slug}/{page}").status_code for page in PAGES]
    assert found == (hidden if private else public)


def test_a_club_from_its_founding_to_its_end(cast: Cast) -> None:
    ann, dee = browser_of(cast["ann"]), browser_of(cast["dee"])
    fields = {"name": "Sunday Cards", "words": "We *play* <b>on</b> Sundays", "door": "open"}
    page = ann.post("/clubs/new/", fields, follow=True)
    assert page.redirect_chain[-1][0] == "/clubs/sunday-cards/"
    html = page.content.decode()
    assert "<em>play</em> &lt;b&gt;on&lt;/b&gt;" in html
    assert "Sunday Cards" in dee.get("/clubs/").content.decode()
    assert dee.post("/clubs/sunday-cards/join/").status_code == 303
    club = Club.objects.get()
    assert selectors.role(club, cast["dee"]) == Role.MEMBER
    for fields in (
        {"act": "organiser", "name": "dee"},
        {"act": "owner", "name": "dee"},
    ):
        assert ann.post("/clubs/sunday-cards/members/", fields).status_code == 303
    assert selectors.role(club, cast["dee"]) == Role.OWNER
    door = {"act": "door", "door": "link", "private": "on"}
    moved = dee.post("/clubs/sunday-cards/settings/", door, follow=True)
    assert moved.status_code == 200 and "/clubs/sunday-cards/" not in moved.redirect_chain[-1][0]
    assert ann.get("/clubs/sunday-cards/").status_code == 404
    club.refresh_from_db()
    cal = browser_of(cast["cal"])
    link = f"/clubs/link/{club.link}/"
    assert "Sunday Cards" in cal.get(link).content.decode()
    assert cal.post(link, follow=True).redirect_chain[-1][0] == f"/clubs/{club.slug}/"
    assert dee.post(f"/clubs/{club.slug}/settings/", {"act": "close"}).status_code == 422
    dee.post(f"/clubs/{club.slug}/settings/", {"act": "close", "sure": "on"})
    assert cal.get(f"/clubs/{club.slug}/").status_code == cal.get(link).status_code == 404


def test_what_is_asked_is_answered(club: Club, cast: Cast) -> None:
    dee, ben = browser_of(cast["dee"]), browser_of(cast["ben"])
    assert "Ask to join" in dee.get("/clubs/sunday-cards/").content.decode()
    dee.post("/clubs/sunday-cards/join/", {"words": "May I? <script>"})
    assert "You have asked" in dee.get("/clubs/sunday-cards/").content.decode()
    page = ben.get("/clubs/sunday-cards/members/").content.decode()
    assert "May I? &lt;script&gt;" in page
    dee.post("/clubs/sunday-cards/join/", {"act": "withdraw"})
    assert "May I" not in ben.get("/clubs/sunday-cards/members/").content.decode()
    dee.post("/clubs/sunday-cards/join/", {})
    ben.post("/clubs/sunday-cards/members/", {"act": "accept", "name": "dee"})
    assert selectors.role(club, cast["dee"]) == Role.MEMBER


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"act": "remove"},
        {"act": "remove", "name": "nobody"},
        {"act": "explode", "name": "cal"},
        {"act": "describe", "name": "x" * 5000},
        {"act": "describe", "name": "Fine", "words": "x" * 4001},
        {"act": "door", "door": "window"},
    ],
)
def test_forms_that_make_no_sense_change_nothing(
    club: Club, cast: Cast, fields: dict[str, str]
) -> None:
    before = list(Club.objects.values()), list(Membership.objects.values())
    for page in ("members", "settings"):
        sent = browser_of(cast["ann"]).post(f"/clubs/{club.slug}/{page}/", fields)
        assert sent.status_code in (303, 404, 422)
    assert before == (list(Club.objects.values()), list(Membership.objects.values()))


def test_other_apps_show_panels_and_dates(
    club: Club, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panels, "_panels", [])
    monkeypatch.setattr(panels, "_dates", [])
    year = timedelta(days=36500)
    date = panels.Date(
        "cup-1", "The Cup; Round\n1", NOON + year, NOON + 2 * year, "/events/1/", NOON, "Bring pens"
    )
    panels.provide(
        lambda request, club: format_html("<p>Events of {}</p>", club.name),
        lambda club, now: [date],
    )
    cal = browser_of(cast["cal"])
    assert "Events of Sunday Cards" in cal.get("/clubs/sunday-cards/").content.decode()
    assert "/events/1/" in cal.get("/clubs/sunday-cards/calendar/").content.decode()
    page = cal.post("/clubs/sunday-cards/calendar/").content.decode()
    address = page.partition('readonly value="')[2].partition('"')[0].partition("/clubs/")[2]
    feed = browser_of(None).get(f"/clubs/{address}")
    assert feed["Content-Type"].startswith("text/calendar")
    assert "SUMMARY:The Cup\\; Round\\n1" in feed.content.decode()
    Membership.objects.filter(user=cast["cal"]).delete()
    assert browser_of(None).get(f"/clubs/{address}").status_code == 404
