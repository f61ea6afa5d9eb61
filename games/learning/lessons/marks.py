"""Marks on the board of a lesson: the lit place, and places where a tap means a refused code.

Boards know nothing of lessons. But each picture is the label of a button (`for`), and each button
has the id of its code, by which marks find their places.
"""

from __future__ import annotations

import re

from games.screens.buttons import button_id
from games.screens.lessons import Refusal, Task

CROSS = '<i class="crossed" aria-hidden="true"></i>'


def marked(board: str, task: Task | None, tried: str = "") -> str:
    """Return a rendered board with the task's place lit; `tried` is the code that was just refused,
    or ""."""
    if task is None:
        return board
    if task.ladder:  # beside it the middle of the board may scroll, also by keyboard
        board = board.replace(' id="middle"', ' id="middle" tabindex="0"', 1)
    if task.code:
        board = _lit(board, task.code)
    for code, refusal in task.refused.items():
        board = _open(board, code, refusal)
    return _crossed(board, tried, task.refused.get(tried)) if tried else board


def _chosen(board: str, code: str) -> str:
    """Return the board with the hand's cards of a code chosen."""
    for id in _cards(code):
        board = board.replace(f' id="{id}"', f' id="{id}" checked', 1)
    return board


def _cards(code: str) -> list[str]:
    """Return the ids of the checkboxes of a code's cards."""
    return [f"card-{card.partition('>')[0]}" for card in code.split(" ")[1:]]


def _lit(board: str, code: str) -> str:
    """Mark the places of a code, and its cards in the hand."""
    for id in (button_id(code), *_cards(code)):
        board = re.sub(
            rf'class="([^"]*)"(\s+for="{re.escape(id)}")',
            lambda found: f'class="{found[1]} is-lit"{found[2]}',
            board,
        )
    return board


def _open(board: str, code: str, refusal: Refusal) -> str:
    """Let taps send a refused code: at its place, and where the board would say why not."""
    number = _number(board, code)
    if number:
        why = rf'for="(?:why|whose|own)-{number}"'
        board = re.sub(why, f'for="{button_id(code)}"', board)
    if refusal.at:
        card = f' data-i="{number}"' if number else ""
        label = f'<label class="no no--refused" for="{button_id(code)}"{card}></label>'
        board = _in(board, refusal.at, label)
    return board


def _crossed(board: str, code: str, refusal: Refusal | None) -> str:
    if refusal is not None and refusal.at:
        board = _in(board, refusal.at, CROSS)
    return _chosen(board, code)


def _number(board: str, code: str) -> str:
    """Return the number that links a card of the hand with its places, or ""."""
    for id in _cards(code):
        if found := re.search(rf'id="{re.escape(id)}"[^>]* data-i="(\d+)"', board):
            return found[1]
    return ""


def _in(board: str, id: str, html: str) -> str:
    """Insert HTML at the start of the element with this id."""
    return re.sub(
        rf'(<[a-z]+\b[^>]*\bid="{re.escape(id)}"[^>]*>)', lambda found: found[1] + html, board
    )
