"""The contracts about imports: those of pyproject.toml, and those that follow from the list of
games."""

from itertools import permutations
from pathlib import Path

import grimp
import pytest
from importlinter.cli import lint_imports

from games.registry import GAMES

ROOT = Path(__file__).parents[1]


def test_the_contracts_hold(capsys: pytest.CaptureFixture[str]) -> None:
    broken = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert not broken, capsys.readouterr().out


def test_no_game_imports_another_and_nothing_imports_a_game() -> None:
    """Games are found through the registry, by name: so a new one is its folder and one line, and
    may be taken out again."""
    graph = grimp.build_graph("games", cache_dir=None)
    for game, other in permutations(GAMES, 2):
        assert not graph.find_shortest_chains(importer=game, imported=other)
    for package in graph.find_children("games") - set(GAMES):
        for game in GAMES:
            assert not graph.find_shortest_chains(importer=package, imported=game)
