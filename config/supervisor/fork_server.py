"""The loader: `python -m config.supervisor.fork_server SOCKET` loads the site's code once, and
forks the parts of the site, which share its memory.

A message on the socket is a part's name and the words of a Python command, as in `["web",
"uvicorn", "config.asgi:application"]`, with a file descriptor for its output. The answer is the
process id of the part: a child of the supervisor, which runs as `python -m uvicorn …` would and no
longer needs the loader.

Linux only: elsewhere a process cannot change its parent, and forks of a process that has used
system libraries may crash.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import runpy
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from config.monitoring import outage_log
from config.supervisor import processes

# imported by every part
MODULES = (
    "config.asgi",
    "celery.bin.celery",
    "celery.apps.worker",
    "celery.apps.beat",
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
    "config.beat",
    "config.supervisor.autoscaling",
    "config.server.protocol",
    "config.monitoring.alerts",
    "kombu.transport.redis",
    "uvicorn.main",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
)
M_ARENA_MAX = -8


def main() -> None:
    """Load the code, then start parts until the supervisor is gone."""
    with socket.socket(fileno=int(sys.argv[1])) as supervisor:
        processes.set_name("fairdeal-loader")
        load()
        while True:
            message, outputs, _flags, _address = socket.recv_fds(supervisor, 65536, 1)
            if not message:
                return
            name, *words = json.loads(message)
            pid = start(name, words, supervisor, outputs[0])
            os.close(outputs[0])
            supervisor.send(str(pid).encode())


def load() -> None:
    """Import what the parts need, without starting a thread or a connection."""
    # Celery's command imports an interactive shell: seven megabytes
    shell = ModuleType("click_repl")
    shell.__dict__["register_repl"] = lambda *_, **__: None
    sys.modules.setdefault(shell.__name__, shell)
    for module in MODULES:
        import_module(module)
    from config.celery import app

    app.finalize()
    app.loader.import_default_modules()
    with suppress(OSError, AttributeError):  # C libraries other than GNU's
        libc = ctypes.CDLL(None)
        # threads share the interpreter lock, so they need no heaps of their own
        libc.mallopt(M_ARENA_MAX, 2)
        gc.collect()
        libc.malloc_trim(0)
    gc.freeze()


def start(name: str, words: Sequence[str], supervisor: socket.socket, output: int) -> int:
    """Fork a part and return its process id. A process in between ends at once, so that the part
    becomes a child of the supervisor; the part waits until it has ended."""
    parent = os.getppid()
    (pid_read, pid_write), (go_read, go_write) = os.pipe(), os.pipe()
    if between := os.fork():
        os.close(go_read)
        os.close(pid_write)
        os.waitpid(between, 0)
        with open(pid_read, "rb", buffering=0) as answer, open(go_write, "wb", buffering=0) as go:
            with suppress(BrokenPipeError):  # the part was killed
                go.write(b"!")
            return int(answer.read(20))
    if pid := os.fork():
        os.write(pid_write, str(pid).encode())
        os._exit(0)
    for number in (pid_read, pid_write, go_write):
        os.close(number)
    if not os.read(go_read, 1):  # the loader was killed
        os._exit(1)
    os.close(go_read)
    supervisor.close()
    _run_part(name, words, parent, output)


def _run_part(name: str, words: Sequence[str], parent: int, output: int) -> NoReturn:
    """Run a part's program in this process."""
    os.setsid()
    for stream in (1, 2):
        os.dup2(output, stream)
    os.close(output)
    if stay_with_parent := processes.die_with_parent(parent):
        stay_with_parent()
    processes.set_name(f"fairdeal-{name}")
    outage_log.begin()
    sys.argv = [*words]
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    main()
