"""Measure the time that `config.jinja_compiler.BoardCompiler` saves in rendering a board.

python -m benchmarks.compiling

Each board of two random games of each game for two is rendered six times for both players, once
with the code generator of the site and once with Jinja2's own, in a process of its own. The fastest
of the six counts. Prints microseconds of processor time for one board.

On 23 November 2026, Python 3.11, two busy cores: Lost Cities 572, Schotten Totten 837, Odin 652,
Exhibition 1,157. The release before, which printed values directly already: 804, 1,251, 783, 1,615.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time


def measure(slug: str) -> float:
    """Return the microseconds that a board of this game takes."""
    from games.kernel.protocol import Setup
    from games.registry import engines
    from tests.kit import boards

    engine = engines()[slug]
    setup = Setup(2, {}, engine.ruleset)
    found = []
    for seed in (2, 3):
        for moment in boards.moments(engine, setup, seed):
            taken = []
            for _ in range(6):
                began = time.process_time()
                boards.board(moment, 0)
                boards.board(moment, 1)
                taken.append(time.process_time() - began)
            found.append(min(taken) / 2)
    return 1e6 * sum(found) / len(found)


def main(plain: bool) -> None:
    """Print the figures of one process."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django
    from django.conf import settings

    files = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES["staticfiles"]["BACKEND"] = files
    django.setup()
    from jinja2.compiler import CodeGenerator

    from config import jinja
    from games.registry import engines

    if plain:
        jinja.BoardEnvironment.code_generator_class = CodeGenerator
    print("Jinja2's own:" if plain else "Ours:", end="")
    for slug, engine in engines().items():
        if 2 in engine.seats:
            print(f" {slug} {measure(slug):.0f}", end="", flush=True)
    print()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(plain=sys.argv[1] == "plain")
    else:
        for way in ("own", "plain"):
            subprocess.run([sys.executable, "-m", "benchmarks.compiling", way], check=True)
