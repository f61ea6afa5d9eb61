"""A page that was left open and got its pushes shows the same as a page opened now: for each seat
and for a spectator.

Real server, real sockets, real Redis. The page follows static/js/live.js: a fragment replaces the
board if it is newer.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from random import Random

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer

from games.tables.board.plans import PLACES
from games.tables.live import broadcast
from tests.kit.pages_by_regions import applied
from tests.kit.visitor import Board, Socket, Visitor
from tests.kit.web import Web, running


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("web")) as web:
        yield web


_CLOCK = re.compile(r"(?<=>)[^<]*(?=</time>)|(?<=class=\"due\") hidden")


@dataclass
class Page:
    """An open page: its board, and its socket."""

    visitor: Visitor
    table: str
    board: Board
    socket: Socket

    def shows(self, fragment: Board) -> None:
        if fragment.version > self.board.version:
            self.board = Board(applied(self.board.html, fragment.html, self.board.version))

    def catches_up(self, version: int) -> None:
        while self.board.version < version:
            fragment = self.socket.hears()
            assert fragment, f"{self.visitor.name} heard nothing of version {version}"
            self.shows(fragment)

    def is_fresh(self) -> bool:
        """Return whether the board equals the one that a request gets. The clocks of a newly opened
        page differ, and so do its deadlines: they are set for readers without a script."""
        asked, opened = self.visitor.looks(self.table), self.visitor.get(f"/t/{self.table}/").board
        mine, asked = self.filled(self.board), self.filled(asked)
        return mine == asked and _CLOCK.sub("", opened.html) == _CLOCK.sub("", asked.html)

    def filled(self, board: Board) -> Board:
        """Do as the page's script does, which asks for the player's own plans."""
        plans, html = self.visitor.get(f"/t/{self.table}/plans/", htmx=True).body, board.html
        note = plans.rfind("<", 0, plans.find('id="plans-note"'))
        for part, found in (("lines", plans[:note]), ("note", plans[note:])):
            html = html.replace(PLACES[part], found)
        return Board(html)


@contextmanager
def pages(table: str, *visitors: Visitor) -> Iterator[list[Page]]:
    with ExitStack() as stack:
        boards = [visitor.get(f"/t/{table}/").board for visitor in visitors]
        sockets = [
            stack.enter_context(visitor.listens(table, board.version))
            for visitor, board in zip(visitors, boards, strict=True)
        ]
        yield [
            Page(visitor, table, board, socket)
            for visitor, board, socket in zip(visitors, boards, sockets, strict=True)
        ]


def plays_one(table: str, players: tuple[Visitor, Visitor], rng: Random) -> Board:
    """Play a random step of the player to move, or sometimes a take-back; return the mover's new
    board."""
    board = next(
        board
        for player in players
        if (board := player.looks(table)).codes or board.status == "ended"
    )
    player = players[int(board.data["seat"])]
    if rng.random() < 0.2 and f"/t/{table}/undo/" in board.html:
        answer = player.post(f"/t/{table}/undo/", htmx=True, ply=board.ply)
    else:
        draws = [code for code in board.codes if code.startswith("draw")]
        codes = ["draw stock"] if draws and rng.random() < 0.8 else draws or board.codes
        answer = player.acts(table, rng.choice(codes), board.ply)
    assert answer.status == 200
    return answer.board


@pytest.mark.parametrize(
    ("seed", "choices", "last"),
    [(1, {}, 0), (2, {"suits": 6, "clock": "slow"}, 0), (3, {"rounds": 3, "clock": "daily"}, 130)],
)
def test_a_stale_page_and_its_pushes_make_a_fresh_page(
    web: Web, seed: int, choices: dict[str, object], last: int
) -> None:
    """The games are played to the end; the long one until its second round has begun."""
    rng = Random(seed)
    table, ann, ben = web.table(**choices)
    everybody = (ann, ben, web.visitor("cal"), web.visitor("dee").enters())
    with pages(table, *everybody) as opened:
        board = ann.looks(table)
        while board.status != "ended" and (not last or board.ply < last):
            board = plays_one(table, (ann, ben), rng)
            if rng.random() < 0.2 or board.status == "ended":
                for page in opened:
                    page.catches_up(board.version)
                    assert page.is_fresh()
    assert {page.board.status for page in opened} == {"running" if last else "ended"}


def test_a_waiting_page_sees_people_come_and_go(web: Web) -> None:
    ann, ben, dee = (web.visitor(name).enters() for name in ("ann", "ben", "dee"))
    table = ann.opens(game="lost_cities")
    with pages(table, ann, dee, web.visitor("cal")) as opened:
        assert ann.post(f"/t/{table}/stand/").status == 303
        closed = ann.looks(table)
        for page in opened:
            page.catches_up(closed.version)
            assert page.is_fresh()
    table = ann.opens()
    with pages(table, ann, dee, web.visitor("cal")) as opened:
        ben.sits(table)
        begun = ben.looks(table)
        assert begun.status == "running"
        for page in opened:
            page.catches_up(begun.version)
            assert page.is_fresh()


def send_message(web: Web, table: str, *versions: int) -> None:
    """Send a message as another process may do: late, twice or without a reason."""
    layer = RedisPubSubChannelLayer(
        hosts=[web.environ["REDIS_URL"]], prefix=web.environ["REDIS_PREFIX"]
    )

    async def send() -> None:
        for version in versions:
            message = {"type": "table.changed", "table": table, "version": version}
            await layer.group_send(broadcast.group(table), message)
        await layer.flush()

    asyncio.run(send())


def test_doubled_late_and_early_rings_do_no_harm(web: Web) -> None:
    rng = Random(4)
    table, ann, ben = web.table()
    with pages(table, ann, ben, web.visitor("cal")) as opened:
        for _ in range(12):
            send_message(web, table, ann.looks(table).version + 1)
            version = plays_one(table, (ann, ben), rng).version
            send_message(web, table, version, version, version - 1, 0, version)
        heard: dict[str, list[int]] = {}
        for page in opened:
            while page.board.version < version:
                fragment = page.socket.hears()
                assert fragment
                heard.setdefault(page.visitor.name, []).append(fragment.version)
                page.shows(fragment)
            assert page.is_fresh()
    # No version comes twice or out of order.
    assert all(versions == sorted(set(versions)) for versions in heard.values())


@pytest.fixture(scope="module")
def silent(web: Web) -> Iterator[Web]:
    """Run a second web process on the same data whose messages reach nobody."""
    with running(web.data, REDIS_PREFIX="elsewhere") as silent:
        yield silent


def at(web: Web, visitor: Visitor) -> Visitor:
    """Return the same person as a visitor of another web process."""
    return Visitor(web.port, visitor.name, visitor.cookies)


def test_lost_messages_are_made_good_by_the_next_one(web: Web, silent: Web) -> None:
    rng = Random(6)
    table, ann, ben = web.table()
    with pages(table, ann, ben, web.visitor("cal")) as opened:
        for _ in range(5):
            for _ in range(rng.randrange(1, 6)):
                plays_one(table, (at(silent, ann), at(silent, ben)), rng)
            version = plays_one(table, (ann, ben), rng).version
            for page in opened:
                page.catches_up(version)
                assert page.is_fresh()


def test_lost_messages_are_made_good_by_coming_back_and_by_asking(web: Web, silent: Web) -> None:
    rng = Random(7)
    table, ann, ben = web.table()
    with pages(table, ann, ben, web.visitor("cal")) as opened:
        for _ in range(7):
            missed = plays_one(table, (at(silent, ann), at(silent, ben)), rng).version
        for page in opened:
            stale = page.board.version
            with page.visitor.listens(table, stale) as again:
                assert again.hears_of(missed).version == missed
            asked = page.visitor.get(f"/t/{table}/?version={stale}", htmx=True)
            assert (asked.status, asked.board.version) == (200, missed)
            page.shows(asked.board)
            assert page.is_fresh()
            assert page.visitor.get(f"/t/{table}/?version={missed}", htmx=True).status == 204


def test_a_page_that_has_the_newest_version_is_not_sent_it_again(web: Web) -> None:
    rng = Random(8)
    table, ann, ben = web.table()
    version = ann.looks(table).version
    with ann.listens(table, version) as socket:
        after = plays_one(table, (ann, ben), rng).version
        first = socket.hears()
    assert first and first.version == after == version + 1
