"""The frozen Expert that later bots are measured by: the same seed still plays the same."""

from __future__ import annotations

import subprocess
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from benchmarks import yardstick
from benchmarks.duels import Player, states
from games.kernel.protocol import Setup
from games.registry import engines


@pytest.mark.parametrize(
    ("slug", "left"),
    [
        ("lost_cities", 201569),
        ("schotten_totten", 868104),
        ("odin", 336643),
        ("exhibition", 531802),
    ],
)
def test_the_yardstick_plays_as_on_its_day(slug: str, left: int) -> None:
    try:
        yardstick.unpacked()
    except SystemExit as sentence:
        pytest.skip(str(sentence))
    dice = Random(4)
    players = [Player.named("yardstick", slug)] * 2
    assert len(list(islice(states(engines()[slug], Setup(2), players, dice, dice), 5))) == 5
    assert dice.randrange(10**6) == left


def test_a_copy_without_history_says_what_is_missing(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    with pytest.raises(SystemExit, match=r"commit 8a1456d0 .* `git fetch --unshallow` brings it"):
        yardstick.unpacked(tmp_path)
