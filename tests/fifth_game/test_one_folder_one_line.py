"""A fifth game is its folder, its folder of tests, and one line in the registry.

Four are added to a copy of the project just so: the toy of the kernel's tests, which has no words
and no bot, two that `manage.py newgame` writes, and the one of docs/building/walkthrough.md.
Then everything that the project proves of its games is proved of them: style, types, import
contracts, conformance, their own tests, no migration, and whole games played over HTTP.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fifth_game import walkthrough
from tests.kit import migrated
from tests.kit.environment import ROOT, bare

HERE = Path(__file__).parent
COPIED = (
    "manage.py pyproject.toml requirements-dev.txt accounts config games static templates tests"
).split()


NEW = [
    ["low_cards", "--seats", "2-4", "--hand", "7", "--deck", "5x9"],
    ["zeta", "--seats", "2", "--hand", "10", "--deck", "french", "--title", "Zeta 21"],
]
SLUGS = [*(words[0] for words in NEW), walkthrough.SLUG]
FOLDERS = [f"{place}/{slug}" for slug in SLUGS for place in ("games", "tests")]
TYPES = ROOT / ".venv" / "test-mypy"
"""Kept from run to run: without it mypy reads all of Django first."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with four games added to it."""
    copy = tmp_path_factory.mktemp("project")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source,
                copy / name,
                ignore=shutil.ignore_patterns("fifth_game", "gallery"),
            )
        else:
            shutil.copy(source, copy / name)
    migrated.sqlite()
    (copy / ".venv").mkdir()
    (copy / ".venv" / migrated.CACHE.name).symlink_to(migrated.CACHE)
    with (copy / "config" / "settings.py").open("a") as settings:
        # static files are not what is tested here, and compressing them takes seconds
        settings.write('WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["css", "js", "svg", "ttf"]\n')
    shutil.copytree(HERE / "game", copy / "games" / "toy")
    shutil.copy(HERE.parent / "kernel" / "toy.py", copy / "games" / "toy" / "engine.py")
    shutil.copytree(HERE / "told", copy / "tests" / "toy")
    registry = copy / "games" / "registry.py"
    registry.write_text(
        registry.read_text().replace("GAMES = [\n", 'GAMES = [\n    "games.toy",\n')
    )
    for words in NEW:
        run(copy, "manage.py", "newgame", *words)
    walkthrough.write(copy)
    for command in walkthrough.commands():
        if "pytest" not in command:  # those run together, below
            run(copy, *command)
    return copy


def run(project: Path, *words: str) -> None:
    environ = bare() | {"DATA_DIR": str(project / "var"), "SECRET_KEY": "only-for-tests"}
    done = subprocess.run(
        [sys.executable, *words], cwd=project, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_they_need_no_migration(project: Path) -> None:
    run(project, "manage.py", "makemigrations", "--check", "--dry-run")


def test_they_need_no_change_to_pass_style_and_types(project: Path) -> None:
    run(project, "-m", "ruff", "check", *FOLDERS)
    run(project, "-m", "ruff", "format", "--check", *FOLDERS)
    sources = [folder for folder in FOLDERS if folder.startswith("games")]
    run(project, "-m", "mypy", "--cache-dir", str(TYPES), *sources)


def test_they_conform_keep_their_secrets_and_are_played_over_http(project: Path) -> None:
    names = " or ".join(["toy", "contracts", *SLUGS])
    run(
        project,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-k",
        names,
        "tests/conformance",
        "tests/toy",
        *(folder for folder in FOLDERS if folder.startswith("tests")),
        "tests/test_import_contracts.py",
    )
