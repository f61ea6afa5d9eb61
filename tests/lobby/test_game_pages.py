"""The page of a game: ways to play and to learn it, its open tables, its ladder, one's own part."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from games.ratings.models import ALL_TIME, Ladder, Rating
from games.registry import engines
from games.tables.models import Table

Opens, Visits = Callable[..., Table], Callable[..., Client]

pytestmark = pytest.mark.django_db


def rated(user: User, value: int, **facts: Any) -> None:
    now = timezone.now()
    known = {
        "mu": value,
        "sigma": 60,
        "deviation": 60,
        "games": 12,
        "won": 6,
        "drawn": 0,
        "last_at": now,
    }
    known |= {"established": True, "eligible": True, "ladder": Ladder.TWO, "season": ALL_TIME}
    Rating.objects.create(user=user, game="lost_cities", value=value, **(known | facts))


@pytest.mark.parametrize("game", engines())
def test_a_game_has_one_page_that_leads_everywhere(game: str, visits: Visits) -> None:
    html = visits().get(f"/games/{game}/").content.decode()
    for address in ("/learn/{}/", "/rules/{}/", "/tables/new/?game={}", "/leaderboard/{}/"):
        assert f'href="{address.format(game)}"' in html, address
    assert f'name="game" value="{game}"' in html and "Your games" not in html


def test_open_tables_of_the_game_can_be_joined(opens: Opens, visits: Visits) -> None:
    table, own = opens("ann"), opens("ben")
    html = visits("ben").get("/games/lost_cities/").content.decode()
    assert f'formaction="/t/{table.id}/sit/"' in html
    assert own.id not in html
    assert table.id not in visits("ben").get("/games/odin/").content.decode()


def test_the_best_players_and_ones_own_ratings(cast: dict[str, User], visits: Visits) -> None:
    rated(cast["ann"], 1700)
    rated(cast["ben"], 1600)
    rated(cast["cal"], 1900, last_at=timezone.now() - timedelta(days=100))  # not ranked any more
    rated(cast["ben"], 1432, ladder=Ladder.BOTS)
    text = " ".join(strip_tags(visits("ben").get("/games/lost_cities/").content.decode()).split())
    assert text.index("ann 1700") < text.index("ben 1600") and "1900" not in text
    assert "Against bots 1432" in text and "12 rated games" in text
