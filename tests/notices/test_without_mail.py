"""Without a mail server the page about news has no column for mail, nothing is written for it, and
the ledger shows none."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Letter
from games.notices import ledger
from games.notices.models import Kind, Notice, State, Where, Why
from games.notices.services import find_due, send_due
from tests.kit.types import Cast, Visits
from tests.notices.conftest import MINUTE, NOON, Deals
from tests.notices.test_pages import posts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_server(settings: Any) -> None:
    settings.EMAIL_BACKEND = "config.mail.EmailBackend"


@pytest.mark.parametrize("name", ["ann", "cal", "dee"])
def test_the_grid_has_no_column_for_mail(name: str, visits: Visits) -> None:
    page = visits(name).get("/notices/").content.decode()
    assert "turn-push" in page and "-mail" not in page.replace("i-mail", "-mail")
    assert "Mail" not in page and "e-mail" not in page.lower() and "Send a test" not in page


def test_a_test_says_that_no_mail_is_sent(visits: Visits) -> None:
    status, page = posts(visits("ann"), "/notices/test/")
    assert status == 200 and "on its way" not in page and "This site sends no mail." in page
    assert not Letter.objects.exists()


def test_a_turn_is_no_mail(deals: Deals, cast: Cast) -> None:
    deals("ann", "ben").turn("ann")
    find_due(now=NOON + 90 * MINUTE)
    assert not Notice.objects.exclude(error=Why.NOWHERE).exists()


def test_what_waited_for_a_server_waits_on_and_nothing_is_called_sent(
    deals: Deals, cast: Cast, visits: Visits
) -> None:
    table = deals("ann", "ben").row
    facts = {"user": cast["ann"], "table": table, "kind": Kind.OVER, "due_at": NOON}
    waits = Notice.objects.create(**facts)
    Notice.objects.create(**facts, begun=1, state=State.SENT, sent_at=NOON)
    assert send_due(now=NOON + MINUTE, where=Where.MAIL) == 0
    waits.refresh_from_db()
    assert waits.state == State.WAITING and ledger.lines(cast["ann"].pk, NOON) == ()
    assert "lines__state--sent" not in visits("ann").get("/notices/last/").content.decode()


def test_a_rematch_promises_no_mail(visits: Visits, cast: Cast) -> None:
    from games.tables import services

    opened = services.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    services.resign(table_id=opened.id, user_id=cast["ben"].pk, now=NOON + MINUTE)
    again = services.rematch(table_id=opened.id, user=cast["ann"], now=NOON + 2 * MINUTE)
    page = visits("ann").get(f"/t/{again.id}/").content.decode()
    assert "in their news" in page and "e-mail" not in page
