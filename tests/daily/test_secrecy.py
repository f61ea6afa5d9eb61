"""While a deal's day runs, nobody gets at another's game of it: at no address, in no list, by no
socket. After it everybody may."""

from __future__ import annotations

import re

import pytest

from games.tables import services as tables
from games.tables.board import presenter
from games.tables.errors import NoSuchTable
from games.tables.models import Table
from games.tables.proof import receipts
from tests.daily import factory
from tests.daily.conftest import NOON, TOMORROW, Clock, Deals, address
from tests.fuzz import routes
from tests.kit.people import browser_of
from tests.kit.types import Cast

CODES = re.compile(r"\bdeal [A-Z0-9]")


def said(page: str) -> str:
    """Return a page without its head, and without names of files, seals and tokens."""
    return re.sub(r"<head>.*?</head>|<code>.*?</code>|[0-9A-Za-z]{8,}", "", page, flags=re.DOTALL)


def addresses(table_id: str) -> list[str]:
    """Return every address of a table, read from the URL conf."""
    found = [
        "/" + path.replace("<table_id>", table_id)
        for path in routes.addresses()
        if "<table_id>" in path
    ]
    more = ["?ply=1", "?ply=2", "?ply=2&eyes=0", "?ply=2&eyes=all", "?version=1"]
    assert len(found) > 20
    return found + [f"/t/{table_id}/{query}" for query in more]


@pytest.mark.parametrize("reader", ["ben", "dee", "gus", "nobody"])
@pytest.mark.parametrize("stage", ["running", "ended"])
def test_no_address_of_a_table_shows_it_to_others(
    deals: Deals, people: Cast, clock: Clock, stage: str, reader: str
) -> None:
    table = factory.begun(deals["odin"], people["ann"], NOON)
    if stage == "ended":
        factory.ended(deals["odin"], people["ben"], 5, 9, now=NOON)
        tables.resign(table_id=table.pk, user_id=people["ann"].pk, now=NOON)
    version = Table.objects.get(pk=table.pk).version
    client = browser_of(people.get(reader))
    for path in addresses(table.pk):
        if path.startswith("/ws/"):
            continue
        got = client.get(path)
        assert got.status_code in (404, 405), (path, got.status_code)
        sent = client.post(path, {"code": "pass", "ply": "2", "as": "guest"})
        # Led to sign in, to the front page, or to where there is nothing; programs sign in by
        # tokens alone.
        barred = (401,) if path.startswith("/api/") else (303,)
        assert sent.status_code in (*barred, 404, 405), (path, sent.status_code)
        if sent.status_code == 303 and f"/t/{table.pk}/" in sent["Location"].partition("?")[0]:
            assert client.get(sent["Location"]).status_code == 404, path
    assert Table.objects.get(pk=table.pk).version == version


def test_no_list_and_no_profile_shows_it(deals: Deals, people: Cast, clock: Clock) -> None:
    running = factory.begun(deals["odin"], people["ann"], NOON)
    ended = factory.ended(deals["lost_cities"], people["ann"], 77, 12, now=NOON).table
    for reader in (people["dee"], people["gus"], None):
        client = browser_of(reader)
        for path in (
            *("/", "/watch/", "/players/?q=ann", "/@/ann/", "/@/ann/?game=odin"),
            *("/games/archive/", "/games/archive/?player=ann"),
            *("/players/", "/daily/", address(deals["odin"]), address(deals["lost_cities"])),
            *("/leaderboard/odin/", "/sitemap.xml", f"/daily/?month={NOON:%Y-%m}"),
        ):
            answer = client.get(path, follow=True)
            page = answer.content.decode()
            assert answer.status_code == 200, path
            assert running.pk not in page and ended.pk not in page, path
            assert "77" not in said(page), path


