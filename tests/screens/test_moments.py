"""Markers of moments on the board: each by a name of its own, and the totals with their steps."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from games.kernel.protocol import Setup
from games.registry import engines
from games.screens import since
from games.tables.state.snapshot import Snapshot
from tests.kit import boards

CLAIM = re.compile(r"claim (\d)")


def beats(html: str) -> set[str]:
    return set(re.findall(r'data-beat="([^"]+)"', html))


def played(slug: str, seats: int, options: dict[str, str], seed: int = 4) -> list[Snapshot]:
    engine = engines()[slug]

    def choose(dice: Random, codes: list[str]) -> str:
        return "draw stock" if "draw stock" in codes else dice.choice(codes)

    return boards.moments(engine, Setup(seats, options, engine.ruleset), seed, choose)


def test_each_claim_knocks_on_both_boards_and_nothing_else_does() -> None:
    game = played("schotten_totten", 2, {})
    for before, after in pairwise(game):
        code = after.log[-1].entry.code
        claimed = CLAIM.fullmatch(code)
        if not claimed and int(after.log[-1].entry.seat or 0) >= 0 and after.ply % 41:
            continue  # of what is no claim some are enough
        for viewer in (0, 1):
            new = beats(boards.board(after, viewer)) - beats(boards.board(before, viewer))
            knocks = {beat for beat in new if beat.startswith("knock")}
            whose = "mine" if after.log[-1].entry.seat == viewer else "theirs"
            assert knocks == ({f"knock 0 {claimed[1]}-{whose}"} if claimed else set())


def test_the_stones_that_won_light_in_turn() -> None:
    end = played("schotten_totten", 2, {})[-1]
    assert end.position is not None
    last = end.engine.view(end.position.state, None).past[-1]
    lights = sorted(
        beat.split() for beat in beats(boards.board(end, None)) if beat.startswith("light")
    )
    assert [int(order) for _light, order, _stone in lights] == list(range(len(lights)))
    assert len(lights) == {"adjacent": 3}.get(last.by, last.owners.count(last.winner))
    assert all(last.owners[int(stone) - 1] == last.winner for _light, _order, stone in lights)


@pytest.mark.parametrize("slug, seats", [("lost_cities", 2), ("odin", 3), ("exhibition", 3)])
def test_totals_count_up_to_what_stands_there(slug: str, seats: int) -> None:
    html = boards.board(played(slug, seats, {})[-1], 0)
    counts = re.findall(r'data-sums="([^"]+)"[^>]*>\s*([^<]+)<', html)
    assert len(counts) == seats * (2 if slug == "lost_cities" else 1)  # its strips count along
    for sums, shown in counts:
        assert sums.split()[-1] == shown.strip().replace("−", "-")
    assert any(beat.startswith("count") for beat in beats(html))


def test_an_empty_hand_sweeps_the_table_once() -> None:
    game = played("odin", 3, {})
    swept = [
        beats(boards.board(after, 0)) - beats(boards.board(before, 0))
        for before, after in pairwise(game)
        if after.runs[-1].seat is None or after is game[-1]
    ]
    found = [beat for new in swept for beat in sorted(new) if beat.startswith("sweep")]
    assert len(found) == len(set(found)) == len(game[-1].engine.view(
        game[-1].position.state, None  # type: ignore[union-attr]
    ).past)  # fmt: skip


def turn(seat: int | None, ply: int) -> boards.Turn:
    return boards.Turn(0, seat, "", False, (), ply)


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ([(1, 9), (0, 7), (1, 5)], (8, 10)),  # one turn since mine
        ([(2, 12), (1, 9), (0, 7)], (8, 10, 13)),  # two others
        ([(1, 9), (None, 7), (0, 5)], (8, 10)),  # since the deal
        ([(0, 9), (1, 7)], ()),  # I was the last
        ([(1, 9), (2, 7)], ()),  # nobody knows where it began
        ([], ()),
    ],
)
def test_the_moments_since_ones_turn(
    log: list[tuple[int | None, int]], found: tuple[int, ...]
) -> None:
    assert since.moments([turn(*each) for each in log], 0) == found  # type: ignore[misc]
