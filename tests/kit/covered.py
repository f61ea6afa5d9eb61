"""Lines that the tests have not run, told after a run with --cov.

    python -m tests.kit.covered

It fails unless every line of the kernel and of the engines was run, with all that engines import,
and ENOUGH of the site. What a test starts as a process of its own is not measured; `omit` in
pyproject.toml names what runs nowhere else.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import grimp
from coverage import Coverage

ENOUGH = 95
"""Percent of all lines."""
COMMAND = "games.kernel.transcript.__main__"
"""The entry point of a command, which tests start as one."""


def rules() -> list[str]:
    """Return the names of the modules of the kernel, of all engines, and of what these import."""
    graph = grimp.build_graph("games")
    engines = [name for name in graph.modules if name.endswith(".engine")]
    kernel = graph.find_descendants("games.kernel") - {COMMAND}
    imported = {name for engine in engines for name in graph.find_upstream_modules(engine)}
    return sorted({*engines, *kernel, *imported})


def missing(found: Coverage, module: str) -> str:
    """Return the numbers of the lines that were not run; "" if all were."""
    path = Path(module.replace(".", "/"))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return found.analysis2(str(file))[4]


def main() -> int:
    found = Coverage()
    found.load()
    told = io.StringIO()
    percent = found.report(file=told)
    print(told.getvalue())
    bare = {module: lines for module in rules() if (lines := missing(found, module))}
    for module, lines in bare.items():
        print(f"{module}: no test runs the lines {lines}")
    if percent < ENOUGH:
        print(f"The tests run {percent:.1f} % of the lines, and {ENOUGH} % are wanted.")
    return 1 if bare or percent < ENOUGH else 0


if __name__ == "__main__":
    sys.exit(main())
