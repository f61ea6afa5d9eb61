"""Whatever a viewer's browser is sent during a whole random game names no card that this viewer may
not know at that moment.

Read here is all that travels, answers with their headers and pushes, and looked for are a card's
code, its name in words, and its picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from tests.kit.secrecy import named, truth
from tests.kit.visitor import Board, Visitor
from tests.kit.web import Web

DECORATION = re.compile(
    r'<div class="(?:welcome__cards|message__table[^"]*)".*?</div>|<span'
    r' class="seal-steps__picture.*?</p>',
    re.DOTALL,
)
# signed and compressed: a random text that names a card by chance now and then
COOKIES = re.compile(r"^set-cookie: (?:__Host-)?(?:sessionid|csrftoken)=[^;]*", re.MULTILINE)


class Watch:
    """Checks what each viewer has received since it was last asked."""

    def __init__(self, web: Web, table: str, viewers: dict[Visitor, int | None]) -> None:
        self.web, self.table, self.viewers = web, table, viewers
        stranger, host = web.visitor("stranger"), web.visitor("host").enters()
        pages = [
            stranger.get("/"),
            host.get("/"),
            stranger.get("/t/nowhere/"),
            stranger.get(f"/t/{host.opens(private='on')}/fair/"),
        ]
        # cards on pages of no game
        self.decoration = {found[0] for page in pages for found in DECORATION.finditer(page.body)}

    def check(self) -> None:
        now = truth(self.web.database, self.table)
        for visitor, seat in self.viewers.items():
            for received in visitor.received:
                text = COOKIES.sub("", received.text)
                cards = named(
                    DECORATION.sub(
                        lambda found: "" if found[0] in self.decoration else found[0], text
                    )
                )
                assert cards <= now.known(seat), (
                    f"{visitor.name} got {cards - now.known(seat)} by {received.how}"
                )
            visitor.received.clear()
            # and the test can see: in words and in pictures it finds the own hand
            if seat is not None:
                html = visitor.looks(self.table).html
                for part in (html, "".join(re.findall(r"<[^>]* data-suit=[^>]*>", html))):
                    assert named(part) >= set(now.hands[seat])


def step(table: str, players: tuple[Visitor, Visitor], rng: Random) -> Board:
    """Take a random step; now and then a refused one first, and the same one twice."""
    player, board = next(
        (player, board) for player in players if (board := player.looks(table)).codes
    )
    if rng.random() < 0.3:
        assert player.acts(
            table, rng.choice(("play Z1", "play B7", "draw G", "undo", "deal R7")), board.ply
        ).status in (200, 422)
        board = player.looks(table)
        if not board.codes:
            return board
    draws = [code for code in board.codes if code.startswith("draw")]
    code = "draw stock" if draws and rng.random() < 0.8 else rng.choice(draws or board.codes)
    other = players[1] if player is players[0] else players[0]
    assert other.acts(table, code, board.ply).status == 422
    answer = player.acts(table, code, board.ply, htmx=rng.random() < 0.7)
    assert answer.status in (200, 303)
    return player.looks(table)


def addresses(table: str) -> Iterator[str]:
    yield from (
        "/",
        f"/t/{table}/",
        f"/t/{table}/log/",
        f"/t/{table}/fair/",
        f"/t/{table}/fair.json",
        f"/t/{table}/transcript/",
    )
    yield from (f"/t/{table}/?ply={ply}" for ply in (0, 2, 5, 99))


@pytest.mark.parametrize(
    ("seed", "choices", "last"),
    [(1, {}, 40), (2, {"suits": 6, "order": "random"}, 0), (3, {"private": "on"}, 40)],
)
def test_nobody_is_sent_what_they_may_not_know(
    web: Web, seed: int, choices: dict[str, object], last: int
) -> None:
    """One whole game, and the beginnings of two."""
    rng = Random(seed)
    table, ann, ben = web.table(**choices)
    cal, dee = web.visitor("cal"), web.visitor("dee").enters()
    watch = Watch(web, table, {ann: 0, ben: 1, cal: None, dee: None})
    with ExitStack() as stack:
        sockets = [stack.enter_context(visitor.listens(table)) for visitor in watch.viewers]
        board = ann.looks(table)
        while board.status != "ended" and (not last or board.ply < last):
            for socket in sockets:
                socket.hears_of(board.version)
            for visitor in rng.sample(list(watch.viewers), 2):
                visitor.get(rng.choice(list(addresses(table))))
            for stranger in (cal, dee):
                if rng.random() < 0.2:
                    stranger.post(f"/t/{table}/sit/")
                    assert stranger.acts(table, "draw stock", board.ply).status in (403, 404)
            watch.check()
            board = step(table, (ann, ben), rng)
            if board.status != "ended":
                watch.check()
    assert last or all(ann.get(address).status == 200 for address in list(addresses(table))[:6])