def test_no_socket_shows_it(deals: Deals, people: Cast, clock: Clock) -> None:
    table = factory.begun(deals["odin"], people["ann"], NOON)
    mine = presenter.push(table.pk, people["ann"].pk, -1)
    assert mine.html
    for reader in (people["ben"].pk, None):
        with pytest.raises(NoSuchTable):
            presenter.push(table.pk, reader, -1)
        assert presenter.ready(table.pk, reader, 0) is None
    clock(TOMORROW)
    assert presenter.push(table.pk, None, -1).html


def test_ones_own_ended_game_tells_no_card_that_one_did_not_see(
    deals: Deals, people: Cast, clock: Clock
) -> None:
    deal, ann = deals["lost_cities"], people["ann"]
    table = factory.begun(deal, ann, NOON)
    tables.resign(table_id=table.pk, user_id=ann.pk, now=NOON)
    client, secret = browser_of(ann), bytes(deal.secret).hex()
    for path in ("transcript/", "fair.json", "card.png"):
        assert client.get(f"/t/{table.pk}/{path}").status_code == 404, path
    for query in ("?ply=2&eyes=1", "?ply=2&eyes=all"):
        assert client.get(f"/t/{table.pk}/{query}").status_code == 404, query
    assert client.get(f"/t/{table.pk}/?ply=2").status_code == 200
    for path in ("", "fair/", "log/", "?ply=2"):
        page = client.get(f"/t/{table.pk}/{path}").content.decode()
        assert secret not in page and not CODES.search(page), path
        assert f"/t/{table.pk}/transcript/" not in page, path
        assert "eyes=all" not in page and 'value="all"' not in page, path
    assert "sealed until the day is over" in client.get(f"/t/{table.pk}/").content.decode()
    sealed = client.get(address(deal)).content.decode()
    assert secret not in sealed and deal.commitment in sealed


def test_a_receipt_names_no_entry_while_the_day_runs(
    deals: Deals, people: Cast, clock: Clock
) -> None:
    entry = factory.ended(deals["exhibition"], people["ann"], 9, None, now=NOON)
    receipt = entry.table.actions.get(ply=1).hash
    client = browser_of(people["ann"])
    found = receipts.check(entry.table, receipt).link
    assert found is not None and (found.ply, found.code) == (1, "")
    assert {link.code for link in receipts.chain(entry.table)} == {""}
    clock(TOMORROW)
    assert all(link.code for link in receipts.chain(entry.table))
    page = client.get(f"/t/{entry.table_id}/fair/?receipt={receipt}").content.decode()
    assert bytes(entry.deal.secret).hex() in page


def test_after_the_day_everybody_may_see_it(deals: Deals, people: Cast, clock: Clock) -> None:
    table = factory.begun(deals["odin"], people["ann"], NOON)
    tables.resign(table_id=table.pk, user_id=people["ann"].pk, now=NOON)
    clock(TOMORROW)
    client = browser_of(None)
    for path in ("", "?ply=2&eyes=all", "transcript/", "fair/", "fair.json", "log/"):
        assert client.get(f"/t/{table.pk}/{path}").status_code == 200, path
    page = client.get(address(deals["odin"])).content.decode()
    assert bytes(deals["odin"].secret).hex() in page


@pytest.mark.parametrize("game", ["lost_cities", "schotten_totten", "odin", "exhibition"])
def test_results_are_shown_to_nobody_before_their_own_game(
    deals: Deals, people: Cast, clock: Clock, game: str
) -> None:
    deal = deals[game]
    alone = game == "exhibition"
    factory.ended(deal, people["ann"], 83, None if alone else 40, first="play R7", now=NOON)
    factory.begun(deal, people["ben"], NOON)
    for reader in (people["ben"], people["dee"], people["gus"], None):
        page = browser_of(reader).get(address(deal)).content.decode()
        assert "Where first choices led" not in page and "strip__" not in page
        assert "+43" not in page and "83" not in said(page)
        assert "1</b> has played" in page
    page = browser_of(people["ann"]).get(address(deal)).content.decode()
    assert "strip__" in page and "Opens with the seal" in page
