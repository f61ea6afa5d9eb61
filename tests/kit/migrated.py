"""An empty database with all tables, cached for all runs with the same migrations."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.kit import environment

CACHE = environment.ROOT / ".venv" / "test-databases"
PLACES = ("accounts/migrations/*.py", "games/**/migrations/*.py", "requirements-dev.txt")


def sqlite() -> Path:
    """Return the SQLite file."""
    return cached("db.sqlite3", _make_sqlite)


def copy_to(path: Path) -> None:
    """Copy the SQLite file to a path unless it exists."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sqlite(), path)


def migrate(**settings: str) -> None:
    """Migrate the database of these settings."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    environ = environment.bare() | {"SECRET_KEY": "only-for-tests"} | settings
    done = subprocess.run(
        command, cwd=environment.ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def cached(name: str, make: Callable[[Path], None]) -> Path:
    """Return a path that `make` has filled in this run or an earlier one."""
    path = CACHE / fingerprint() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for older in CACHE.iterdir():
            if older.is_dir() and older != path.parent:
                shutil.rmtree(older, ignore_errors=True)
        if not path.exists():
            draft = path.with_name(f"draft-{name}")
            _remove(draft)  # a run that was killed leaves it
            make(draft)
            draft.rename(path)
    return path


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _make_sqlite(draft: Path) -> None:
    migrate(DATA_DIR=str(draft.parent), DATABASE_URL=f"sqlite:///{draft}")


@cache
def fingerprint() -> str:
    """Return a hash of all files on which the tables depend."""
    digest = hashlib.sha256()
    for place in PLACES:
        for path in sorted(environment.ROOT.glob(place)):
            digest.update(str(path.relative_to(environment.ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]
