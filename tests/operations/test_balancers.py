"""Two web parts behind real nginx and real Caddy, with the blocks of
docs/hosting/many-machines.md:
nobody notices that a part is restarted in mid-play, or that Redis is away."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from config.supervisor import processes
from tests.kit import caddy, environment, nginx, postgres
from tests.kit.servers import PATIENCE, Site, Valkey, free_port, wait_until
from tests.kit.visitor import Board, Visitor

TABLES, PACE = 4, 0.2  # seconds between two moves at a table: 20 moves a second in all


class Part(Site):
    """A web part of a site, as a service manager runs it."""

    def start(self) -> None:
        command = [sys.executable, "manage.py", "play", "web"]
        with (self.data / f"{self.port}.txt").open("ab") as output:
            streams = {
                "stdout": output,
                "stderr": subprocess.STDOUT,
                "preexec_fn": processes.die_with_parent(),
            }
            self.process = subprocess.Popen(
                command, cwd=environment.ROOT, env=self.environ, **streams
            )

    def run(self) -> None:
        self.start()
        with self.killed_on_failure():
            wait_until(self.answers, "the web part answers")

    def restart(self, forgotten: Callable[[int], bool]) -> tuple[int, bytes, int]:
        """Stop it once the balancer sends it nobody, and start it again. Return what /readyz/web
        and a page said while it took its leave."""
        assert self.process
        self.process.terminate()
        wait_until(lambda: not self.answers(), "it says that it leaves")
        ready, page = self.get("/readyz/web"), self.get("/accounts/login/")
        wait_until(partial(forgotten, self.port), "the balancer knows")
        self.process.send_signal(signal.SIGINT)  # its leave has been long enough
        self.process.wait(timeout=PATIENCE)
        self.run()
        return ready[0], ready[2], page[0]


@dataclass(frozen=True)
class Front:
    """A balancer: its port, and whether it sends nobody to the part at a port."""

    port: int
    forgotten: Callable[[int], bool]


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """Run a Redis of their own, which may be away."""
    folder = tmp_path_factory.mktemp("redis")
    server = Valkey(folder, folder / "valkey.sock")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory, valkey: Valkey) -> Iterator[list[Part]]:
    """Two web parts, with a proxy in front at the port of `BASE_URL`, which is not there yet."""
    front = free_port()
    with postgres.server() as url:
        shared = {
            "DATABASE_URL": url,
            "REDIS_URL": f"unix://{valkey.socket}",
            "SECRET_KEY": "only-for-tests",
            "BASE_URL": f"http://127.0.0.1:{front}",
            "TRUSTED_PROXIES": "127.0.0.1",
            "LEAVE_SECONDS": "30",
        }
        both = [Part(tmp_path_factory.mktemp("parts"), **shared) for _ in range(2)]
        try:
            for part in both:
                part.start()
            for part in both:
                wait_until(part.answers, "the web part answers")
            yield both
        finally:
            for part in both:
                if part.process:
                    part.process.kill()
                    part.process.wait()


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def front(request: pytest.FixtureRequest, parts: list[Part], tmp_path: Path) -> Iterator[Front]:
    """Run a balancer in front of them."""
    port = int(parts[0].environ["BASE_URL"].rpartition(":")[2])
    with request.param.running(tmp_path, port, [part.port for part in parts]):
        yield Front(port, partial(request.param.sends_nobody_to, folder=tmp_path))


class Company:
    """Two at a table that play on and on, with a socket each, and what they were answered."""

    def __init__(self, port: int, number: int, over: threading.Event) -> None:
        self.over, self.answers, self.moves = over, Counter[int](), 0
        self.players = [
            Visitor(port, name, address=f"127.0.4.{2 * number + seat}").enters()
            for seat, name in enumerate(("ann", "ben"))
        ]
        self.table = self.players[0].opens(rounds="3", rated="")
        self.players[1].sits(self.table)
        self.heard = 0
        self.errors: list[str] = []

    def plays(self) -> None:
        due = time.monotonic()
        while not self.over.is_set():
            board = next((board for board in map(self._looks, self.players) if board.codes), None)
            if board is None:
                break  # the game is over
            mover = self.players[int(board.data["seat"])]
            answer = mover.acts(self.table, board.codes[0], board.ply)
            self.answers[answer.status] += 1
            self.moves += answer.status == 200
            due += PACE
            time.sleep(max(0.0, due - time.monotonic()))

    def _looks(self, player: Visitor) -> Board:
        answer = player.get(f"/t/{self.table}/", htmx=True)
        self.answers[answer.status] += 1
        return answer.board

    def listens(self) -> None:
        """Ben's board hears of moves; a socket that a part has closed opens again."""
        while not self.over.is_set():
            try:
                with self.players[1].listens(self.table) as socket:
                    while not self.over.is_set() and socket.hears(patience=1):
                        self.heard += 1
            except (OSError, WebSocketException) as error:
                self.errors.append(type(error).__name__)
                time.sleep(0.2)

    def does(self, what: Callable[[], None]) -> threading.Thread:
        def run() -> None:
            try:
                what()
            except Exception as error:
                self.errors.append(f"{what.__name__}: {error!r}")

        thread = threading.Thread(target=run)
        thread.start()
        return thread


def moved(companies: list[Company], more: int) -> bool:
    return sum(company.moves for company in companies) > more


@contextmanager
def playing(port: int, log: Path) -> Iterator[list[Company]]:
    """Let some play, and see at the end that none was refused anything."""
    over = threading.Event()
    companies = [Company(port, number, over) for number in range(TABLES)]
    threads = [
        company.does(what) for company in companies for what in (company.plays, company.listens)
    ]
    try:
        yield companies
    finally:
        over.set()
        for thread in threads:
            thread.join(PATIENCE)
    answers = sum((company.answers for company in companies), Counter[int]())
    assert set(answers) == {200}, (answers, log.read_text())
    # sockets may have to come back
    assert not [error for company in companies for error in company.errors if ":" in error]
    assert all(company.heard for company in companies)


def test_web_parts_are_replaced_one_by_one_and_nobody_notices(
    parts: list[Part], front: Front, tmp_path: Path
) -> None:
    """With nginx's own defaults 405 requests failed."""
    with playing(front.port, tmp_path / "error.log") as companies:
        for part in parts:
            before = sum(company.moves for company in companies)
            ready, said, page = part.restart(front.forgotten)
            assert (ready, page) == (503, 200)
            assert b"this process is about to stop" in said
            wait_until(partial(moved, companies, before + 8), "they play on")


def test_while_redis_is_away_people_play_on(
    parts: list[Part], front: Front, valkey: Valkey, tmp_path: Path
) -> None:
    """Caddy asked for all that the site needs, and answered 503 as long as Redis was away."""
    with playing(front.port, tmp_path / "error.log") as companies:
        valkey.stop()
        try:
            before = sum(company.moves for company in companies)
            wait_until(lambda: not any(part.answers() for part in parts), "the parts miss it")
            # several times as long as a balancer takes to ask again
            wait_until(partial(moved, companies, before + 60), "they play on")
        finally:
            valkey.start()
