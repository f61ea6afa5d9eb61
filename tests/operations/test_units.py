"""Units and containers, as the documentation has them: every part runs, gets the time that it needs
to stop, and no secret lies in an image."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from config.management.commands.play import ALONE
from config.supervisor import parts
from tests.kit import environment

ROOT = environment.ROOT
PAGES = [ROOT / "docs" / "hosting" / f"{name}.md" for name in ("install", "many-machines")]
DOCS = "\n".join(page.read_text() for page in PAGES)
UNITS = re.findall(r"```ini\n(?:#[^\n]*\n)*(\[Unit\].*?)```", DOCS, re.DOTALL)
COMPOSE = (ROOT / "compose.yaml").read_text()


def test_every_part_is_started() -> None:
    started = re.findall(r"systemctl enable --now (fairdeal@.*)", DOCS)
    assert set(re.findall(r"fairdeal@(\w+)", " ".join(started))) == set(ALONE)
    assert set(re.findall(r"command: python manage.py play (\w+)", COMPOSE)) == set(ALONE)
    assert set(re.findall(r"`python manage.py play (\w+)`", DOCS)) >= set(ALONE)


def test_every_unit_lets_a_part_stop_in_order() -> None:
    assert len(UNITS) == 2 and ["manage.py play\n" in unit for unit in UNITS] == [True, False]
    longest = max(part().grace for part in ALONE.values())
    for unit in UNITS:
        told = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line)
        assert told["KillMode"] == "mixed"  # else a worker's processes are told as well
        assert float(told["TimeoutStopSec"]) > longest
        assert told["EnvironmentFile"] == "/etc/fairdeal.env"
    assert float(re.findall(r"stop_grace_period: (\d+)s", COMPOSE)[0]) > longest
    assert parts.worker().grace == longest


@pytest.mark.parametrize("name", [".env", ".env.local", "fairdeal.dump", "var.before/db.sqlite3"])
def test_git_takes_no_keys_and_no_copies_of_the_data(name: str) -> None:
    asked = subprocess.run(["git", "check-ignore", "-q", name], cwd=ROOT, check=False)
    assert asked.returncode == 0


def test_an_image_holds_what_runs_and_nothing_else() -> None:
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] != "#"]
    assert rules[0] == "*" and ".env" in rules and "**/.env*" in rules
    taken = {rule[1:] for rule in rules if rule.startswith("!")}
    assert all((ROOT / name).exists() for name in taken if not name.startswith(".git/"))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - taken == {"benchmarks", "tests"}
    assert {"manage.py", "requirements.txt", "pyproject.toml", "static", "templates"} <= taken


def test_containers_get_every_setting_and_keep_their_data() -> None:
    assert "- path: .env\n" in COMPOSE and "- data:/srv/data\n" in COMPOSE
    assert re.search(r"^volumes:\n  database:\n  data:", COMPOSE, re.MULTILINE)


def test_balancers_ask_the_part_and_not_the_site() -> None:
    asked = re.findall(r"(?:health_uri |uri=|localhost:8000)(/\w+[/\w]*)", DOCS + COMPOSE)
    assert len(asked) == 3 and set(asked) == {"/readyz/web"}


def test_each_duty_of_an_upgrade_has_a_day() -> None:
    text = Path(ROOT / "docs" / "hosting" / "upgrading.md").read_text()
    rows = text.partition("| day | who | what |\n| --- | --- | --- |\n")[2].splitlines()
    days = [row.split("|")[1].strip() for row in rows]
    assert days == sorted(days, reverse=True) and len(days) > 8
    assert all(re.fullmatch(r"20\d\d-\d\d-\d\d", day) for day in days)
