"""A site is played while its parts are killed. A short run holds; and where a safeguard is left
out, the checker says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit import environment

pytestmark = [pytest.mark.site, pytest.mark.slow]


def chaos(*words: str) -> tuple[int, str]:
    done = environment.python(environment.bare(), "-m", "tests.chaos", *words)
    return done.returncode, done.stdout + done.stderr


def test_the_parts_are_loaded_where_no_test_has_gathered_static_files(tmp_path: Path) -> None:
    settings = {"DATA_DIR": str(tmp_path), "STATIC_ROOT": str(tmp_path / "static")}
    ours = environment.bare() | {"DJANGO_SETTINGS_MODULE": "tests.chaos.settings"} | settings
    done = environment.python(ours, "-m", "tests.chaos.nursery")
    assert (done.returncode, done.stdout + done.stderr) == (0, "ready\n")


def test_twenty_kills_lose_nothing() -> None:
    code, said = chaos("--kills", "20", "--companies", "10", "--unhurried")
    assert code == 0, said
    assert "**Nothing was lost.**" in said


@pytest.mark.parametrize(
    ("safeguard", "fault"),
    [
        ("fsync", "lost what it acknowledged"),
        ("version", "holds entries twice"),
        ("message", "of five screens showed a move after"),
    ],
)
def test_a_safeguard_that_is_left_out_is_noticed(safeguard: str, fault: str) -> None:
    """The database does not wait for its disk, moves do not ask for the version, nobody is told."""
    code, said = chaos("--without", safeguard, "--companies", "4", "--unhurried")
    assert code == 1, said
    assert fault in said
    assert safeguard == "message" or "The journal of table" in said
