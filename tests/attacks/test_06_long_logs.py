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
