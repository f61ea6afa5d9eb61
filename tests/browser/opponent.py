"""Ben without a browser: he answers at once by plain requests, for tests that are about one
browser."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser.player import Player
from tests.kit.servers import Site
from tests.kit.visitor import Board, Visitor


class Opponent:
    """Sits at one table and plays at random; with somebody's cookies, in their name."""

    def __init__(self, site: Site, table: str = "", cookies: dict[str, str] | None = None) -> None:
        self.visitor = (
            Visitor(site.port, "ben", cookies) if cookies else Visitor(site.port, "ben").enters()
        )
        self.table = table
        self.rng = Random(2)

    def sits_down_at(self, table: str) -> None:
        self.visitor.sits(table)
        self.table = table

    def plays(self) -> Board:
        """His whole turn, if it is his: the board as it then stands."""
        board = self.visitor.looks(self.table)
        while board.codes:
            code = "draw stock" if "draw stock" in board.codes else self.rng.choice(board.codes)
            answer = self.visitor.acts(self.table, code, board.ply)
            assert answer.status == 200
            board = answer.board
        return board


def at_a_table(
    page: Page, site: Site, *, seat: int = 1, touch: bool = False, **terms: Any
) -> tuple[Player, Opponent]:
    """Have Ben open a table, and Ann sit down there in a page, as a guest. She is to move first,
    unless Ben has taken the other `seat`."""
    ann, ben = Player(page, touch=touch), Opponent(site)
    ben.table = ben.visitor.opens(order="seats", seat=seat, **terms)
    page.goto(f"/t/{ben.table}/")
    ann.presses(page.get_by_role("button", name="Sit down as a guest"))
    if seat:
        ann.waits_for_the_turn()
    else:
        ann.waits_for_the_start()
    return ann, ben
