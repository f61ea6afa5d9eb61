"""Taking a move back and making it again added entries without end: at 20,000 the opponent could
not act while his clock ran and lost on time, and from 1,000 on an Expert took any draw, both rated.
Three take-backs until the game moves on are allowed now."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.visitor import Board, Visitor

PAIRS = 12


def pumps(visitor: Visitor, table: str) -> Board:
    """Act and take back, as often as it goes and then some; the board behind all of it."""
    board, down = visitor.looks(table), False
    for _ in range(PAIRS):
        if not down:
            board = visitor.acts(table, board.codes[0], board.ply).board
        answer = visitor.post(f"/t/{table}/undo/", htmx=True, ply=board.ply)
        board, down = answer.board, answer.status != 200
    assert board.alert is not None and "no take-backs left" in board.alert
    return board


def test_a_log_is_not_pumped_and_the_opponent_goes_on(comes: Callable[..., Visitor]) -> None:
    mallory, ben = comes("mallory01").joins(), comes("ben01").joins()
    table = mallory.opens(clock="fast", rated="on")
    ben.sits(table)
    start = mallory.looks(table).ply
    board = pumps(mallory, table)
    assert board.ply <= start + 7
    board = mallory.acts(table, "draw stock", board.ply).board
    assert ben.acts(table, ben.looks(table).codes[0], board.ply).status == 200


def test_an_expert_takes_no_draw_because_of_take_backs(comes: Callable[..., Visitor]) -> None:
    mallory = comes("mallory02").joins()
    table = mallory.opens(clock="fast", rated="on", bot="expert")
    pumps(mallory, table)
    board = mallory.post(f"/t/{table}/draw/", htmx=True).board
    assert (board.status, "The draw was declined." in board.html) == ("running", True)
