"""A fifth game is its folder, its folder of tests, and one line in the registry.

The toy of the kernel's tests is added to a copy of the project just so, and then everything that
the project proves of its games is proved of it: conformance, import contracts, no migration, and a
whole game played over HTTP.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import ROOT, bare

HERE = Path(__file__).parent
COPIED = [
    "manage.py",
    "pyproject.toml",
    "accounts",
    "config",
    "games",
    "static",
    "templates",
    "tests",
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the toy added to it."""
    copy = tmp_path_factory.mktemp("project")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "fifth_game")
            )
        else:
            shutil.copy(source, copy / name)
    shutil.copytree(HERE / "game", copy / "games" / "toy")
    shutil.copy(HERE.parent / "kernel" / "toy.py", copy / "games" / "toy" / "engine.py")
    shutil.copytree(HERE / "told", copy / "tests" / "toy")
    registry = copy / "games" / "registry.py"
    registry.write_text(
        registry.read_text().replace("GAMES = [\n", 'GAMES = [\n    "games.toy",\n')
    )
    return copy


def run(project: Path, *words: str) -> None:
    environ = bare() | {"DATA_DIR": str(project / "var"), "SECRET_KEY": "only-for-tests"}
    done = subprocess.run(
        [sys.executable, *words], cwd=project, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_it_needs_no_migration(project: Path) -> None:
    run(project, "manage.py", "makemigrations", "--check", "--dry-run")


def test_it_conforms_keeps_its_secrets_and_is_played_over_http(project: Path) -> None:
    run(
        project,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-k",
        "toy or contracts",
        "tests/conformance",
        "tests/toy",
        "tests/test_import_contracts.py",
    )
