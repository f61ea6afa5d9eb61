"""`manage.py newgame SLUG`: generate a game that plays and passes every test."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.setup import newgame

NEXT = """
Next:
    make dev                                                  play it: http://localhost:8000
    {python} -m pytest -q tests/{slug} tests/conformance -k {slug}
    {python} -m tests.conformance.record {slug}   after a change of the rules
    make lint                                                 style, types, who imports whom
    git add games/{slug} tests/{slug} games/registry.py       the whole game is these
docs/building/adding-a-game.md tells what each file is for."""


class Command(BaseCommand):
    """`manage.py newgame SLUG`."""

    help = (
        "Writes a small card game that plays and passes every test: a folder in games, one in"
        " tests, a line in the registry."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the slug and the options."""
        parser.add_argument("slug", help="name of the folder and in addresses: gin_rummy")
        parser.add_argument("--seats", default="2", help="a number, or the fewest and most: 2-4")
        parser.add_argument("--hand", type=int, default=10, help="cards that each is dealt")
        parser.add_argument("--deck", default="french", help="french, or colours x numbers: 5x9")
        parser.add_argument("--title", default="", help="if it is not the slug: Gin Rummy")

    def handle(
        self, *, slug: str, seats: str, hand: int, deck: str, title: str, **options: Any
    ) -> None:
        """Write the game and print the next steps. Raises CommandError."""
        try:
            game = newgame.plan(slug, seats, hand, deck, title)
        except newgame.GameRefused as error:
            raise CommandError(str(error)) from None
        root = Path(settings.BASE_DIR)
        check(root, slug)
        files = newgame.files(game)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        registry = root / "games" / "registry.py"
        registry.write_text(newgame.registered(registry.read_text(), slug))
        folders = [f"games/{slug}", f"tests/{slug}"]
        self.run_tool(root, "ruff", "check", "--fix-only", "--quiet", *folders)
        self.run_tool(root, "ruff", "format", "--quiet", *folders)
        self.run_tool(root, "tests.conformance.record", slug)
        lines = sum(len(text.splitlines()) for text in files.values())
        self.stdout.write(f"{game.title}: {len(files)} files, {lines} lines, and its transcripts.")
        self.stdout.write(NEXT.format(slug=slug, python=python(root)))

    def run_tool(self, root: Path, *words: str) -> None:
        """Run a Python module in the project; raise CommandError with its output if it fails."""
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=root, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CommandError(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
        self.stdout.write(done.stdout.rstrip())


def check(root: Path, slug: str) -> None:
    """Raise CommandError unless a game with this slug can be added."""
    for folder in (root / "games" / slug, root / "tests" / slug):
        if folder.exists():
            there = folder.relative_to(root)
            raise CommandError(f"{there} is there already: choose another slug, or remove it.")
    if slug in apps.app_configs or find_spec(slug):
        raise CommandError(f"{slug} is the name of another part of the site: choose another slug.")
    if not (find_spec("ruff") and find_spec("hypothesis")):
        raise CommandError("This needs what the tests need: run `make lint` once.")


def python(root: Path) -> str:
    """Return the interpreter's path, relative to the project if it is inside."""
    prefix = Path(sys.executable)
    return str(prefix.relative_to(root)) if prefix.is_relative_to(root) else str(prefix)
