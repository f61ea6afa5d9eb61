"""The ways on somebody else's profile, by plain forms."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from games.community.people import selectors
from games.community.people.models import Kind, Note, Tie
from games.community.people.services import tie
from games.ratings.services import keep_record
from games.tables.live import presence
from games.tables.models import Invitation, Table
from games.tables.services import resign
from tests.people.conftest import NOON

Cast = dict[str, User]
Visits = Callable[..., Client]


def page(client: Client, path: str) -> str:
    return " ".join(client.get(path, follow=True).content.decode().split())


def posts(client: Client, path: str, **fields: str) -> Any:
    token = client.cookies[settings.CSRF_COOKIE_NAME] = "x" * 32
    return client.post(path, fields | {"csrfmiddlewaretoken": token}, follow=True)


def test_somebody_elses_profile_has_the_row_and_ones_own_has_not(visits: Visits) -> None:
    ann = visits("ann")
    bens, own, strangers = page(ann, "/@/ben/"), page(ann, "/@/ann/"), page(visits(), "/@/ben/")
    for words in ("Play against ben", ">Follow<", "Mute ben", "Block ben…", "Report ben…"):
        assert words in bens and words not in own and words not in strangers
    assert 'href="/report/name/ben/"' in bens
    assert "You have not played each other yet." in bens


def test_guests_have_no_row_and_are_told_why(visits: Visits, cast: Cast) -> None:
    guest, dee = visits("dee"), cast["dee"]
    User.objects.filter(pk=dee.pk).update(is_guest=True)
    assert "Follow" not in page(guest, "/@/ben/")
    assert "Play against" not in page(visits("ann"), "/@/dee/")
    answer = posts(guest, "/@/ben/tie/", tie="follow")
    assert answer.status_code == 403
    assert "Guests cannot follow or block anybody." in answer.content.decode()
    assert posts(visits("ann"), "/@/dee/tie/", tie="follow").status_code == 403
    assert not Tie.objects.exists()


def test_following_and_no_longer(visits: Visits, cast: Cast) -> None:
    ann = visits("ann")
    answer = posts(ann, "/@/ben/tie/", tie="follow")
    assert answer.redirect_chain == [("/@/ben/", 303)]
    assert "You follow ben. Nobody is told." in answer.content.decode()
    assert "Following" in page(ann, "/@/ben/")
    posts(ann, "/@/BEN/tie/", untie="follow")
    assert not Tie.objects.exists()


def test_blocking_asks_once_and_the_page_keeps_what_everybody_sees(
    visits: Visits, cast: Cast
) -> None:
    ann = visits("ann")
    assert "Running games go on." in page(ann, "/@/ben/block/")
    assert not Tie.objects.exists()
    posts(ann, "/@/ben/tie/", tie="block")
    blocked = page(ann, "/@/ben/")
    assert "You have blocked ben." in blocked and "Unblock" in blocked
    assert "Play against ben" not in blocked
    hers = page(visits("ben"), "/@/ann/")
    assert "You have blocked" not in hers and "Play against ann" in hers
    posts(ann, "/@/ben/tie/", untie="block")
    assert "Play against ben" in page(ann, "/@/ben/")


def test_a_note_is_kept_for_its_writer_alone(visits: Visits, cast: Cast) -> None:
    ann = visits("ann")
    posts(ann, "/@/ben/note/", text="</textarea><script>alert(1)</script>")
    assert "&lt;script&gt;alert(1)" in page(ann, "/@/ben/")
    assert "alert(1)" not in page(visits("cal"), "/@/ben/")
    assert "alert(1)" not in page(visits("ben"), "/@/ben/")
    assert posts(ann, "/@/ben/note/", text="x" * 501).status_code == 422
    fields = {"text": "kind", "csrfmiddlewaretoken": "x" * 32}
    answer = ann.post("/@/ben/note/", fields, headers={"HX-Request": "true"})
    assert answer.content == b"Saved."
    assert Note.objects.get().text == "kind"


def test_nonsense_is_refused(visits: Visits) -> None:
    nonsense: tuple[dict[str, str], ...] = ({}, {"tie": "love"}, {"untie": "x"})
    for fields in nonsense:
        assert posts(visits("ann"), "/@/ben/tie/", **fields).status_code == 422
    assert posts(visits("ann"), "/@/nobody/tie/", tie="follow").status_code == 404
    assert posts(visits("ann"), "/@/ann/tie/", tie="follow").status_code == 422
    answer = posts(visits(), "/@/ben/tie/", tie="follow")
    assert answer.redirect_chain[0][0].startswith("/accounts/login/")


@pytest.mark.usefixtures("consented")
def test_those_who_follow_see_that_somebody_is_here_unless_it_is_hidden(
    visits: Visits, cast: Cast
) -> None:
    ann = visits("ann")
    presence.record_online(cast["ben"].pk)
    assert "here now" not in page(ann, "/@/ben/")  # does not follow
    assert "Friends here now" not in page(ann, "/")
    posts(ann, "/@/ben/tie/", tie="follow")
    assert "here now" in page(ann, "/@/ben/")
    assert "invite=ben&amp;private=on" in page(ann, "/").split("Friends here now")[1]
    posts(visits("ben"), "/accounts/presence/")
    assert "here now" not in page(ann, "/@/ben/") + page(ann, "/")
    posts(visits("ben"), "/accounts/presence/", shown="on")
    assert "here now" in page(ann, "/@/ben/")
    tie(user=cast["ben"], other=cast["ann"], kind=Kind.BLOCK, now=NOON)
    posts(ann, "/@/ben/tie/", tie="follow")  # goes through, and shows nothing
    assert "here now" not in page(ann, "/@/ben/")


def test_the_score_counts_games_with_the_reader(
    visits: Visits, deals: Callable[..., Table], cast: Cast
) -> None:
    for loser in ("ben", "ben", "ann"):
        table = deals("ann", "ben", private=True)
        resign(table_id=table.id, user_id=cast[loser].pk, now=NOON)
    shown = page(visits("ann"), "/@/ben/")
    assert "You came out ahead in 2, ben in 1" in shown
    assert "<b>2&nbsp;:&nbsp;1</b>" in shown
    assert "You came out ahead in 1, ann in 2" in page(visits("ben"), "/@/ann/")
    keep_record(user_id=cast["ann"].pk, now=NOON + timedelta(days=1))
    shown = page(visits("ann"), "/@/ben/")
    assert "You came out ahead in 2, ben in 1" in shown


CHALLENGE = {"game": "lost_cities", "clock": "normal", "private": "on", "invite": "ben"}


def test_a_challenge_is_a_private_table_with_terms_and_an_invitation(
    visits: Visits, cast: Cast
) -> None:
    ann = visits("ann")
    form = page(ann, "/tables/new/?invite=ben&private=on")
    assert "ben is invited as soon as the table is open." in form
    answer = posts(ann, "/tables/new/", **CHALLENGE)
    assert "ben has been invited." in answer.content.decode()
    table = Table.objects.get()
    assert table.private and Invitation.objects.get().user == cast["ben"]
    news = page(visits("ben"), "/news/")
    assert "ann" in news and "invites you to" in news


def test_a_challenge_of_somebody_apart_is_refused_in_the_words_for_anybody(
    visits: Visits, cast: Cast
) -> None:
    tie(user=cast["ben"], other=cast["ann"], kind=Kind.BLOCK, now=NOON)
    answer = posts(visits("ann"), "/tables/new/", **CHALLENGE).content.decode()
    assert "ben cannot be invited just now." in answer
    assert "blocked" not in answer.lower()


def test_sitting_down_is_refused_with_one_sentence(
    visits: Visits, opens: Callable[..., Table], cast: Cast
) -> None:
    table = opens("ann")
    tie(user=cast["ann"], other=cast["ben"], kind=Kind.BLOCK, now=NOON)
    answer = posts(visits("ben"), f"/t/{table.id}/sit/")
    assert answer.status_code == 403
    assert "You cannot sit down at this table." in answer.content.decode()
    assert not selectors.tied_to(cast["ben"].pk, Kind.BLOCK)


def test_guests_have_no_switch_for_presence(visits: Visits, cast: Cast) -> None:
    assert "Show when I’m online" in page(visits("ann"), "/accounts/")
    accounts.show_presence(user=cast["ann"], shown=False)
    User.objects.filter(pk=cast["dee"].pk).update(is_guest=True)
    assert "Show when I’m online" not in page(visits("dee"), "/accounts/")
