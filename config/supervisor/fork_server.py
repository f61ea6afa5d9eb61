"""The loader: it loads the site's code once, and starts parts of the site as forks, which share its
memory: `python -m config.supervisor.fork_server SOCKET`.

A message on the socket is a part's name and the words of a Python command, as in `["web",
"uvicorn", "config.asgi:application"]`, with a file descriptor for its output. The answer is the
process id of the new part: a child of the supervisor, which no longer needs the loader and runs the
same program as `python -m uvicorn …`.

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

# what every part would import
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
        processes.tell_name("fairdeal-loader")
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
    # celery's command has an interactive shell: seven megabytes
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
        # threads that share the interpreter lock need no heaps of their own
        libc.mallopt(M_ARENA_MAX, 2)
        gc.collect()
        libc.malloc_trim(0)
    gc.freeze()


def start(name: str, words: Sequence[str], supervisor: socket.socket, output: int) -> int:
    """Fork a part and return its process id. A process in between ends at once, so the part becomes
    a child of the supervisor. It waits to be told so: the files of that process close earlier."""
    parent = os.getppid()
    (said, saying), (told, telling) = os.pipe(), os.pipe()
    if between := os.fork():
        os.close(told)
        os.close(saying)
        os.waitpid(between, 0)
        with open(said, "rb", buffering=0) as answer, open(telling, "wb", buffering=0) as go:
            with suppress(BrokenPipeError):  # the part was killed
                go.write(b"!")
            return int(answer.read(20))
    if pid := os.fork():
        os.write(saying, str(pid).encode())
        os._exit(0)
    for number in (said, saying, telling):
        os.close(number)
    if not os.read(told, 1):  # the loader was killed
        os._exit(1)
    os.close(told)
    supervisor.close()
    _become(name, words, parent, output)


def _become(name: str, words: Sequence[str], parent: int, output: int) -> NoReturn:
    """Run a part's program in this process."""
    os.setsid()
    for stream in (1, 2):
        os.dup2(output, stream)
    os.close(output)
    if stay_with_parent := processes.die_with_parent(parent):
        stay_with_parent()
    processes.tell_name(f"fairdeal-{name}")
    outage_log.begin()
    sys.argv = [*words]
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    main()
