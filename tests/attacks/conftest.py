"""Attacks on a running site, each as it once succeeded. The site is the whole of it, with its own limits.

Each attacker comes from an address of its own in 127.0.0.0/8 unless the attack is that they share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Mailbox

from tests import environment
from tests.servers import Site, free_port
from tests.visitor import Visitor

_addresses = count(2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """To one worker: they share a site."""
    for item in items:
        if "attacks" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("attacks"))


@pytest.fixture(scope="session")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the mails of the site arrive: a maildir behind a real mail server. Its port stands in the file `port`."""
    folder = tmp_path_factory.mktemp("letters")
    server = Controller(Mailbox(folder / "mail"), hostname="127.0.0.1", port=free_port())
    server.start()
    folder.joinpath("port").write_text(str(server.port))
    yield folder / "mail"
    server.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, letters: Path) -> Iterator[Site]:
    """The whole site as `make play` runs it, with mail, so that its ratings are guarded. Limits are full at each test's start."""
    port = letters.with_name("port").read_text()
    redis = {"REDIS_URL": f"unix://{environment.SOCKET}", "REDIS_PREFIX": "attacks"}
    site = Site(tmp_path_factory.mktemp("attacked"), EMAIL_URL=f"smtp://127.0.0.1:{port}", **redis)
    site.run()
    yield site
    assert site.running, f"the site ended in mid-test:\n{site.output.read_text()}"
    assert site.stop() == 0, site.output.read_text()


@pytest.fixture
def comes(site: Site) -> Callable[..., Visitor]:
    """Somebody new: `comes("mallory")`, or from a given address: `comes("mallory", "127.0.0.1")`."""

    def come(name: str, address: str = "") -> Visitor:
        number = next(_addresses)
        return Visitor(site.port, name, address=address or f"127.0.{number // 250}.{number % 250 + 2}")

    return come
