"""A rated game could be aborted alone until everybody had acted: the second player did so whenever
hand and first move were bad, three times of three, and the fourth seat after three moves. It is
noted as a walk-out now, and the third is a loss."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kit.servers import wait_until
from tests.kit.visitor import Board, Visitor


def dealt(ann: Visitor, *others: Visitor, **terms: object) -> str:
    """Return a rated table at which Ann has taken her first turn."""
    table = ann.opens(clock="normal", rated="on", **terms)
    for other in others:
        other.sits(table)
    ann.takes_a_turn(table)
    return table


def leaves(visitor: Visitor, table: str, how: str) -> Board:
    answer = visitor.post(f"/t/{table}/{how}/", htmx=True)
    assert answer.status == 200, answer.body
    return answer.board


@pytest.mark.parametrize("how", ["abort", "resign"])
def test_the_second_player_does_not_choose_his_games(
    comes: Callable[..., Visitor], how: str
) -> None:
    ann, mallory = comes(f"ann02{how}").joins(), comes(f"mallory02{how}").joins()
    for words in ("noted on your profile", "your second walk-out"):
        table = dealt(ann, mallory)
        assert words in mallory.looks(table).html, "what it costs is told before"
        board = leaves(mallory, table, how)
        assert (board.status, board.data["places"]) == ("ended", "")
    third = dealt(ann, mallory)
    assert "you lose it, and it counts" in mallory.looks(third).html
    board = leaves(mallory, third, how)
    assert (board.status, board.data["places"]) == ("ended", "1 2")
    assert "Walked out of 3 rated games" in ann.get(f"/@/{mallory.name}/").body
    wait_until(lambda: "(−" in mallory.looks(third).html, "the loss counts")


def test_the_fourth_seat_does_not_end_the_others_game(comes: Callable[..., Visitor]) -> None:
    people = [comes(f"{name}02four").joins() for name in ("ann", "ben", "cal")]
    mallory = comes("mallory02four").joins()
    table = dealt(people[0], *people[1:], mallory, game="odin", seats=4)
    for person in people[1:]:
        person.takes_a_turn(table)
    assert leaves(mallory, table, "abort").status == "running", "the others are asked"
    assert leaves(mallory, table, "resign").status == "running", (
        "a bot plays on, and the last place is taken"
    )
    assert "gone, a bot plays" in people[0].get(f"/t/{table}/").body
