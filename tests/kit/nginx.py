"""nginx in front of two web parts, with the configuration of docs/hosting/many-machines.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from config.supervisor import processes
from tests.kit import environment
from tests.kit.servers import PATIENCE, wait_until

DOCS = (environment.ROOT / "docs" / "hosting" / "many-machines.md").read_text()
MAIN = """{user} daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/1; uwsgi_temp_path {folder}/2;
    scgi_temp_path {folder}/3;
    include {folder}/fairdeal.conf;
}}"""


def documented(port: int, parts: Sequence[int]) -> str:
    """Return the documented configuration with other addresses and without a certificate."""
    section = DOCS.partition("\n## Several web parts behind nginx\n")[2]
    block = re.findall(r"```nginx\n(.*?)```", section, re.DOTALL)[0]
    block = re.sub(r"\n *ssl_certificate.*", "", block)
    addresses = {
        "443 ssl": f"127.0.0.1:{port}",
        "10.0.0.11:8000": f"127.0.0.1:{parts[0]}",
        "10.0.0.12:8000": f"127.0.0.1:{parts[1]}",
    }
    for example, real in addresses.items():
        assert block.count(example) == 1
        block = block.replace(example, real)
    return block


@contextmanager
def running(folder: Path, port: int, parts: Sequence[int]) -> Iterator[None]:
    """Run nginx at a port, in front of web parts at these ports."""
    program = shutil.which(
        "nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
    )
    assert program, "The test needs nginx: on Debian, sudo apt-get install nginx-light."
    (folder / "fairdeal.conf").write_text(documented(port, parts))
    (folder / "nginx.conf").write_text(
        MAIN.format(folder=folder, user="user root;" if os.geteuid() == 0 else "")
    )
    command = [
        program,
        "-p",
        str(folder),
        "-c",
        str(folder / "nginx.conf"),
        "-e",
        str(folder / "error.log"),
    ]
    process = subprocess.Popen(command, preexec_fn=processes.die_with_parent())
    try:
        wait_until(lambda: (folder / "pid").exists() and (folder / "pid").read_text(), "nginx runs")
        yield
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def sends_nobody_to(port: int, folder: Path) -> bool:
    """Return True: nginx notices only a failed connection."""
    return True
