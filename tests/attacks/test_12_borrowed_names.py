"""A reset link followed the Host header among allowed hosts; a page of another port of the same
machine could open sockets with the reader's cookies; the log named private tables after a form
without its token; and whoever looked at an ended public table was shown the way to its private
rematch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.kit.servers import Site, wait_until
from tests.kit.sink import Sink
from tests.kit.visitor import PATIENCE, Visitor

Comes = Callable[..., Visitor]
PASSWORD = "seven green leaves"


def test_links_in_mails_lead_to_the_site_s_own_name(
    comes: Comes, site: Site, letters: Sink
) -> None:
    mallory, address = comes("mallory"), "ann12@example.org"
    ann = comes("ann12")
    assert (
        ann.post(
            "/accounts/signup/",
            username="ann12",
            email=address,
            password1=PASSWORD,
            password2=PASSWORD,
        ).status
        == 302
    )
    # both ask 127.0.0.1, which is not the site's name
    assert mallory.post("/accounts/password/reset/", email=address).status == 302
    assert mallory.post("/accounts/password/reset/", email="nobody12@example.org").status == 302
    wait_until(
        lambda: len(letters.to(address)) == 2 and letters.to("nobody12@example.org"),
        "the mails have come",
    )
    for text in [*letters.to(address), *letters.to("nobody12@example.org")]:
        assert re.findall(r"https?://[^/\s]+", text) == [site.url] and "127.0.0.1" not in text


@pytest.mark.parametrize(
    "wrong",
    [
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://localhost:{port}.evil.example",
        "null",
    ],
)
def test_pages_of_others_open_no_socket(comes: Comes, site: Site, wrong: str) -> None:
    ann = comes("ann").enters()
    table = ann.opens()
    for path in (f"/ws/t/{table}/", "/ws/turns/", "/ws/lobby/"):
        url, headers = f"ws://127.0.0.1:{site.port}{path}", {"Cookie": ann.cookie}
        with pytest.raises(InvalidStatus) as refused:
            connect(
                url,
                additional_headers=headers,
                origin=Origin(wrong.format(port=site.port)),
                open_timeout=PATIENCE,
            )
        assert refused.value.response.status_code == 403
    with ann.listens(table) as socket:
        assert socket.hears() is not None


def test_strangers_do_not_learn_of_a_private_rematch(comes: Comes) -> None:
    ann, ben, eve = comes("ann").enters(), comes("ben").enters(), comes("eve").enters()
    table = ann.opens()
    ben.sits(table)
    with eve.listens(table) as pushes:
        first = pushes.hears()
        assert first is not None and ann.post(f"/t/{table}/resign/").status == 303
        rematch = ann.post(f"/t/{table}/rematch/").location.split("/")[2]
        assert pushes.hears_of(ann.looks(table).version)
    assert ben.post(f"/t/{table}/rematch/").location == f"/t/{rematch}/"
    nobody = comes("nobody")
    for stranger in (eve, nobody):
        for page in ("", "log/", "fair/", "fair.json", "transcript/", "?ply=1"):
            assert stranger.get(f"/t/{table}/{page}").status == 200
        stranger.looks(table)
        assert stranger.post(f"/t/{table}/rematch/").status in (303, 403)
        for page in ("/", "/players/", "/turns/"):
            stranger.get(page)
        assert not [received.how for received in stranger.received if rematch in received.text]
