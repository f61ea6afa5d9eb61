"""Clubs on profiles: whose, to whom, and only if their member likes."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.community.clubs.models import Club, Membership
from tests.kit.people import browser_of
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db


def names(reader: User | None, name: str) -> str:
    """Return the part of somebody's profile that names clubs, as a reader gets it."""
    page = browser_of(reader).get(f"/@/{name}/").text
    return page.partition('id="clubs"')[2].partition("</section>")[0]


def test_everybody_reads_of_a_public_club(club: Club, cast: Cast) -> None:
    for reader in (None, cast["dee"], cast["cal"]):
        assert ">Clubs<" in names(reader, "cal") and "/clubs/sunday-cards/" in names(reader, "cal")
    assert names(None, "dee") == ""
    Club.objects.update(name="<script>")
    assert "<bdi>&lt;script&gt;</bdi>" in names(None, "cal")


def test_a_private_club_is_named_to_its_members(secret: Club, cast: Cast) -> None:
    assert "Quiet House" in names(cast["ann"], "cal") and "Quiet House" in names(cast["cal"], "cal")
    Membership.objects.filter(user=cast["ben"]).delete()
    pages = [browser_of(reader).get("/@/cal/").text for reader in (cast["ben"], cast["dee"], None)]
    assert not [page for page in pages if "Quiet" in page or secret.slug in page]


def test_a_member_leaves_a_club_out(club: Club, cast: Cast) -> None:
    page = f"/clubs/{club.slug}/members/"
    cal = browser_of(cast["cal"])
    assert "On my profile" in cal.get(page).text
    assert cal.post(page, {"act": "profile"}).status_code == 303
    assert names(cast["ann"], "cal") == "" and "Sunday" in names(cast["ann"], "ann")
    cal.post(page, {"act": "profile", "shown": "on"})
    assert "Sunday" in names(cast["ann"], "cal")
    dee = browser_of(cast["dee"])
    assert "On my profile" not in dee.get(page).text
    assert dee.post(page, {"act": "profile", "shown": "on"}).status_code == 404


def test_a_closed_club_is_named_no_more(club: Club, cast: Cast) -> None:
    Club.objects.update(closed_at=club.created_at)
    assert names(cast["cal"], "cal") == ""
