"""Attacks on a running site, each as it once succeeded. The site is the whole of it, with its own
limits.

Each attacker comes from an address of its own in 127.0.0.0/8 unless the attack is that they share
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from tests.kit.servers import Site, Valkey
from tests.kit.sink import MailServer, Sink
from tests.kit.visitor import Visitor

_addresses = count(2)


@pytest.fixture(scope="session")
def letters() -> Sink:
    """Return the mails of the site, as they arrive at `mail_server`."""
    return Sink()


@pytest.fixture(scope="session")
def mail_server(letters: Sink) -> Iterator[MailServer]:
    server = MailServer(letters)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, mail_server: MailServer, redis_server: Valkey
) -> Iterator[Site]:
    """Return the whole site as `make play` runs it, with mail, so that its ratings are guarded.
    Limits are full at each test's start. Bots may be late, since no test depends on how fast a
    machine is."""
    redis: dict[str, Any] = {
        "REDIS_URL": f"unix://{redis_server.socket}",
        "REDIS_PREFIX": "attacks",
        "LIMIT_BOT_WAIT": "300",
    }
    site = Site(
        tmp_path_factory.mktemp("attacked"),
        EMAIL_URL=f"smtp://127.0.0.1:{mail_server.port}",
        **redis,
    )
    site.run()
    yield site
    assert site.running, f"the site ended in mid-test:\n{site.output.read_text()}"
    assert site.stop() == 0, site.output.read_text()


@pytest.fixture
def comes(site: Site) -> Callable[..., Visitor]:
    """Somebody new: `comes("mallory")`, or from a given address: `comes("mallory",
    "127.0.0.1")`."""

    def come(name: str, address: str = "") -> Visitor:
        number = next(_addresses)
        return Visitor(
            site.port, name, address=address or f"127.0.{number // 250}.{number % 250 + 2}"
        )

    return come
