"""A site is played while its parts are killed. A short run holds; and where a safeguard is left
out, the checker says so."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import environment

pytestmark = [pytest.mark.site, pytest.mark.slow]


def chaos(*words: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.chaos", *words]
    done = subprocess.run(
        command,
        cwd=environment.ROOT,
        env=environment.bare(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_twenty_kills_lose_nothing() -> None:
    code, said = chaos("--kills", "20", "--companies", "10")
    assert code == 0, said
    assert "**Nothing was lost.**" in said


FEW = ("--companies", "4", "--no-rolling")


def test_a_database_that_does_not_wait_for_its_disk_is_noticed() -> None:
    code, said = chaos("--without", "fsync", "--only", "immediate", "--kills", "2", *FEW)
    assert code == 1, said
    assert "lost what it acknowledged" in said and "The journal of table" in said


def test_moves_that_do_not_ask_for_the_version_are_noticed() -> None:
    code, said = chaos("--without", "version", "--only", "scheduler", "--kills", "6", *FEW)
    assert code == 1, said
    assert "holds entries twice" in said


def test_a_site_that_rings_nobody_is_noticed() -> None:
    code, said = chaos("--without", "ring", "--only", "scheduler", "--kills", "1", *FEW)
    assert code == 1, said
    assert "of five screens showed a move after" in said
