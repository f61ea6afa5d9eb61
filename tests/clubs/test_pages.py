"""The pages of a club, as each reader finds them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.html import format_html

from accounts.services import tokens
from games.community.clubs import panels, selectors, services, views
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
    for act, status in (("organiser", 303), ("owner", 422), ("remove", 422), ("explode", 303)):
        sent = ann.post("/clubs/sunday-cards/members/", {"act": act, "name": "dee"})
        assert sent.status_code == status
    assert selectors.role(club, cast["dee"]) == Role.ORGANISER
    sure = {"act": "owner", "name": "dee", "sure": "on"}
    assert ann.post("/clubs/sunday-cards/members/", sure).status_code == 303
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


def test_programs_see_what_their_users_see(secret: Club, cast: Cast) -> None:
    address = f"/api/1/clubs/{secret.slug}"
    assert browser_of(None).get(address).status_code == 404
    key = tokens.make(user=cast["cal"], name="Mine", scopes=["read"], days=None, now=NOON)[1]
    found = browser_of(None).get(address, headers={"Authorization": f"Bearer {key}"}).json()
    assert (found["name"], found["role"], len(found["members"])) == ("Quiet House", "member", 3)


def test_a_large_club_is_shown_in_pages(
    club: Club, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "EACH", 2)
    monkeypatch.setattr(selectors, "SHOWN", 1)
    services.found(by=cast["dee"], name="Other", now=NOON + timedelta(days=1))
    dee = browser_of(cast["dee"])
    pages = [dee.get(f"/clubs/sunday-cards/members/?page={page}").text for page in ("1", "2", "x")]
    assert ["@/cal/" in page for page in pages] == [False, True, False]
    pages = [dee.get(f"/clubs/?page={page}").text for page in (1, 2, 3)]
    assert ["/clubs/sunday-cards/" in page for page in pages] == [False, True, False]


def test_the_page_of_a_club_has_the_last_words_for_members_alone(club: Club, cast: Cast) -> None:
    ben, page = browser_of(cast["ben"]), f"/clubs/{club.slug}/"
    for words in ("one", "two", "three", "the <b>last"):
        ben.post(f"{page}talk/", {"text": words, "key": words})
    html = browser_of(cast["ann"]).get(page).content.decode()
    assert "the &lt;b&gt;last" in html and "<bdi>two</bdi>" in html and "<bdi>one</bdi>" not in html
    for reader in (browser_of(cast["dee"]), browser_of(None)):
        assert "last" not in reader.get(page).content.decode().replace("last-", "")
    assert "Nobody else is here yet" not in html


def test_an_owner_who_is_alone_sees_the_link_first(club: Club, cast: Cast) -> None:
    Membership.objects.filter(club=club).exclude(user=cast["ann"]).delete()
    html = browser_of(cast["ann"]).get(f"/clubs/{club.slug}/").content.decode()
    assert f"/clubs/link/{club.link}/" in html and "Nobody else is here yet" in html
    assert club.link not in browser_of(cast["dee"]).get(f"/clubs/{club.slug}/").content.decode()
