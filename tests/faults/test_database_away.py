"""PostgreSQL restarts, or is away for longer, in mid-game: nothing that was acknowledged is lost,
and nobody has to know how."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from html import unescape
from threading import Thread

import psycopg
import pytest

from config.server.wsgi import REPEATABLE
from tests.faults.test_killed import quick
from tests.kit import postgres
from tests.kit.servers import wait_until
from tests.kit.visitor import Answer, Visitor
from tests.kit.web import Web, running

FIELD = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@dataclass
class Fragile:
    web: Web
    database: postgres.Server

    def log(self, table: str) -> list[str]:
        with closing(
            psycopg.connect(f"host={self.database.folder} user=fairdeal dbname=postgres")
        ) as database:
            rows = database.execute(
                "SELECT code FROM tables_action WHERE table_id = %s AND seat IS NOT NULL ORDER"
                " BY ply",
                (table,),
            )
            return [row[0] for row in rows.fetchall()]


@pytest.fixture(scope="module")
def fragile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fragile]:
    """Return a web process with a PostgreSQL of its own."""
    with (
        postgres.running() as database,
        running(tmp_path_factory.mktemp("web"), DATABASE_URL=database.url) as web,
    ):
        yield Fragile(web, database)


def mover(table: str, *players: Visitor) -> tuple[Visitor, str, int]:
    """Return the visitor who is to move, a code, and its ply."""
    for player in players:
        answer = player.get(f"/t/{table}/", htmx=True)
        assert answer.status == 200, answer.body
        if codes := answer.board.codes:
            return player, quick(codes), answer.board.ply
    raise AssertionError("nobody is to move")


def asked_again(ask: Callable[[], Answer]) -> Answer:
    """As the page does it: until there is an answer. On a slow machine the database may be away for
    longer than anybody waits."""
    for _ in range(50):
        if (answer := ask()).status != 503:
            return answer
        assert "retry-after" in dict(answer.headers)
    raise AssertionError("the database stays away")


def test_a_restart_between_two_requests_is_not_noticed(fragile: Fragile) -> None:
    """Every connection that the site keeps was cut: pages, moves, take-backs and forms go through
    at once."""
    table, ann, ben = fragile.web.table()
    for _ in range(3):
        player, code, ply = mover(table, ann, ben)
        fragile.database.restart()
        assert player.acts(table, code, ply).status == 200
    fragile.database.restart()
    assert player.post(f"/t/{table}/undo/", htmx=True, ply=ply + 1).status in (200, 422)
    fragile.database.restart()
    assert ann.get("/").status == 200
    fragile.database.restart()
    assert ann.post(f"/t/{table}/resign/").status == 303


def test_moves_go_on_while_it_restarts(fragile: Fragile) -> None:
    """Requests that are sent meanwhile wait for it, and each move stands in the log once."""
    table, ann, ben = fragile.web.table()
    played: list[str] = []

    def play() -> None:
        while len(played) < 30:
            player = ann if len(played) % 4 < 2 else ben  # a turn is two steps
            board = asked_again(partial(player.get, f"/t/{table}/", htmx=True)).board
            code = quick(board.codes)
            assert asked_again(partial(player.acts, table, code, board.ply)).status == 200
            played.append(code)

    def has_played(count: int) -> bool:
        return len(played) >= count or playing.done()

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        for count in (3, 11, 19):
            wait_until(partial(has_played, count), "they play on")
            # in this thread, since servers go with the thread that started them
            fragile.database.restart()
        playing.result()
    assert fragile.log(table) == played


def test_while_it_is_away_pages_say_so_and_give_back_what_was_sent(fragile: Fragile) -> None:
    """Nothing says that the move is kept. Without JavaScript a button sends it again, and open
    screens hear of it afterwards."""
    table, ann, ben = fragile.web.table()
    player, code, ply = mover(table, ann, ben)
    other = ben if player is ann else ann
    with other.listens(table) as screen:
        fragile.database.stop()
        for htmx in (True, False):
            answer = player.acts(table, code, ply, htmx=htmx)
            assert (answer.status, "kept" in answer.body) == (503, False)
        fields = {name: unescape(value) for name, value in FIELD.findall(answer.body)}
        assert (
            fields.items() >= {"code": code, "ply": str(ply)}.items()
            and f'action="/t/{table}/act/"' in answer.body
        )
        page = ann.get(f"/t/{table}/")
        assert (
            page.status == 503
            and dict(page.headers)["refresh"] == dict(page.headers)["retry-after"] == "3"
        )
        assert "kept" not in ann.post("/accounts/login/", login="ann", password="secret-word").body
        assert "secret-word" not in "".join(received.text for received in ann.received)
        fragile.database.start()
        again = player.post(
            f"/t/{table}/act/",
            **{name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"},
        )
        assert again.status == 303
        assert screen.hears_of(player.looks(table).version).ply == ply + 1
    assert fragile.log(table) == [code]


def test_a_move_that_is_cut_off_in_the_middle_is_made_again(fragile: Fragile) -> None:
    """Another session holds the row, and the site's own one is ended while it waits."""
    table, ann, ben = fragile.web.table()
    player, code, ply = mover(table, ann, ben)
    with closing(
        psycopg.connect(
            f"host={fragile.database.folder} user=fairdeal dbname=postgres", autocommit=True
        )
    ) as database:
        locked = psycopg.connect(f"host={fragile.database.folder} user=fairdeal dbname=postgres")
        locked.execute("SELECT 1 FROM tables_table WHERE id = %s FOR UPDATE", (table,))
        answers: list[Answer] = []
        move = Thread(target=lambda: answers.append(player.acts(table, code, ply)))
        move.start()
        waits = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        wait_until(lambda: database.execute(waits).fetchall(), "the move waits for the row")
        database.execute(f"SELECT pg_terminate_backend(pid) FROM ({waits}) AS waiting")
        locked.close()
        move.join()
    assert answers[0].status == 200 and fragile.log(table) == [code]


@pytest.mark.parametrize(
    ("request_", "fits"),
    [
        ("GET /t/k3x9/", True),
        ("POST /t/k3x9/act/", True),
        ("POST /t/k3x9/undo/", True),
        ("POST /t/k3x9/rematch/", False),
        ("POST /tables/new/", False),
        ("POST /accounts/signup/", False),
        ("POST /x/t/k3x9/act/", False),
    ],
)
def test_only_what_counts_once_is_tried_twice(request_: str, fits: bool) -> None:
    assert bool(REPEATABLE.fullmatch(request_)) is fits
