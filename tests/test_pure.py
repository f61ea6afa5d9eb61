"""Pure tests start neither Django nor a server."""

from __future__ import annotations

from pathlib import Path

from tests.kit import environment, pure

SPY = """
import sys

def pytest_sessionfinish(session):
    found = [name for name in ("django", "redis", "games.tables") if name in sys.modules]
    print("LOADED:", *found)
"""
FEW = "wins"  # of the tests, by name; all their modules are imported


def test_neither_django_nor_valkey_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "spy.py").write_text(SPY)
    words = ["-m", "pytest", "-q", "-p", "spy", "-k", FEW, *map(str, pure.modules())]
    done = environment.python(environment.bare() | {"PYTHONPATH": str(tmp_path)}, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert "LOADED:\n" in done.stdout
    assert "valkey" not in done.stdout


def test_every_engine_is_tested_so() -> None:
    folders = {path.parent.name for path in pure.modules()}
    assert folders >= {"kernel", "bots", "conformance", "lost_cities", "odin"}
    assert not pure.is_pure(pure.TESTS / "odin" / "test_board.py")
    assert not pure.is_pure(pure.TESTS / "tables" / "test_moves.py")
