"""The cost of a move, counted and not timed: no figure may rise unnoticed, and none grows with the
log. docs/performance.md says what they are on the way to."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_COROUTINE
from itertools import pairwise
from random import Random
from types import FrameType
from typing import Any

import pytest
import redis
from django.conf import settings

from accounts import quick_redis
from accounts.models import User
from games.kernel import shuffle
from games.kernel.protocol import Setup
from games.registry import engines
from games.tables import services
from games.tables.board import presenter, render
from games.tables.board.presenter import News
from games.tables.live import local_sockets
from games.tables.models import Order, Table
from games.tables.services import loop_connections
from games.tables.state import snapshot_cache
from tests.api.conftest import program
from tests.kit import boards
from tests.kit.long_tables import long_table
from tests.kit.loop import Answer, Loop, Person, loop
from tests.kit.pages_by_regions import outermost
from tests.tables.conftest import NOON
from tests.tables.test_at_once import AT_ONCE

__all__ = ["loop", "program"]

# The mean bytes of a frame, its mean and most regions, and the most of 120 that are whole boards.
FRAMES = {
    ("lost_cities", 2, ""): (8_000, 15, 26, 2),
    ("schotten_totten", 2, ""): (8_900, 15, 23, 2),
    ("schotten_totten", 2, "tactics"): (11_000, 16, 33, 2),
    ("odin", 2, ""): (6_900, 11, 13, 6),
    ("odin", 6, ""): (6_900, 8, 16, 2),
    ("exhibition", 2, ""): (9_600, 14, 25, 4),
    ("exhibition", 5, ""): (9_000, 11, 25, 4),
}
# The most Python calls of a move on PostgreSQL: form, session, checks, service, statement, limit,
# message; and with it the regions of both players' boards, whose sockets are open.
CALLS = {"lost_cities": 2_020, "schotten_totten": 2_320, "odin": 2_180, "exhibition": 3_800}
BY_PROGRAMS = {"lost_cities": 2_750, "schotten_totten": 2_800, "odin": 2_800, "exhibition": 2_950}
WITHOUT_BOARDS = 860
BEGINS = 8  # of a coroutine's bytecode: nothing before can wait


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


class Page:
    """The page of a player, whose socket is open."""

    language = "en"

    def __init__(self, user_id: int, version: int) -> None:
        self.user_id, self.version = user_id, version

    def hand(self, news: News) -> None:
        """Take what the page lacks."""
        assert news.html
        self.version = news.version


class Game:
    """A game of Ann and Ben, who move by forms as htmx sends them."""

    def __init__(self, loop: Loop, cast: dict[str, User], table: str) -> None:
        self.loop, self.id, self.dice = loop, table, Random(3)
        self.people = {cast[name].pk: Person.of(cast[name]) for name in ("ann", "ben")}
        self.at_once = 0

    def choose(self) -> tuple[int, dict[str, Any]]:
        """Return who is to move, and a legal move."""
        at = snapshot_cache.current(Table.objects.get(pk=self.id))
        assert at.position is not None
        seat = min(at.to_act)
        legal = at.engine.legal_actions(at.position.state, seat)
        code = self.dice.choice(sorted(at.engine.encode(action) for action in legal))
        user = at.players[seat].user_id
        assert user is not None
        return user, {"code": code, "ply": at.ply}

    def move(self, *, watched: bool = True) -> int:
        """Play a move; return the Python calls that it took, with its message. All are of the
        loop's own thread, if it was answered at once. `watched`: both boards are sent as well."""
        user, form = self.choose()
        at, path = snapshot_cache.current(Table.objects.get(pk=self.id)), f"/t/{self.id}/act/"
        pages = [Page(watcher, at.version) for watcher in self.people if watched]
        for page in pages:
            local_sockets.join(self.id, page)
        with calls() as counted:
            answer = self.loop.run(self._moved(self.people[user], path, form))
        for page in pages:
            local_sockets.leave(self.id, page)
        assert answer.status == 204 and all(page.version > at.version for page in pages)
        self.at_once += answer.at_once
        for watcher in self.people:  # of what comes next, only what differs is sent
            presenter.push(self.id, watcher, at.version + 1, at.version)
        return counted[0]

    async def _moved(self, who: Person, path: str, form: dict[str, Any]) -> Answer:
        """Send a move, and wait for its message: otherwise the next move would pay for it."""
        answer = await self.loop.post(who, path, form, **{"Fairdeal-Socket": "open"})
        await self.loop.sent()
        return answer


