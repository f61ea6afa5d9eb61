"""One request dealt a game of five Experts, a second one resigned it: they played on alone, for 9.5
seconds of a processor."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kit.visitor import Visitor


@pytest.mark.parametrize("game", ["odin", "exhibition"])
def test_experts_do_not_play_on_alone(comes: Callable[..., Visitor], game: str) -> None:
    mallory = comes("mallory").enters()
    table = mallory.opens(game=game, seats=5, bot="expert")
    assert mallory.looks(table).status == "running"
    board = mallory.post(f"/t/{table}/resign/", htmx=True).board
    assert (board.status, board.data["places"]) == ("ended", "5 1 1 1 1")
    transcript = mallory.get(f"/t/{table}/transcript/").body
    assert transcript.endswith("! resign 0\n! draw\n= scores - - - - -   places 5 1 1 1 1\n")
    assert mallory.looks(table).ply == board.ply
