"""The log, a moment and the transcript of a long game cost strangers nothing and the site seconds
each, on the two threads that served all: the address that says whether the site lives took eight
seconds."""

from __future__ import annotations

import http.client
import select
from collections.abc import Iterator

import pytest

from tests.kit import environment
from tests.kit.servers import PATIENCE
from tests.kit.visitor import Visitor
from tests.kit.web import Web, running

ENTRIES = 6000
CROWD = 60


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(
        tmp_path_factory.mktemp("long"), WEB_THREADS="1", RATE_LIMITS="on", LIMIT_READING="1/1d"
    ) as web:
        yield web


@pytest.fixture(scope="module")
def table(web: Web) -> str:
    done = environment.python(web.environ, "-m", "tests.kit.long_tables", str(ENTRIES))
    return done.stdout.split()[-1]


def test_health_is_answered_while_a_crowd_waits_for_pages(web: Web, table: str) -> None:
    def passes_them() -> bool:
        crowd = [
            http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
            for _ in range(CROWD)
        ]
        for number, connection in enumerate(crowd):
            connection.request("GET", f"/t/{table}/?ply={99 + 100 * (number % 50)}")
        healthy = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
        healthy.request("GET", "/healthz")
        assert healthy.getresponse().status == 200
        answered, _, _ = select.select([connection.sock for connection in crowd], [], [], 0)
        assert {connection.getresponse().status for connection in crowd} <= {200, 429}
        for connection in (healthy, *crowd):
            connection.close()
        return len(answered) < CROWD

    assert any(passes_them() for _ in range(5)), (
        "it is always answered after all pages that were asked for before"
    )


def test_who_reads_what_costs_much_waits_and_nobody_else_does(web: Web, table: str) -> None:
    mallory = Visitor(web.port, "mallory", address="127.0.9.2")
    assert mallory.get(f"/t/{table}/transcript/").status == 200  # written for the first time
    for number, path in enumerate(("transcript/", "log/", "?ply=40", "fair/")):
        refused = mallory.get(f"/t/{table}/{path}")
        assert refused.status == 429 and "A little slower" in refused.body
        assert (
            Visitor(web.port, "ann", address=f"127.0.9.{number + 3}")
            .get(f"/t/{table}/{path}")
            .status
            == 200
        )
    assert (
        mallory.get("/").status
        == mallory.get("/healthz").status
        == mallory.get(f"/t/{table}/").status
        == 200
    )
