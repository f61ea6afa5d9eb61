"""The supervisor with small parts of its own: what it does about one that is hopeless, stubborn, or
talks too much."""

import asyncio
import os
import resource
import sys
from pathlib import Path

import pytest

from config.supervisor import part_logs, supervisor
from config.supervisor.supervisor import Part, Supervisor
from tests.kit.servers import wait_until
from tests.kit.types import Patch


async def always() -> bool:
    return True


async def never() -> bool:
    return False


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


class Run:
    """A run of the supervisor over some parts: what it said, and whether it ended well."""

    def __init__(self, folder: Path, monkeypatch: Patch) -> None:
        self.folder = folder
        self.said: list[str] = []
        monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.01)

    def __call__(self, *parts: Part, up: bool = True, until: str = "") -> bool:
        async def run() -> bool:
            runner = Supervisor(logs=self.folder, say=self.say, lock=lock, verbose=True)
            self.stopping, self.until = runner.stopping, until
            return await runner.run(parts, always if up else never, lambda: self.say("up"))

        lock = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT)
        try:
            return asyncio.run(run())
        finally:
            os.close(lock)

    def say(self, line: str) -> None:
        self.said.append(line)
        if self.until and self.until in line:
            self.stopping.set()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: Patch) -> Run:
    return Run(tmp_path, monkeypatch)


def test_gives_up_on_a_part_that_never_starts_and_shows_why(run: Run) -> None:
    part = Part("web", python("import sys; print('no such thing'); sys.exit(3)"), grace=5)
    assert run(part, up=False) is False
    assert run.said.count("web: no such thing") == supervisor.FAILED_STARTS
    assert "web does not start. The last lines of its log, " in " ".join(run.said)
    assert run.said[-2:] == ["    no such thing", "Stopping."]


def test_gives_up_on_a_program_that_is_not_there(run: Run) -> None:
    assert run(Part("web", ["/no/such/program"], grace=5), up=False) is False
    assert any("web could not be started (No such file or directory)" in line for line in run.said)


def test_keeps_on_trying_once_the_site_has_been_up(run: Run) -> None:
    part = Part("web", python("import sys; sys.exit(3)"), grace=5)
    assert run(part, until="again in 0.16 s") is True
    assert [line.partition(";")[0] for line in run.said if "again" in line] == [
        "web ended with code 3"
    ] * 5


def test_a_stubborn_part_is_killed_after_its_grace(run: Run) -> None:
    code = (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf');"
        " signal.pause()"
    )
    assert run(Part("web", python(code), grace=0.2), until="web: deaf") is True


def test_what_others_lean_on_stops_last(run: Run) -> None:
    code = (
        "import signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: (print('bye'),"
        " sys.exit()))\nprint('here')\nsignal.pause()"
    )
    base, other = (
        Part("valkey", python(code), grace=10, base=True),
        Part("web", python(code), grace=10),
    )
    starts = 0

    def say(line: str) -> None:
        nonlocal starts
        run.said.append(line)
        starts += "here" in line
        if starts == 2:
            run.stopping.set()

    run.say = say  # type: ignore[method-assign]
    assert run(base, other) is True
    assert run.said[-2:] == ["web: bye", "valkey: bye"]


