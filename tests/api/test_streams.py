"""Streams and lines, by a real web process."""

from __future__ import annotations

import gzip
import http.client
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.web import Web, running


@pytest.fixture(scope="module")
def web(redis_server: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("streams")) as site:
        yield site


class Caller:
    """A program that talks to the web process."""

    def __init__(self, web: Web, open_lines: list[http.client.HTTPConnection]) -> None:
        self.web, self.token, self.open_lines = web, "", open_lines
        self.token = self.ask("POST", "/guest", {})["token"]

    def opened(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        line = http.client.HTTPConnection("localhost", self.web.port, timeout=60)
        self.open_lines.append(line)
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None if body is None else json.dumps(body)
        line.request(method, f"/api/1{path}", data, {"Content-Type": "application/json", **headers})
        return line.getresponse()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.opened(method, path, body, **headers)
        found = json.loads(answer.read())
        self.open_lines.pop().close()
        return found

    def lines(self, path: str) -> Iterator[Any]:
        answer = self.opened("GET", path, Accept="application/x-ndjson")
        assert answer.status == 200, answer.read()
        while line := answer.readline():
            if line.strip():
                yield json.loads(line)


@pytest.fixture
def callers(web: Web) -> Iterator[tuple[Caller, Caller]]:
    open_lines: list[http.client.HTTPConnection] = []
    yield Caller(web, open_lines), Caller(web, open_lines)
    for line in open_lines:
        line.close()


def test_a_table_streams_each_version_until_the_end(callers: tuple[Caller, Caller]) -> None:
    ann, ben = callers
    table = ann.ask("POST", "/tables", {"game": "lost_cities", "clock": "untimed"})
    here = f"/tables/{table['id']}"
    lines = ann.lines(f"{here}/stream")
    assert next(lines)["version"] == table["version"]
    ben.ask("POST", f"{here}/sit", {})
    started = next(lines)
    assert (started["status"], started["seat"]) == ("running", 0)
    mover = ann if started["to_act"] == [0] else ben
    seen = mover.ask("GET", here)
    after = mover.ask("POST", f"{here}/act", {"code": seen["legal"][0]["code"], "ply": seen["ply"]})
    moved = next(lines)
    assert moved["version"] == after["version"]
    assert moved["view"]["hand"] == started["view"]["hand"] or mover is ann, "ann's own view"
    late = ben.lines(f"{here}/stream?after={moved['version']}")
    ben.ask("POST", f"{here}/resign", {})
    assert [line["status"] for line in lines] == ["ended"] == [line["status"] for line in late]


def test_ones_own_turns_and_ends_stream(callers: tuple[Caller, Caller]) -> None:
    ann, ben = callers
    mine = ann.lines("/me/stream")
    table = ann.ask("POST", "/tables", {"game": "lost_cities", "order": "seats"})["id"]
    ben.ask("POST", f"/tables/{table}/sit", {})
    seen = ann.ask("GET", f"/tables/{table}")
    heard = [next(mine)]
    if seen["to_act"] == [0]:
        heard.append(next(mine)) if heard[0]["event"] == "start" else None
    assert {line["table"] for line in heard} == {table}
    assert {line["event"] for line in heard} <= {"start", "turn"}
    ben.ask("POST", f"/tables/{table}/resign", {})
    assert next(line for line in mine if line["event"] == "end") == {"table": table, "event": "end"}


def test_a_stream_is_refused_as_a_problem(callers: tuple[Caller, Caller]) -> None:
    ann, _ben = callers
    ann.token = "fdp_no"
    for path, status in (("/me/stream", 401), ("/tables/nowhere/stream", 401)):
        answer = ann.opened("GET", path)
        assert (answer.status, json.loads(answer.read())["status"]) == (status, status)
    ann.token = ""
    assert ann.opened("GET", "/tables/nowhere/stream").status == 404


def test_a_list_comes_as_lines_and_packed(callers: tuple[Caller, Caller]) -> None:
    ann, ben = callers
    names = [ann.ask("GET", "/me")["name"], ben.ask("GET", "/me")["name"]]
    for _ in range(26):  # more than a page
        table = ann.ask("POST", "/tables", {"game": "lost_cities"})["id"]
        ben.ask("POST", f"/tables/{table}/sit", {})
        ann.ask("POST", f"/tables/{table}/resign", {})
    path = f"/players/{names[0]}/games?transcripts=true"
    packed = ann.opened(
        "GET", path, **{"Accept": "application/x-ndjson", "Accept-Encoding": "gzip"}
    )
    assert packed.headers["Content-Encoding"] == "gzip"
    lines = [json.loads(line) for line in gzip.decompress(packed.read()).splitlines()]
    assert len({line["id"] for line in lines}) == 26
    assert all(line["transcript"].startswith("game lost_cities") for line in lines)
    plain = ann.opened("GET", path, Accept="application/x-ndjson").read().splitlines()
    assert [json.loads(line) for line in plain] == lines
    refused = ann.opened("GET", "/players/nobody/games", Accept="application/x-ndjson")
    assert (refused.status, refused.headers["Content-Type"]) == (404, "application/problem+json")
