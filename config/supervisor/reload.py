"""Run a program, and restart it when a source file changes: `python -m config.supervisor.reload
PROGRAM …`.

For development: `manage.py play --reload` starts the parts with it. Sources are Python files and
templates; with DEBUG, styles, scripts and pictures are served from source.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from config.supervisor.processes import die_with_parent

EVERY = 0.4
"""Seconds between two scans."""
SOURCES = (".py", ".html")
IGNORED = {"static", "tests", "var", "docs"}


def sources(folder: str) -> dict[str, int]:
    """Return source file → time of change, for all below a folder."""
    found = {}
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in IGNORED and name[0] not in "._"]
        for path in (os.path.join(parent, name) for name in files if name.endswith(SOURCES)):
            with suppress(FileNotFoundError):  # an editor may be replacing it
                found[path] = os.stat(path).st_mtime_ns
    return found


def changed(before: dict[str, int], now: dict[str, int]) -> list[str]:
    """Return the files that changed, came or went."""
    return sorted(path for path, _time in before.items() ^ now.items())


def run(command: Sequence[str], folder: Path) -> None:
    """Run the command until this process is stopped. If it ends by itself, as on a syntax error, it
    restarts after the next change."""
    while True:
        before = sources(str(folder))
        child = subprocess.Popen(command, preexec_fn=die_with_parent())
        try:
            while not (changes := changed(before, sources(str(folder)))):
                time.sleep(EVERY)
        finally:
            child.terminate()
            child.wait()
        print(
            f"{', '.join(dict.fromkeys(map(os.path.basename, changes)))} changed: starting again."
        )


def main() -> None:
    """Run the command in the arguments; exit with 0 on SIGTERM."""
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(0))
    run(sys.argv[1:], Path.cwd())


if __name__ == "__main__":
    main()
