"""A web process on its own data that is replaced at once when it is killed: a parent that has
imported everything forks another."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from config.supervisor import processes
from tests.kit import environment, migrated
from tests.kit.servers import free_port
from tests.kit.visitor import Visitor

OF_A_BOARD = re.compile(r"(tables|screens|lost_cities)/.*\.(html|txt)$")


class Web:
    """The web process; `data` is its DATA_DIR. By default it uses the tests' Redis."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data, self.port, self.pid = data, free_port(), 0
        ours = {
            "DATA_DIR": str(data),
            "PORT": str(self.port),
            "REDIS_URL": f"unix://{environment.SOCKET}",
            "RATE_LIMITS": "off",
        }
        kept = {
            "STATIC_ROOT": os.environ["STATIC_ROOT"],
            "REDIS_PREFIX": f"web{self.port}",
            "SECRET_KEY": "only-for-tests",
        }
        self.environ = environment.bare() | ours | kept | settings
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        if not self.environ.get("DATABASE_URL"):
            migrated.copy_to(self.database)
        command = [sys.executable, "-m", "tests.kit.web", str(self.port)]
        with self.log.open("ab") as log:
            streams: dict[str, Any] = {
                "stdout": subprocess.PIPE,
                "stderr": log,
                "text": True,
                "preexec_fn": processes.die_with_parent(),
            }
            self.process = subprocess.Popen(
                command, cwd=environment.ROOT, env=self.environ, **streams
            )
        self._await_child()

    @property
    def log(self) -> Path:
        """Return the path of the log."""
        return self.data / "log.txt"

    @property
    def database(self) -> Path:
        return self.data / "db.sqlite3"

    def _await_child(self) -> None:
        assert self.process and self.process.stdout
        line = self.process.stdout.readline()
        assert line, f"the web process cannot be started:\n{self.log.read_text()}"
        self.pid = int(line)

    def kill(self) -> None:
        """Kill the process by SIGKILL, and wait for its replacement."""
        os.kill(self.pid, signal.SIGKILL)
        self._await_child()

    def stop(self) -> None:
        if self.process and self.process.stdout:
            self.process.terminate()
            self.process.wait()
            self.process.stdout.close()

    def manage(self, *words: str) -> str:
        """Run a management command on the same data; return its output. Raises AssertionError."""
        done = environment.manage(self.environ, *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def visitor(self, name: str) -> Visitor:
        return Visitor(self.port, name)

    def table(self, **choices: object) -> tuple[str, Visitor, Visitor]:
        """Return a new game of Lost Cities, with Ann (seat 0, to move) and Ben."""
        ann, ben = self.visitor("ann").enters(), self.visitor("ben").enters()
        table = ann.opens(**choices)
        ben.sits(table)
        return table, ann, ben


@contextmanager
def running(data: Path, **settings: str) -> Iterator[Web]:
    web = Web(data, **settings)
    web.start()
    try:
        yield web
    finally:
        web.stop()


def warm_up() -> Any:
    """Return the application after loading all code and templates, without queries, for children to
    come. Static files are collected first, since the application looks for them once."""
    import django
    from django.template import engines
    from django.template.loader import get_template
    from django.urls import reverse

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from config.server import static

    static.collect()
    from config.asgi import application
    from games import registry

    for slug in registry.engines():
        registry.screen(slug)
    reverse("home")  # imports all views
    get_template("tables/table.html")
    boards: Any = engines["jinja2"]
    for name in boards.env.list_templates(filter_func=OF_A_BOARD.match):
        boards.env.get_template(name)
    return application


def main() -> None:
    import uvicorn

    # no logging of the server: it would replace that of the settings, which are loaded already
    quiet: dict[str, Any] = {"log_config": None, "access_log": False}
    protocols: dict[str, Any] = {
        "http": "config.server.protocol:Protocol",
        "ws": "config.server.protocol:Socket",
        "ws_per_message_deflate": False,
    }
    config = uvicorn.Config(warm_up(), lifespan="off", **quiet, **protocols)
    config.load()
    signal.signal(signal.SIGTERM, lambda *_: os.killpg(0, signal.SIGKILL))
    os.setpgid(0, 0)
    with closing(socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=128)) as listener:
        stay_with_parent = processes.die_with_parent()
        while True:
            if child := os.fork():
                print(child, flush=True)
                os.waitpid(child, 0)
                continue
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            if stay_with_parent:
                stay_with_parent()
            uvicorn.Server(config).run(sockets=[listener])
            os._exit(0)


if __name__ == "__main__":
    main()
