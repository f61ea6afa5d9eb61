"""Six accounts without an address, on one machine, at private rated tables: five gave up each time,
and the sixth was number 1 of Odin after 29 games in a minute. Now such games move nothing, and with
addresses confirmed and from six places hardly anything."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from tests.attacks.test_08_invitations import signs_up
from tests.kit.servers import Site, wait_until
from tests.kit.sink import Sink
from tests.kit.visitor import Visitor

BOARD = "/leaderboard/odin/?ladder=many"


def rows(site: Site, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(site.data / "db.sqlite3", timeout=20)) as database:
        return database.execute(query, values).fetchall()


def changes(site: Site, name: str) -> list[tuple[Any, ...]]:
    """Return what the games of somebody did, the latest last: weight, change of value and of
    width."""
    query = """SELECT weight, mu_after - mu_before, sigma_after - sigma_before
        FROM ratings_ratingchange c
        JOIN accounts_user u ON u.id = c.user_id WHERE u.username = ? ORDER BY at"""
    return rows(site, query, name)


def give_up(site: Site, people: list[Visitor]) -> str:
    """Play at a private rated table: everybody acts, then all but the first give up; when it has
    been rated."""
    first = people[0]
    table = first.opens(game="odin", seats=len(people), clock="fast", rated="on", private="on")
    for person in people[1:]:
        person.sits(table)
    acted: set[str] = set()
    while len(acted) < len(people):
        for person in people:
            board = person.looks(table)
            if board.codes:
                code = next((code for code in board.codes if code == "pass"), board.codes[0])
                assert person.acts(table, code, board.ply).status == 200
                acted.add(person.name)
    for person in people[1:]:
        assert person.post(f"/t/{table}/resign/", htmx=True).status == 200
    assert first.looks(table).status == "ended"
    wait_until(
        lambda: rows(site, "SELECT rating_due FROM tables_table WHERE id = ?", table) == [(0,)],
        "the game was rated",
    )
    return table


def confirmed(person: Visitor, letters: Sink) -> Visitor:
    """With an account, and an address confirmed by the link in its mail."""
    address = f"{person.name}@example.org"
    signs_up(person, email=address)
    wait_until(lambda: letters.to(address, "confirm"), "the mail has come")
    link = re.search(
        r"http://[^/]+(/accounts/confirm-email/\S+)", letters.to(address, "confirm")[0]
    )
    assert link and person.post(link[1]).status == 302
    return person


def test_six_accounts_of_one_machine_move_nothing(
    site: Site, comes: Callable[..., Visitor]
) -> None:
    six = [comes(f"odinsix{number}", "127.0.77.7").joins() for number in range(6)]
    for _ in range(3):
        table = give_up(site, six)
    assert changes(site, "odinsix0") == [(0, 0, 0)] * 3
    assert "Did not count: all sat down from one address." in six[0].looks(table).html
    listed = six[0].get(BOARD).body
    assert "odinsix" not in comes("stranger").get(BOARD).body, "nobody of them is listed"
    assert "Yours has neither yet." in listed
    assert (
        "You and odinsix1, odinsix2, odinsix3, odinsix4, odinsix5 play rated games from one address"
        in listed
    )


def test_with_addresses_and_from_several_places_they_gain_a_tenth(
    site: Site, letters: Sink, comes: Callable[..., Visitor]
) -> None:
    three = [confirmed(comes(f"odinfar{number}"), letters) for number in range(3)]
    table = give_up(site, three)
    ((weight, value, width),) = changes(site, "odinfar0")
    assert weight == 0.1 and 0 < value < 15 and -15 < width < 0
    assert (
        "Counted a tenth: the game ended before it had really begun." in three[0].looks(table).html
    )
    query = (
        "SELECT eligible, established FROM ratings_rating r JOIN accounts_user u ON u.id ="
        " r.user_id WHERE u.username = ?"
    )
    assert set(rows(site, query, "odinfar0")) == {(1, 0)}, (
        "a newcomer who may be ranked, and is far from it"
    )
