"""News of clubs, as their readers find them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.community.clubs import services
from games.community.clubs.models import Club
from games.notices import news_items
from tests.kit.people import browser_of
from tests.kit.played import NOON
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db


def reads(cast: Cast, name: str) -> list[str]:
    return [item.sentence for item in news_items.unread(cast[name].pk)]


def test_who_is_concerned_is_told_once(
    club: Club, cast: Cast, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    facts = {"club": club, "now": NOON}
    ann, ben, cal, dee = (cast[name] for name in ("ann", "ben", "cal", "dee"))
    with django_capture_on_commit_callbacks(execute=True):
        services.ask(**facts, user=dee)
        services.withdraw(club=club, user=dee)
        services.ask(**facts, user=dee, words="<b>")
    asked = "<b>dee</b> asks to join <b>Sunday Cards</b>"
    assert reads(cast, "ann") == reads(cast, "ben") == [asked] and reads(cast, "cal") == []
    page = browser_of(ann).get("/news/").text
    assert asked in page and "/clubs/sunday-cards/members/" in page
    with django_capture_on_commit_callbacks(execute=True):
        services.accept(**facts, by=ben, user=dee)
        services.remove(**facts, by=ann, user=cal)
        services.hand_over(**facts, by=ann, user=ben)
    assert reads(cast, "ann") == []
    assert reads(cast, "dee") == ["You belong to <b>Sunday Cards</b> now"]
    assert reads(cast, "cal") == ["You no longer belong to <b>Sunday Cards</b>"]
    assert reads(cast, "ben") == ["<b>Sunday Cards</b> is yours to lead now"]
