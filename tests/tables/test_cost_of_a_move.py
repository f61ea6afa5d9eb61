"""The cost of a move, counted and not timed: no figure may rise unnoticed, and none grows with the
log. docs/performance.md says what they are on the way to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import redis
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.kernel.protocol import Setup
from games.registry import engines
from games.tables import services
from games.tables.board import presenter, render
from games.tables.models import Order, Table
from games.tables.state import snapshot_cache
from tests.kit import boards
from tests.kit.long_tables import long_table
from tests.kit.pages_by_regions import outermost
from tests.kit.servers import wait_until
from tests.tables.conftest import NOON
from tests.tables.test_at_once import AT_ONCE, planned

# The mean bytes of a frame, its mean and most regions, and the most of 120 that are whole boards.
FRAMES = {
    ("lost_cities", 2, ""): (11_600, 16, 24, 2),
    ("schotten_totten", 2, ""): (16_400, 16, 22, 2),
    ("schotten_totten", 2, "tactics"): (19_200, 16, 22, 2),
    ("odin", 2, ""): (9_000, 12, 14, 6),
    ("odin", 6, ""): (9_000, 10, 18, 2),
    ("exhibition", 2, ""): (13_800, 16, 28, 4),
    ("exhibition", 5, ""): (12_900, 13, 28, 4),
}
# The most Python calls of a move by HTTP on PostgreSQL: form, service, statement, the mover's
# regions. Both have the page open, and so the board of the version before.
CALLS = {"lost_cities": 3_200, "schotten_totten": 3_900, "odin": 3_200, "exhibition": 5_600}


@pytest.mark.parametrize(("slug", "seats", "option"), FRAMES)
def test_a_frame_holds_what_has_changed_and_little_else(slug: str, seats: int, option: str) -> None:
    mean, usual, most, rare = FRAMES[slug, seats, option]
    setup = Setup(seats, {option: "on"} if option else {})
    game = boards.moments(engines()[slug], setup, 7)[:61]
    sizes, counts, whole = [], [], 0
    for before, after in pairwise(game):
        for viewer in (100, 101):
            frame = render.changed(
                render.by_regions(before, viewer), render.by_regions(after, viewer), 1
            )
            whole += frame is None
            sizes.append(len((frame or render.board(after, viewer)).encode()))
            if frame:
                counts.append(
                    len(list(outermost(frame[frame.index(">") + 1 : -len("</section>")])))
                )
    assert max(counts) <= most and sum(counts) / len(counts) <= usual
    assert sum(sizes) / len(sizes) <= mean and whole <= rare


# --- by HTTP


class Game:
    """A game of Ann and Ben, who move by forms as htmx sends them."""

    def __init__(self, cast: dict[str, User], table: str) -> None:
        self.id, self.dice = table, Random(3)
        self.clients = {}
        for name in ("ann", "ben"):
            client = Client(headers={"HX-Request": "true"})
            client.force_login(cast[name])
            self.clients[cast[name].pk] = client

    def move(self) -> int:
        """Play a move; return the Python calls that it took."""
        at = snapshot_cache.current(Table.objects.get(pk=self.id))
        assert at.position is not None
        seat = min(at.to_act)
        legal = at.engine.legal_actions(at.position.state, seat)
        code = self.dice.choice([at.engine.encode(action) for action in legal])
        user = at.players[seat].user_id
        assert user is not None
        form = {"code": code, "ply": at.ply}
        with calls() as counted:
            answer = self.clients[user].post(
                f"/t/{self.id}/act/", form, headers={"Fairdeal-Version": str(at.version)}
            )
        assert answer.status_code == 200, answer.content
        for watcher in self.clients:  # both pages are open, and have what they are told
            presenter.push(self.id, watcher, at.version + 1, at.version)
        return counted[0]


@contextmanager
def calls() -> Iterator[list[int]]:
    counted = [0]

    def count(_frame: Any, event: str, _arg: Any) -> None:
        if event == "call":
            counted[0] += 1

    sys.setprofile(count)
    try:
        yield counted
    finally:
        sys.setprofile(None)


@pytest.fixture
def play(cast: dict[str, User]) -> Any:
    def begun(slug: str) -> Game:
        table = services.open_table(
            creator=cast["ann"], game=slug, seats=2, order=Order.SEATS, now=NOON
        )
        services.sit(table_id=table.id, user=cast["ben"], now=NOON)
        game = Game(cast, table.id)
        for _ in range(8):
            game.move()
        return game

    return begun


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
@pytest.mark.parametrize("slug", CALLS)
def test_a_move_is_so_many_calls_one_statement_and_a_ring(play: Any, slug: str) -> None:
    game: Game = play(slug)
    client, before = redis.Redis.from_url(settings.REDIS_URL), planned()
    client.config_resetstat()
    counted = sorted(game.move() for _ in range(11))
    assert counted[5] <= CALLS[slug] or not AT_ONCE

    def asked(command: str) -> int:
        stats: Any = client.info("commandstats")
        return int(stats.get(f"cmdstat_{command}", {"calls": 0})["calls"])

    # The ring, which another thread sends, and the limit of moves; no message to a worker.
    wait_until(lambda: asked("publish") == 11, "the rings are sent")
    assert (asked("evalsha"), asked("lpush")) == (11, 0)
    client.close()
    assert planned() == before + 11 * AT_ONCE


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_a_move_costs_no_more_after_many_entries(cast: dict[str, User], play: Any) -> None:
    short: Game = play("lost_cities")
    long = Game(cast, long_table(cast["ann"], cast["ben"], 19_000))
    for _ in range(3):
        long.move()
    few, many = (sorted(game.move() for _ in range(9))[4] for game in (short, long))
    assert many <= 1.3 * few, (few, many)
