"""The loader, which forks parts of the site that become children of the supervisor."""

import subprocess
import sys

import pytest

from tests.kit import environment

RACE = """
import os, signal, socket
from config.supervisor import fork_server
from config.supervisor import processes

processes.adopt_orphans()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
leave = os._exit

def leave_slowly(code):
    os.closerange(3, 100)
    signal.sigtimedwait([signal.SIGCHLD], 0.1)  # returns earlier if the part ends
    leave(code)

os._exit = leave_slowly
said, saying = os.pipe()
if not os.fork():
    ours, theirs = socket.socketpair()
    os.write(saying, str(fork_server.start("web", ["platform"], ours, os.dup(1))).encode())
    leave(0)
_, status = os.waitpid(int(os.read(said, 20)), 0)
leave(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone gives a child another parent")
def test_a_part_is_a_child_of_the_supervisor_before_it_looks_for_its_parent() -> None:
    """The files of a process that ends are closed first, and its children are passed on later."""
    done = subprocess.run(
        [sys.executable, "-c", RACE], cwd=environment.ROOT, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Linux")
