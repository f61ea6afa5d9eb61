"""The examples of docs/api.md, run as they are written there; the documented bot plays a game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.web import Web, running

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "api.md").read_text()
BOT = ROOT / "examples" / "bot.py"


@pytest.fixture(scope="module")
def site(redis_server: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("api")) as web:
        yield web


def run(site: Web, *command: str) -> str:
    env = dict(os.environ, SITE=f"http://localhost:{site.port}")
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_examples_for_the_shell_work(site: Web) -> None:
    script = "set -e\n" + "\n".join(re.findall(r"```sh\n(.*?)```", DOCS, re.DOTALL))
    said = run(site, "bash", "-c", script)
    assert '"status": "open"' in said and '"ladder": "two"' in said and "problem" not in said


def test_the_example_in_python_works(site: Web) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    assert int(run(site, sys.executable, "-c", script).split()[0]) > 2


@pytest.mark.parametrize("game", ["schotten_totten", "exhibition"])
def test_the_documented_bot_plays_a_whole_game(site: Web, game: str) -> None:
    """Against itself; tests/browser has a person against it."""
    lines = [line for line in BOT.read_text().partition('"""\n\n')[2].splitlines() if line.strip()]
    assert len(lines) <= 40
    address, command = f"http://localhost:{site.port}", [sys.executable, str(BOT)]
    with subprocess.Popen([*command, address, game], stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout
        link = host.stdout.readline().strip()
        seats = 1 if game == "schotten_totten" else 3
        guests = [
            subprocess.Popen([*command, address, link.rstrip("/").rpartition("/")[2]])
            for _ in range(seats)
        ]
        assert "places" in host.stdout.read()
        assert [guest.wait(timeout=60) for guest in guests] == [0] * seats
