"""Redis is gone while a flag falls and a rated game counts: nothing waits for it, and nothing is
counted twice when it is back."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.faults.test_redis_away import Fragile, fragile
from tests.kit.visitor import Visitor
from tests.kit.web import Web

__all__ = ["fragile"]

A_DAY_LATER = """
from datetime import timedelta
from django.utils import timezone
from games.tables import services
print(services.flag_due(now=timezone.now() + timedelta(days=1)))
"""
RATE = """
from games.ratings.tasks import rate_due_tables
rate_due_tables()
"""


def member(web: Web, name: str) -> Visitor:
    """Somebody with an account."""
    visitor = web.visitor(name)
    secret = "seven lost cities"
    assert (
        visitor.post("/accounts/signup/", username=name, password1=secret, password2=secret).status
        == 302
    )
    return visitor


def rows(web: Web, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(web.database)) as database:
        return list(database.execute(query))


def test_a_flag_falls_and_counts_though_redis_is_away(fragile: Fragile) -> None:
    web = fragile.web
    ann, ben = member(web, "Anneke"), member(web, "Benno")
    table = ann.opens(clock="normal", rated="on")
    ben.sits(table)
    for visitor in (ann, ben):
        visitor.takes_a_turn(table)

    fragile.redis.stop()
    assert web.manage("shell", "--no-imports", "-c", A_DAY_LATER).split() == ["1"]
    assert web.manage("shell", "--no-imports", "-c", A_DAY_LATER).split() == ["0"]
    for visitor in (ann, ben):
        board = visitor.looks(table)
        assert (board.status, board.data["places"]) == ("ended", "2 1")
    assert rows(web, "SELECT ended_by, rating_due FROM tables_table") == [("flag", 1)]
    web.manage("shell", "--no-imports", "-c", RATE)

    fragile.redis.start()
    web.manage("shell", "--no-imports", "-c", RATE)
    assert rows(web, "SELECT rating_due FROM tables_table") == [(0,)]
    changes = rows(
        web, "SELECT seat, place, mu_before, mu_after FROM ratings_ratingchange ORDER BY seat"
    )
    assert [(seat, place, before) for seat, place, before, _after in changes] == [
        (0, 2, 1500.0),
        (1, 1, 1500.0),
    ]
    assert changes[0][3] < 1500 < changes[1][3]  # type: ignore[operator]
    assert "1500 → " in ann.get(f"/t/{table}/").body
    web.manage("replay_all")
