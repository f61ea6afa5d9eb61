"""Two people in two browsers on a site with PostgreSQL, where the event loop answers moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from random import Random

import psycopg
import pytest
from playwright.sync_api import Browser, expect

from games.tables.services.loop_connections import NAME
from tests.browser.player import YOUR_TURN, Player
from tests.kit import postgres
from tests.kit.chromium import Pages
from tests.kit.servers import Site

TURNS = 6


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, postgres.Server]]:
    with postgres.running() as database:
        site = Site(tmp_path_factory.mktemp("site"), DATABASE_URL=database.url)
        site.run()
        with site.killed_on_failure():
            yield site, database
        assert site.stop() == 0


def test_each_sees_what_the_other_does(
    browser: Browser, site: tuple[Site, postgres.Server]
) -> None:
    pages, rng = Pages(browser, site[0]), Random(1)
    ann, ben = (Player(pages.take({"viewport": {"width": 1280, "height": 800}})) for _ in range(2))
    for player in (ann, ben):
        player.enters()
    ann.opens_a_table()
    ben.sits_down_at(ann.table)
    ann.waits_for_the_start()
    for player in (ann, ben):
        player.page.evaluate("window.opened = true")
    for _ in range(TURNS):
        ann.page.locator(f"{YOUR_TURN}, .is-waiting").first.wait_for()
        mover = ann if ann.page.locator(YOUR_TURN).count() else ben
        other = ben if mover is ann else ann
        mover.puts_a_card(rng)
        other.waits_for(mover.version)
        mover.draws()
        other.waits_for(mover.version)
    for player in (ann, ben):
        expect(player.board).to_have_attribute("data-ply", str(2 + 2 * TURNS))
        assert player.page.evaluate("window.opened")  # no page was ever loaded anew
    where = f"host={site[1].folder} user=fairdeal dbname=postgres"
    with closing(psycopg.connect(where, autocommit=True)) as database:
        moved = (
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND query LIKE %s"
        )
        row = database.execute(moved, [NAME, "WITH moved%"]).fetchone()
    assert row is not None and row[0] >= 1
    assert pages.close() == []
