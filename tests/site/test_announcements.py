"""An announcement stands on every page, to its end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import User
from games.site import announcements, services
from games.site.models import Announcement, JournalEntry
from games.tables import services as tables
from tests.kit.types import Patch
from tests.site.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]
WORDS = "On <Sunday> the site is closed."
SHOWN = "On &lt;Sunday&gt; the site is closed."


def announces(by: User, text: str = WORDS, **more: object) -> Announcement:
    now = timezone.now()
    facts = {"until": now + timedelta(hours=1), **more}
    return services.publish(by=by, text=text, now=now, **facts)


def test_it_stands_on_every_page_also_on_boards(ann: User) -> None:
    table = tables.open_table(creator=ann, game="lost_cities", now=NOON)
    pages = ("/", "/games/", "/accounts/login/", f"/t/{table.id}/", "/no/such/page/")
    assert not any(SHOWN in Client().get(path).content.decode() for path in pages)
    up = announces(ann)
    for path in pages:
        assert Client().get(path).content.decode().count(SHOWN) == 1, path
    services.withdraw(by=ann, announcement_id=up.pk, now=timezone.now())
    services.withdraw(by=ann, announcement_id=up.pk, now=timezone.now())
    assert not any(SHOWN in Client().get(path).content.decode() for path in pages)
    actions = [entry.action for entry in JournalEntry.objects.order_by("pk")]
    assert actions == ["announce", "take announcement down"]


def test_it_ends_by_itself(ann: User, monkeypatch: Patch) -> None:
    up = announces(ann)
    assert announcements.shown() is not None
    monkeypatch.setattr(announcements.timezone, "now", lambda: up.until)
    assert announcements.shown() is None


def test_readers_of_a_language_get_theirs(ann: User) -> None:
    announces(ann, "For all.", texts={"de": "Für alle."})
    announces(ann, "Pour vous.", language="fr")
    for language, text in (("en", "For all."), ("de", "Für alle."), ("fr", "Pour vous.")):
        with translation.override(language):
            up = announcements.shown()
            assert up and up.text == text


def test_a_new_one_takes_the_place_of_the_old_one(ann: User) -> None:
    announces(ann, "One."), announces(ann, "Two.")
    assert [row.text for row in announcements.current()] == ["Two."]


@pytest.mark.parametrize("text", ["", " \n ", "x" * 241])
def test_it_says_something_and_not_too_much(ann: User, text: str) -> None:
    with pytest.raises(ValueError):
        announces(ann, text)


def test_pages_do_not_ask_for_it(ann: User) -> None:
    announcements.forget()
    Client().get("/games/")
    with CaptureQueriesContext(connection) as asked:
        Client().get("/games/")
    assert not [query for query in asked if "announcement" in query["sql"]]
