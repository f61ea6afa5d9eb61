"""Starts the parts of a site. The site's code is loaded once; each part is a fork of this process,
so one that was killed is back within a tenth of a second and not of three. It runs the program of
`config.supervisor.parts` with the very same words.

A line `NAME PORT` on the standard input starts a part. The answers are lines: `born NAME PID`, and
`dead NAME PID` when it has ended.
"""

from __future__ import annotations

import os
import selectors
import signal
import sys
import traceback
from pathlib import Path
from typing import NoReturn

from config.supervisor import processes
from tests.kit import web

_names: dict[int, str] = {}


def main() -> None:
    """Start parts until the input ends; then kill them."""
    web.warm_up()
    waking, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    stay_with_parent = processes.die_with_parent()
    with selectors.DefaultSelector() as inputs:
        inputs.register(sys.stdin.fileno(), selectors.EVENT_READ)
        inputs.register(waking, selectors.EVENT_READ)
        print("ready", flush=True)
        while True:
            for key, _ in inputs.select():
                said = os.read(key.fd, 4096)
                if key.fd == waking:
                    _bury()
                elif not said:
                    return _end()
                else:
                    for line in said.decode().splitlines():
                        name, port = line.split()
                        _start(name, port, stay_with_parent)


def _start(name: str, port: str, stay_with_parent: object) -> None:
    if pid := os.fork():
        _names[pid] = name
        print(f"born {name} {pid}", flush=True)
        return
    try:
        _run(name, int(port), stay_with_parent)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def _run(name: str, port: int, stay_with_parent: object) -> NoReturn:
    os.setsid()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if callable(stay_with_parent):
        stay_with_parent()
    log = os.open(
        Path(os.environ["DATA_DIR"]) / f"{name}.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND
    )
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    from tests.chaos import points

    points.part = name
    _program(name, port)
    os._exit(0)


def _program(name: str, port: int) -> None:
    from django.conf import settings

    from config.supervisor import parts

    kind = name.rstrip("0123456789")
    if kind == "web":
        import uvicorn.main

        settings.PORT = port
        uvicorn.main.main(parts.web().command[3:], standalone_mode=False)
        return
    from celery.__main__ import main as celery

    words = {"worker": parts.worker, "bots": parts.bots, "beat": parts.beat}[kind]().command[2:]
    # as on machines of their own
    sys.argv = [*words, "--hostname", f"{name}@%h"] if kind != "beat" else words
    celery()


def _bury() -> None:
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        print(f"dead {_names.pop(pid, '?')} {pid}", flush=True)


def _end() -> None:
    for pid in _names:
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


if __name__ == "__main__":
    main()
