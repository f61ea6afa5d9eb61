"""Caddy in front of two web parts, with the configuration of docs/hosting/many-machines.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.setup import install
from config.supervisor import processes
from tests.kit import environment
from tests.kit.nginx import DOCS
from tests.kit.servers import PATIENCE, wait_until

MAIN = "{\n    admin off\n    auto_https off\n}\n"


def documented(port: int, parts: Sequence[int]) -> str:
    """Return the documented configuration with other addresses and without a certificate."""
    section = DOCS.partition("\n## Several web parts behind Caddy\n")[2]
    block = str(re.findall(r"```\n(.*?)```", section, re.DOTALL)[0])
    for example, real in (
        ("cards.example.org {", f"http://127.0.0.1:{port} {{"),
        ("Host cards.example.org", "Host 127.0.0.1"),
        ("10.0.0.11:8000", f"127.0.0.1:{parts[0]}"),
        ("10.0.0.12:8000", f"127.0.0.1:{parts[1]}"),
    ):
        assert block.count(example) == 1
        block = block.replace(example, real)
    return block


def program() -> str:
    """Return the path of Caddy, or skip the test without it."""
    found = shutil.which("caddy", path=f"{os.environ['PATH']}:{install.CADDY.parent}")
    if not found:
        pytest.skip("Caddy is missing: make check gets it where it can.")
    return str(found)


@contextmanager
def running(folder: Path, port: int, parts: Sequence[int]) -> Iterator[None]:
    """Run Caddy at a port, in front of web parts at these ports."""
    config, log = folder / "Caddyfile", folder / "error.log"
    config.write_text(MAIN + documented(port, parts))
    command = [program(), "run", "--adapter", "caddyfile", "--config", str(config)]
    env = environment.bare() | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, env=env, stderr=output, preexec_fn=processes.die_with_parent()
        )

    def serves() -> bool:
        assert process.poll() is None, log.read_text()
        return "serving initial configuration" in log.read_text()

    try:
        wait_until(serves, "Caddy runs")
        yield
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def sends_nobody_to(port: int, folder: Path) -> bool:
    """Return whether Caddy has seen that the part at this port is leaving."""
    refusal = rf'"status_code":503,"host":"127.0.0.1:{port}"'
    return bool(re.search(refusal, (folder / "error.log").read_text()))