@contextmanager
def calls() -> Iterator[list[int]]:
    """Count the Python calls of this thread: not of what the collector of garbage finds to close
    meanwhile, and a coroutine once. Whether one has to wait depends on who is quicker, the process
    or the server that it asks."""
    counted = [0]

    def count(frame: FrameType, event: str, _arg: Any) -> None:
        waited = frame.f_code.co_flags & CO_COROUTINE and frame.f_lasti > BEGINS
        counted[0] += event == "call" and not waited

    gc.disable()
    sys.setprofile(count)
    try:
        yield counted
    finally:
        sys.setprofile(None)
        gc.enable()


@pytest.fixture
def play(loop: Loop, cast: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that begins a game of the same cards each time: no deal may come among the
    moves that are counted. However slow the machine is, Redis answers in time, and what a process
    knows of a table does not grow old."""
    monkeypatch.setitem(quick_redis.OPTIONS, "socket_timeout", 60)
    monkeypatch.setattr(snapshot_cache, "NAMES_LAST", float("inf"))

    def dealt(_secret: bytes, _nonces: Any, _id: str, number: int, cards: Any) -> list[str]:
        return Random(number).sample(sorted(cards), len(cards))

    monkeypatch.setattr(shuffle, "shuffle", dealt)

    def begun(slug: str) -> Game:
        table = services.open_table(
            creator=cast["ann"], game=slug, seats=2, order=Order.SEATS, now=NOON
        )
        services.sit(table_id=table.id, user=cast["ben"], now=NOON)
        game = Game(loop, cast, table.id)
        for _ in range(8):
            game.move()
        return game

    return begun


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
@pytest.mark.parametrize("slug", CALLS)
def test_a_move_is_so_many_calls_one_statement_and_a_message(play: Any, slug: str) -> None:
    game: Game = play(slug)
    client, before, game.at_once = redis.Redis.from_url(settings.REDIS_URL), written(game.loop), 0
    client.config_resetstat()
    handed = game.loop.loop.hand_overs
    counted = sorted(game.move() for _ in range(9))
    bare = sorted(game.move(watched=False) for _ in range(5))

    def asked(command: str) -> int:
        stats: Any = client.info("commandstats")
        return int(stats.get(f"cmdstat_{command}", {"calls": 0})["calls"])

    # The message to other processes, and the limit of moves; none to a worker.
    assert (asked("publish"), asked("evalsha"), asked("lpush")) == (14, 14, 0)
    client.close()
    if AT_ONCE:
        assert (game.at_once, game.loop.loop.hand_overs - handed) == (14, 0)
        assert written(game.loop) == before + 14
        assert counted[4] <= CALLS[slug] and bare[2] <= WITHOUT_BOARDS, (counted[4], bare[2])


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
@pytest.mark.parametrize("slug", CALLS)
def test_a_move_of_a_program_costs_little_more_than_that_of_a_page(
    play: Any, slug: str, program: Any
) -> None:
    game: Game = play(slug)
    programs = {user: program(User.objects.get(pk=user)) for user in game.people}
    counted = []
    for _ in range(9):
        user, facts = game.choose()
        with calls() as made:
            programs[user].does(f"/tables/{game.id}/act", facts)
        counted.append(made[0])
    if AT_ONCE:
        assert sorted(counted)[4] <= BY_PROGRAMS[slug], counted


def written(loop: Loop) -> int:
    """Return how often the loop's connection has run the statement of a move, parsed once."""
    if not AT_ONCE:
        return 0
    sql = (
        "SELECT sum(generic_plans + custom_plans) FROM pg_prepared_statements"
        " WHERE statement LIKE 'WITH moved %%'"
    )

    async def asked() -> Any:
        return await loop_connections.here().row(sql, [])

    return int(loop.run(asked())[0] or 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_a_move_costs_no_more_after_many_entries(
    loop: Loop, cast: dict[str, User], play: Any
) -> None:
    short: Game = play("lost_cities")
    long = Game(loop, cast, long_table(cast["ann"], cast["ben"], 19_000))
    for _ in range(3):
        long.move()
    few, many = (sorted(game.move() for _ in range(9))[4] for game in (short, long))
    assert many <= 1.3 * few, (few, many)
