"""Starting again when a source file changes: config/supervisor/reload.py, under `make dev`."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.supervisor import reload
from tests.kit.environment import ROOT, bare
from tests.kit.servers import PATIENCE

SITE = "import pathlib, time\npathlib.Path('said').open('a').write({word!r} + ' ')\n{rest}\n"
WAITING = "time.sleep(600)"


def write(folder: Path, word: str, rest: str = WAITING) -> None:
    (folder / "site_part.py").write_text(SITE.format(word=word, rest=rest))


def said(folder: Path) -> list[str]:
    file = folder / "said"
    return file.read_text().split() if file.exists() else []


@contextmanager
def reloading(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "config.supervisor.reload", sys.executable, "site_part.py"]
    env = bare() | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL) as process:
        yield process
        process.terminate()
        assert process.wait(PATIENCE) == 0


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_changed_code_runs_and_a_wrong_line_ends_nothing(tmp_path: Path) -> None:
    write(tmp_path, "one")
    with reloading(tmp_path):
        wait_for(lambda: said(tmp_path) == ["one"])
        write(tmp_path, "two", rest="raise SystemExit(3)")
        wait_for(lambda: said(tmp_path) == ["one", "two"])
        write(tmp_path, "three")
        wait_for(lambda: said(tmp_path) == ["one", "two", "three"])


def test_code_and_templates_are_sources_and_styles_are_not(tmp_path: Path) -> None:
    for name in ("game/engine.py", "game/jinja2/board.html", "game/static/board.css", ".git/x.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    before = reload.sources(str(tmp_path))
    names = {os.path.relpath(path, tmp_path) for path in before}
    assert names == {"game/engine.py", "game/jinja2/board.html"}
    (tmp_path / "game" / "words.py").write_text("")
    (tmp_path / "game" / "engine.py").unlink()
    found = reload.changed(before, reload.sources(str(tmp_path)))
    assert [Path(path).name for path in found] == ["engine.py", "words.py"]


def test_it_is_refused_where_nobody_develops() -> None:
    with pytest.raises(CommandError, match="DEBUG=on"):
        call_command("play", reload=True)
