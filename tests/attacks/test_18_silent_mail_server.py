"""Account mails were sent within the request: a mail server that said nothing and ten password
resets held all threads for 10 s each, and one that refused lost the mail though the page said that
it was on its way."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.kit.servers import Site, wait_until
from tests.kit.sink import MailServer, Sink
from tests.kit.visitor import Visitor

Comes = Callable[..., Visitor]


def asks_for(visitor: Visitor, address: str) -> None:
    """Ask for a new password; the page says that a message is on its way."""
    answer = visitor.post("/accounts/password/reset/", email=address)
    assert answer.status == 302 and "is on its way" in visitor.get(answer.location).body


def a_minute_passes(site: Site) -> None:
    """As far as letters go that have failed and wait for their next try."""
    with closing(
        sqlite3.connect(site.data / "db.sqlite3", timeout=30, isolation_level=None)
    ) as database:
        under_way = "SELECT 1 FROM accounts_letter WHERE state = 'sending'"
        wait_until(
            lambda: database.execute(under_way).fetchone() is None, "the present try has failed"
        )
        database.execute("UPDATE accounts_letter SET due_at = written_at WHERE state = 'waiting'")


def kept(site: Site) -> list[tuple[str, str]]:
    """Return the letters that the site still keeps."""
    with closing(sqlite3.connect(site.data / "db.sqlite3", timeout=30)) as database:
        return database.execute(
            'SELECT "to", body FROM accounts_letter WHERE "to" LIKE ? OR body != ?',
            ["%18@example.org", ""],
        ).fetchall()


def test_a_silent_server_holds_up_no_page_and_loses_no_mail(
    comes: Comes, site: Site, mail_server: MailServer, letters: Sink
) -> None:
    addresses = [f"victim{number}-18@example.org" for number in range(10)]
    with mail_server.silent():
        for address in addresses:
            asks_for(comes("mallory"), address)
        assert comes("ann").enters().opens()  # others go on
        assert mail_server.called < 5  # by the one worker that sends; each request once called it
    a_minute_passes(site)
    asks_for(comes("ben"), "ben18@example.org")
    wait_until(
        lambda: all(letters.to(address) for address in [*addresses, "ben18@example.org"]),
        "all have come",
    )
    wait_until(lambda: kept(site) == [], "nothing of them is kept")


@pytest.mark.parametrize("refusal", ["451 not now", "421 closing"])
def test_a_refusing_server_loses_no_mail(
    comes: Comes, site: Site, mail_server: MailServer, letters: Sink, refusal: str
) -> None:
    address = f"ann{refusal[:3]}-18@example.org"
    letters.refused["*"] = refusal
    try:
        asks_for(comes("ann"), address)
        wait_until(lambda: letters.asked.count(address), "it was refused")
    finally:
        letters.refused.clear()
    assert letters.to(address) == []
    a_minute_passes(site)
    asks_for(comes("ben"), f"ben{refusal[:3]}-18@example.org")
    wait_until(lambda: letters.to(address), "it has come after all")
    wait_until(lambda: kept(site) == [], "nothing of it is kept")
