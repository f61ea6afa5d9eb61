"""Four guests sent 40 invitations by mail to one address in a second, and the answer told who takes
mail."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

from tests.kit.servers import Site, wait_until
from tests.kit.sink import Sink
from tests.kit.visitor import Visitor

Comes = Callable[..., Visitor]
PASSWORD = "seven green leaves"


def signs_up(visitor: Visitor, **more: str) -> Visitor:
    assert (
        visitor.post(
            "/accounts/signup/",
            username=visitor.name,
            password1=PASSWORD,
            password2=PASSWORD,
            **more,
        ).status
        == 302
    )
    return visitor


def invites(visitor: Visitor, table: str, name: str) -> tuple[int, str]:
    """Status, and what the page then says."""
    answer = visitor.post(f"/t/{table}/invite/", name=name)
    page = answer.body if answer.status != 303 else visitor.get(answer.location).body
    said = re.search(rf"({name} (?:has been invited|cannot be invited).*?)</", page, re.DOTALL)
    return answer.status, said[1].strip() if said else ""


def takes_mail(comes: Comes, letters: Sink, name: str) -> None:
    """Somebody with a confirmed address."""
    ann, address = signs_up(comes(name), email=f"{name}@example.org"), f"{name}@example.org"
    wait_until(lambda: letters.to(address, "confirm"), "the mail has come")
    link = re.search(
        r"http://[^/]+(/accounts/confirm-email/\S+)", letters.to(address, "confirm")[0]
    )
    assert link and ann.post(link[1]).status == 302


def test_guests_invite_nobody(comes: Comes, letters: Sink) -> None:
    takes_mail(comes, letters, "ann08a")
    for _ in range(4):
        guest = comes("guest").enters()
        answer = guest.post(f"/t/{guest.opens(private='on')}/invite/", name="ann08a")
        assert answer.status == 403 and "Guests cannot invite people by name." in answer.body


def test_nobody_learns_who_takes_mail_and_nobody_is_flooded(
    comes: Comes, letters: Sink, site: Site
) -> None:
    takes_mail(comes, letters, "ann08b")
    signs_up(comes("ben08b"))  # who has no address
    vandals = [signs_up(comes(f"vandal08{letter}")) for letter in "ab"]
    tables = [(vandal, vandal.opens(private="on")) for vandal in vandals for _ in range(4)]
    anns, bens = (
        [invites(vandal, table, name) for vandal, table in tables] for name in ("ann08b", "ben08b")
    )
    assert [status for status, _ in anns] == [303] * 5 + [422] * 3
    assert "has been invited" in anns[0][1] and "cannot be invited just now" in anns[5][1]
    assert bens == [(status, said.replace("ann08b", "ben08b")) for status, said in anns]
    with closing(sqlite3.connect(site.data / "db.sqlite3")) as database:
        told = (
            "SELECT count(*) FROM notices_notice n JOIN accounts_user u ON u.id = n.user_id WHERE"
            " u.username = ? AND n.kind = 'invitation'"
        )
        found = [database.execute(told, [name]).fetchone()[0] for name in ("ann08b", "ben08b")]
        assert found == [5, 5]
