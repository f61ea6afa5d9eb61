"""The page of players, for somebody who follows some of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Device, User
from games.tables.live import presence
from games.tables.models import Table
from games.tables.services import resign
from tests.people.test_pages import page, posts
from tests.tables.pages import read

Cast = dict[str, User]
Says = Callable[[str], None]
Visits = Callable[..., Client]


def rows(client: Client, path: str = "/players/") -> dict[str, tuple[str, str]]:
    """Return what each row says and offers, by name."""
    found = read(client.get(path).content.decode())
    return {
        row.one("a", class_="cut").text.replace(" ", ""): (
            row.one("p", class_="row__line").text,
            row.all(class_="button")[0].text.split(":")[0].strip(),
        )
        for row in found.all("li", class_="person-row")
    }


@pytest.mark.usefixtures("consented")
def test_whom_one_follows_is_here_or_not(
    visits: Visits, cast: Cast, ties: Says, deals: Callable[..., Table]
) -> None:
    for name in ("ben", "cal", "dee"):
        ties(f"ann follows {name}")
    deals("ben", "dee")
    today = timezone.now().date()
    Device.objects.create(
        user=cast["cal"], key="x", first_seen=today, last_seen=today - timedelta(days=1)
    )
    presence.record_online(cast["ben"].pk)
    ann = visits("ann")
    shown = rows(ann)
    assert shown["ben"] == ("plays Lost Cities with dee", "Watch")
    assert shown["cal"] == ("yesterday", "Play")
    text = page(ann, "/players/")
    assert "You follow, here now" in text and "You follow, not here" in text
    assert "You follow" not in page(visits("ben"), "/players/")
    assert "You follow" not in page(visits(), "/players/")


def test_that_one_is_here_shows_with_consent_alone_for_which_the_page_asks(
    visits: Visits, cast: Cast, ties: Says
) -> None:
    ties("ann follows cal")
    presence.record_online(cast["cal"].pk)
    ann, cal = visits("ann"), visits("cal")
    assert rows(ann)["cal"] == ("", "Play")
    asks = "You appear offline."
    assert asks in page(cal, "/players/") and asks not in page(visits(), "/players/")
    answer = posts(cal, "/accounts/presence/", shown="on", next="/players/")
    assert answer.redirect_chain[0][0] == "/players/" and asks not in answer.content.decode()
    assert rows(ann)["cal"] == ("here now", "Play")


@pytest.mark.usefixtures("consented")
def test_who_hides_is_not_here_without_a_time(visits: Visits, cast: Cast, ties: Says) -> None:
    ties("ann follows cal")
    today = timezone.now().date()
    Device.objects.create(user=cast["cal"], key="x", first_seen=today, last_seen=today)
    presence.record_online(cast["cal"].pk)
    ann = visits("ann")
    assert rows(ann)["cal"] == ("here now", "Play")
    User.objects.filter(pk=cast["cal"].pk).update(shows_presence=False)
    assert rows(ann)["cal"] == ("", "Play")
    assert "You follow, here now" not in page(ann, "/players/")


def test_a_block_hides_that_one_is_here_and_is_not_told(
    visits: Visits, cast: Cast, ties: Says
) -> None:
    presence.record_online(cast["cal"].pk)
    ties("cal blocks ann")
    ties("ann follows cal")
    assert rows(visits("ann"))["cal"] == ("", "Play")
    assert rows(visits("ann"), "/players/?q=cal")["cal"][1] == "Play"


def test_whom_one_has_played_with_can_be_followed_and_comes_back_to_the_page(
    visits: Visits, cast: Cast, deals: Callable[..., Table]
) -> None:
    table = deals("ann", "ben")
    resign(table_id=table.id, user_id=cast["ben"].pk, now=timezone.now())
    ann = visits("ann")
    assert rows(ann)["ben"] == ("1 game with you", "Follow")
    answer = posts(ann, "/@/ben/tie/", tie="follow", next="/players/?q=be")
    assert answer.redirect_chain == [("/players/?q=be", 303)]
    assert rows(ann, "/players/?q=be")["ben"][1] == "Play"
    away = posts(ann, "/@/ben/tie/", tie="follow", next="https://elsewhere.example/")
    assert away.redirect_chain[0][0] == "/"


def test_a_search_is_nothing_for_robots_and_is_limited(
    visits: Visits, cast: Cast, settings: Any
) -> None:
    settings.RATE_LIMITS = True
    settings.LIMIT_RATES = settings.LIMIT_RATES | {
        "searches": type(settings.LIMIT_RATES["searches"])(2, 3600)
    }
    client = Client(REMOTE_ADDR="198.51.100.77")
    found = client.get("/players/?q=be")
    assert found["X-Robots-Tag"] == "noindex, nofollow"
    assert b'content="noindex, nofollow"' in found.content
    assert "X-Robots-Tag" not in client.get("/players/")
    client.get("/players/?q=be")
    assert client.get("/players/?q=be").status_code == 429
    assert client.get("/players/").status_code == 200
