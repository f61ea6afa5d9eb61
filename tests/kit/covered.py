"""Report the lines that the tests have not run, after a run with --cov.

python -m tests.kit.covered

Fails unless all lines of the kernel, the engines and their imports were run, and ENOUGH of the
site. Processes that tests start are not measured; `omit` in pyproject.toml names code that runs
only there.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import grimp
from coverage import Coverage

ENOUGH = 95  # percent of all lines
COMMAND = "games.kernel.transcript.__main__"
"""An entry point, which tests run as a process."""


def rules() -> list[str]:
    """Return the modules of the kernel, of all engines, and of the engines' imports."""
    graph = grimp.build_graph("games")
    engines = [name for name in graph.modules if name.endswith(".engine")]
    kernel = graph.find_descendants("games.kernel") - {COMMAND}
    imported = {name for engine in engines for name in graph.find_upstream_modules(engine)}
    return sorted({*engines, *kernel, *imported})


def missing(found: Coverage, module: str) -> str:
    """Return the numbers of the lines of a module that were not run, or ""."""
    path = Path(module.replace(".", "/"))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return found.analysis2(str(file))[4]


def main() -> int:
    found = Coverage()
    found.load()
    report = io.StringIO()
    percent = found.report(file=report)
    print(report.getvalue())
    bare = {module: lines for module in rules() if (lines := missing(found, module))}
    for module, lines in bare.items():
        print(f"{module}: no test runs the lines {lines}")
    if percent < ENOUGH:
        print(f"The tests run {percent:.1f} % of the lines, and {ENOUGH} % are wanted.")
    return 1 if bare or percent < ENOUGH else 0


if __name__ == "__main__":
    sys.exit(main())
