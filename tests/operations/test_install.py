"""The program that the Makefile runs on a bare Python: installs once, and says in one sentence what
it may not install itself."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from config.setup import install
from tests.kit.environment import ROOT
from tests.kit.types import Patch, Printed


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: Patch) -> list[str]:
    """Return a project without .venv at a place of its own; the programs that it would have run."""
    calls: list[str] = []

    def run(*command: object, quiet: bool = False) -> bool:
        calls.append(" ".join(map(str, command)))
        if "venv" in command:
            (tmp_path / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
            (tmp_path / ".venv" / "bin" / "python").touch()
        return True

    for name in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / name).write_text("django==5.2.19\n")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(install, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(install, "find_browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(install, "has_library", lambda name: True)
    monkeypatch.setattr(install, "has_program", lambda name: True)
    monkeypatch.setattr(install, "run", run)
    return calls


def test_the_second_time_there_is_nothing_to_do(ran: list[str]) -> None:
    install.main("")
    assert [re.findall(r"-m venv|-m pip install", call) for call in ran] == [
        ["-m venv"],
        ["-m pip install"],
    ]
    install.main("")
    assert len(ran) == 2


def test_other_versions_are_installed(ran: list[str], tmp_path: Path) -> None:
    install.main("")
    (tmp_path / "requirements.txt").write_text("django==5.2.20\n")
    install.main("")
    assert sum("-m pip install" in call for call in ran) == 2


def test_what_the_tests_need_holds_what_the_site_needs(ran: list[str]) -> None:
    install.main("dev")
    install.main("")
    assert sum("-m pip install" in call for call in ran) == 1


def refusal(capsys: Printed) -> str:
    lines = capsys.readouterr().err.splitlines()
    return lines[-1].removeprefix("fairdeal: ")


def test_a_plain_user_is_told_what_to_install(
    ran: list[str], monkeypatch: Patch, capsys: Printed
) -> None:
    monkeypatch.setattr(install, "find_browser", lambda: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(install.shutil, "which", lambda name, path: f"/usr/bin/{name}")
    with pytest.raises(SystemExit):
        install.main("dev")
    assert (
        refusal(capsys)
        == "The browser tests need Chromium, which is missing. Install it with sudo apt-get install"
        " chromium, then run this again."
    )


def test_root_installs_it(ran: list[str], monkeypatch: Patch) -> None:
    monkeypatch.setattr(install, "find_browser", lambda: None)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(install.shutil, "which", lambda name, path: f"/usr/bin/{name}")
    install.main("dev")
    assert ran[-1] == "/usr/bin/apt-get install -y --no-install-recommends chromium"


def test_a_proxy_is_installed_as_a_browser_is(ran: list[str], monkeypatch: Patch) -> None:
    monkeypatch.setattr(install, "has_program", lambda name: name != "nginx")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(install.shutil, "which", lambda name, path: f"/usr/bin/{name}")
    install.main("dev")
    assert ran[-1] == "/usr/bin/apt-get install -y --no-install-recommends nginx-light"


def test_an_old_python_is_refused(ran: list[str], monkeypatch: Patch, capsys: Printed) -> None:
    monkeypatch.setattr(install, "OLDEST", (9, 9))
    with pytest.raises(SystemExit):
        install.main("")
    assert refusal(capsys).startswith("Python 9.9 or newer is needed; this is 3.")
    assert ran == []


def test_make_alone_lists_the_commands() -> None:
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"play", "test", "lint"} <= set(commands)
    assert re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE) == commands


def test_continuous_integration_runs_the_same_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().rstrip().endswith("exec make test")


def test_caddy_is_unpacked_and_never_installed_which_would_start_it(
    ran: list[str], tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(install, "CADDY", tmp_path / ".venv" / "caddy" / "usr" / "bin" / "caddy")
    install.main("check")
    assert not ran
    monkeypatch.setattr(install, "has_program", lambda name: False)
    monkeypatch.setattr("shutil.which", lambda name, path: f"/usr/bin/{name}")
    install.main("check")
    (call,) = ran
    assert "apt-get download caddy" in call and "install" not in call


def test_make_check_goes_on_without_caddy(
    ran: list[str], tmp_path: Path, monkeypatch: Patch, capsys: Printed
) -> None:
    monkeypatch.setattr(install, "CADDY", tmp_path / ".venv" / "caddy" / "usr" / "bin" / "caddy")
    monkeypatch.setattr(install, "has_program", lambda name: False)
    monkeypatch.setattr("shutil.which", lambda name, path: None)
    install.main("check")
    assert capsys.readouterr().err.startswith("fairdeal: Caddy is missing")
