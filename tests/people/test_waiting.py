"""The waiting room: whom one follows and who is here is invited by one tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.tables.live import presence
from games.tables.models import Invitation, Table
from tests.people.test_pages import page, posts

Cast = dict[str, User]
Says = Callable[[str], None]
Visits = Callable[..., Client]


@pytest.mark.usefixtures("consented")
def test_one_tap_invites_somebody_followed_who_is_here(
    visits: Visits, cast: Cast, ties: Says, opens: Callable[..., Table]
) -> None:
    table, ann = opens("ann", private=True), visits("ann")
    for name in ("ben", "cal"):
        ties(f"ann follows {name}")
    presence.record_online(cast["ben"].pk)
    presence.record_online(cast["dee"].pk)  # here, and not followed
    shown = page(ann, f"/t/{table.id}/")
    assert 'name="who" value="ben"' in shown
    assert 'value="cal"' not in shown and 'value="dee"' not in shown
    answer = posts(ann, f"/t/{table.id}/invite/", who="ben", name="")
    assert "ben has been invited." in answer.content.decode()
    assert Invitation.objects.get().user == cast["ben"]
    assert 'name="who"' not in page(ann, f"/t/{table.id}/")  # asked already


@pytest.mark.usefixtures("consented")
def test_nobody_else_sees_who_is_here(
    visits: Visits, cast: Cast, ties: Says, opens: Callable[..., Table]
) -> None:
    table = opens("ann")
    for words in ("ann follows ben", "dee follows ben"):
        ties(words)
    presence.record_online(cast["ben"].pk)
    assert 'name="who"' in page(visits("ann"), f"/t/{table.id}/")
    assert 'name="who"' not in page(visits("dee"), f"/t/{table.id}/")  # does not sit there
    assert 'name="who"' not in page(visits(), f"/t/{table.id}/")
    ties("ben blocks ann")
    assert 'name="who"' not in page(visits("ann"), f"/t/{table.id}/")
