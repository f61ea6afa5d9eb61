"""The two lists of packages agree."""

from __future__ import annotations

from tests.kit.environment import ROOT


def pins(name: str) -> set[str]:
    lines = (ROOT / name).read_text().splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def test_developers_install_what_hosts_install() -> None:
    assert pins("requirements.txt") - pins("requirements-dev.txt") == set()