def test_children_of_a_part_go_with_it(run: Run, tmp_path: Path) -> None:
    """Such as the scheduler, which the worker starts: two of them would do everything twice."""
    mark = tmp_path / "pid"
    code = (
        "import os, pathlib, signal, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'])\n"
        f"pathlib.Path({str(mark)!r}).write_text(str(child.pid))\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert run(Part("web", python(code), grace=5), until="was killed by SIGKILL") is True
    wait_until(lambda: not Path(f"/proc/{mark.read_text()}").exists(), "the child is gone")


def test_a_log_makes_room_and_survives_endless_lines(
    run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(part_logs, "LOG_BYTES", 1000)
    code = (
        "import signal\nprint('x' * 3_000_000)\nfor _ in range(30): print('y' *"
        " 99)\nprint('done')\nsignal.pause()"
    )
    assert run(Part("web", python(code), grace=5), until="web: done") is True
    assert (tmp_path / "web.log").stat().st_size < 1000
    assert 1000 < (tmp_path / "web.log.1").stat().st_size < 1200


def test_a_full_disk_under_a_log_costs_lines_and_nothing_else(
    run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    """A part whose output nobody took stood still once its pipe was full; and when it died nobody
    started it again."""
    monkeypatch.setattr(part_logs, "RETRY", 0.0)
    (tmp_path / "web.log").symlink_to("/dev/full")
    mark = tmp_path / "room"
    code = (
        "import pathlib, sys, time\n"
        "for _ in range(3000): print('x' * 99)\n"
        "print('all said')\n"
        f"while not pathlib.Path({str(mark)!r}).exists(): time.sleep(0.01)\n"
        "print('back')"
    )

    def say(line: str) -> None:
        run.said.append(line)
        if "all said" in line:
            (tmp_path / "web.log").unlink()
            mark.touch()
        if "ended with code 0" in line:
            run.stopping.set()

    run.say = say  # type: ignore[method-assign]
    assert run(Part("web", python(code), grace=5)) is True
    told = [line for line in run.said if line.startswith("The log ")]
    assert len(told) == 2
    assert "cannot be written (No space left on device)" in told[0]
    assert "can be written again; 3001 lines are missing" in told[1]
    assert (
        tmp_path / "web.log"
    ).read_text() == "(3001 lines are missing here: the log could not be written.)\nback\n"


def test_a_log_that_cannot_make_room_costs_lines_and_nothing_else(
    run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(part_logs, "LOG_BYTES", 1000)
    (tmp_path / "web.log.1").mkdir()
    code = "import signal\nfor _ in range(3000): print('y' * 99)\nprint('done')\nsignal.pause()"
    assert run(Part("web", python(code), grace=5), until="web: done") is True
    assert 1000 < (tmp_path / "web.log").stat().st_size < 1200
    assert sum("cannot be written (Is a directory)" in line for line in run.said) == 1


def test_a_part_is_started_again_once_the_machine_has_room_for_it(run: Run) -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)

    def say(line: str) -> None:
        run.said.append(line)
        if "ended with code 3" in line:
            resource.setrlimit(resource.RLIMIT_NOFILE, (3, limit[1]))  # not even a pipe
        elif "could not be looked after (Too many open files)" in line:
            resource.setrlimit(resource.RLIMIT_NOFILE, limit)
        if sum("ended with code 3" in said for said in run.said) == 2:
            run.stopping.set()

    run.say = say  # type: ignore[method-assign]
    try:
        assert run(Part("web", python("import sys; sys.exit(3)"), grace=5)) is True
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limit)
    assert sum("could not be looked after" in line for line in run.said) == 1


def test_a_full_disk_under_what_the_supervisor_prints_stops_nothing(run: Run) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    code = "import signal\nprint('here')\nsignal.pause()"

    def say(line: str) -> None:
        run.said.append(line)
        if "web: here" in line:
            run.stopping.set()
        os.write(full, line.encode())

    run.say = say  # type: ignore[method-assign]
    assert run(Part("web", python(code), grace=5)) is True
    assert run.said[-1] == "Stopping."
    os.close(full)


@pytest.mark.parametrize("program", [["/no/such/program"], python("raise SystemExit(3)")])
def test_a_part_runs_by_its_own_command_where_no_loader_starts_it(
    run: Run, program: list[str]
) -> None:
    loader = Part("loader", program, grace=1)
    web = Part("web", python("import signal\nprint('here')\nsignal.pause()"), grace=5, forked=True)
    assert run(loader, web, until="web: here") is True
    assert any(line.startswith("loader ") for line in run.said)
