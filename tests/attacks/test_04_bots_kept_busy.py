"""150 games of 15 guests made the queue of the bots so long that their clocks ran out: a fresh
account won a rated game against an Expert without a move. A bot has no clock now, guests of one
address begin a few games, and nobody a new one while bots are behind."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from tests.kit.servers import Site, children, wait_until
from tests.kit.visitor import Visitor

GUESTS, EACH = 11, 7  # enough to come to the limits


@contextmanager
def bots_hold_still(site: Site) -> Iterator[None]:
    """As on a machine too slow for what is asked of it: what the bots should do waits."""
    assert site.process
    group = children(site.process.pid)["bots"]
    os.killpg(group, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(group, signal.SIGCONT)


def rows(site: Site, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(site.data / "db.sqlite3", timeout=20)) as database:
        found = database.execute(query, values).fetchall()
        database.commit()
        return found


def begins(visitor: Visitor, **terms: object) -> tuple[int, str]:
    """Return the status of an attempt to begin a game against a bot, and the table."""
    form = {"game": "lost_cities", "clock": "untimed", "order": "seats", "bot": "club", **terms}
    answer = visitor.post("/tables/new/", **form)
    return answer.status, answer.location.split("/")[2] if answer.status == 303 else answer.body


def turns_over(visitor: Visitor, table: str) -> None:
    """Now it is the bot's turn."""
    board = visitor.looks(table)
    for code in (board.codes[-1], "draw stock"):
        board = visitor.acts(table, code, board.ply).board
    assert not board.codes


def test_no_rated_game_is_won_by_keeping_the_bots_busy(
    site: Site, comes: Callable[..., Visitor]
) -> None:
    fresh, late, child = (
        comes("mallory04").joins(),
        comes("mallory05").joins(),
        comes("child").enters(),
    )
    rated = begins(fresh, clock="fast", rated="on", bot="expert")[1]
    waits = begins(child)[1]
    with bots_hold_still(site):
        turns_over(fresh, rated)
        turns_over(child, waits)
        guests = [comes(f"guest{number}", "127.0.99.99").enters() for number in range(GUESTS)]
        tried = [begins(guest, seat=1, begins="other") for guest in guests for _ in range(EACH)]
        begun = [table for status, table in tried if status == 303]
        assert len(begun) <= 60 and {status for status, _ in tried} <= {303, 422, 429}
        assert (
            max(
                [
                    sum(status == 303 for status, _ in tried[at : at + EACH])
                    for at in range(0, len(tried), EACH)
                ]
            )
            <= 6
        )

        assert rows(site, "SELECT status, flag_at FROM tables_table WHERE id = ?", rated) == [
            ("running", None)
        ]
        rows(
            site,
            "UPDATE tables_table SET bot_at = datetime('now', '-10 minutes') WHERE id = ?",
            rated,
        )
        refused = late.post("/tables/now/", game="odin")
        assert refused.status == 429 and dict(refused.headers)["retry-after"] == "60"
        assert (
            "The bots are unavailable. Try again later, or open a table for people." in refused.body
        )
        assert late.opens(), "a table for people"
        assert child.looks(waits).status == "running"

    wait_until(
        lambda: fresh.looks(rated).codes and child.looks(waits).codes,
        "the bots have acted where they were owed a processor",
    )
    assert fresh.looks(rated).status == "running"
    wait_until(
        lambda: late.post("/tables/now/", game="odin").status == 303, "new games begin again"
    )
