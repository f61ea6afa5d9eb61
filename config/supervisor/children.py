"""The supervisor's child processes, each in a process group of its own, started by a command or by
the loader (`fork_server.py`)."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from config.supervisor.processes import die_with_parent

LOAD_TIMEOUT = 120.0  # seconds


@dataclass(eq=False)
class Child:
    """A process. `ended` receives its exit code, or minus the signal that killed it."""

    pid: int
    ended: asyncio.Future[int]
    process: subprocess.Popen[bytes] | None = None


class Children:
    """The children, and the process groups of those that have ended. Each inherits the file
    descriptors `keep_open`."""

    def __init__(self, keep_open: Sequence[int]) -> None:
        self.keep_open = keep_open
        self.running: dict[int, Child] = {}
        self.groups: set[int] = set()  # in which processes may be left
        asyncio.get_running_loop().add_signal_handler(signal.SIGCHLD, self.reap)

    def spawn(self, command: Sequence[str], output: int, *also_open: int) -> Child:
        """Start a program. Raises OSError and SubprocessError."""
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            pass_fds=[*self.keep_open, *also_open],
            # Ctrl-C reaches the supervisor alone, which stops its children in order
            start_new_session=True,
            preexec_fn=die_with_parent(),
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        return self.adopt(process.pid, process)

    def adopt(self, pid: int, process: subprocess.Popen[bytes] | None = None) -> Child:
        """Add a process that is a child of this one already."""
        child = Child(pid, asyncio.get_running_loop().create_future(), process)
        self.running[pid] = child
        self.groups.add(pid)
        self.reap()  # it may have ended
        return child

    def reap(self) -> None:
        """Reap the ended children of this object. Other code of the process may have its own."""
        for pid, child in tuple(self.running.items()):
            if code := _ended(pid):
                del self.running[pid]
                if child.process:
                    child.process.returncode = code[0]
                child.ended.set_result(code[0])
        for group in self.groups - self.running.keys():
            # orphans of the group, where this process adopts them
            with suppress(ChildProcessError):
                while os.waitpid(-group, os.WNOHANG)[0]:
                    pass
                continue
            self.groups.discard(group)


def _ended(pid: int) -> tuple[int] | None:
    try:
        found, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:  # reaped elsewhere
        return (255,)
    return (os.waitstatus_to_exitcode(status),) if found else None


@dataclass(eq=False)
class Loader:
    """The supervisor's side of the loader."""

    command: list[str]
    children: Children
    socket: socket.socket | None = None
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    def start(self, output: int) -> Child:
        """Start the process. Raises OSError and SubprocessError."""
        self.close()
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.setblocking(False)
        with theirs:
            number = theirs.fileno()
            return self.children.spawn([*self.command, str(number)], output, number)

    async def fork(self, name: str, words: Sequence[str], output: int) -> Child | None:
        """Start a part as `python -m WORDS` would; return None without a loader."""
        async with self.asking:
            here = self.socket
            if here is None:
                return None
            answer = b""
            with suppress(OSError, TimeoutError):
                socket.send_fds(here, [json.dumps([name, *words]).encode()], [output])
                async with asyncio.timeout(LOAD_TIMEOUT):
                    answer = await asyncio.get_running_loop().sock_recv(here, 64)
            if not answer and here is self.socket:
                self.close()
            return self.children.adopt(int(answer)) if answer else None

    def close(self) -> None:
        """Close the socket to the process."""
        if self.socket:
            self.socket.close()
        self.socket = None
