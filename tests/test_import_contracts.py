"""The contracts about imports: those of pyproject.toml, and those that follow from the list of
games."""

import ast
import graphlib
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import grimp

from games.registry import GAMES

ROOT = Path(__file__).parents[1]


def test_the_contracts_hold() -> None:
    """import-linter sets up logging anew and disables every logger, so it runs in a process of its
    own."""
    lint = (
        "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    )
    done = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_game_imports_another_and_nothing_imports_a_game() -> None:
    """Games are found through the registry, by name. So a new game is its folder and one line, and
    can be removed again."""
    graph = grimp.build_graph("games", cache_dir=None)
    for game, other in permutations(GAMES, 2):
        assert not graph.find_shortest_chains(importer=game, imported=other)
    for package in graph.find_children("games") - set(GAMES):
        for game in GAMES:
            assert not graph.find_shortest_chains(importer=package, imported=game)


def dynamic_imports(source: str) -> list[int]:
    """Return the lines that import by name: import_module, __import__, runpy, find_spec."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name.partition(".")[0] for alias in node.names}
            module = getattr(node, "module", None) or ""
            if module.partition(".")[0] in ("importlib", "runpy") or names & {"importlib", "runpy"}:
                found.append(node.lineno)
        elif isinstance(node, ast.Name) and node.id == "__import__":
            found.append(node.lineno)
    return found


def test_only_the_registry_imports_by_name() -> None:
    """No contract sees an import by name. `config` finds optional libraries in this way, and
    `importlib.metadata` returns versions."""
    sources = [path for root in ("games", "accounts") for path in (ROOT / root).rglob("*.py")]
    by_name = {
        path.relative_to(ROOT).as_posix() for path in sources if dynamic_imports(path.read_text())
    }
    assert by_name == {"games/registry.py"}


APPS = {".".join(path.relative_to(ROOT).parts[:-1]) for path in ROOT.glob("games/**/apps.py")}
PACKAGES = {*APPS, "games.notices.outbound"}  # which is no app: it has neither rows nor pages


def package_of(module: str) -> str:
    """Return the package that a module belongs to: the innermost of PACKAGES, or the folder below
    `games`. No circle may lead through packages."""
    parts = module.split(".")
    inward = [".".join(parts[:length]) for length in range(len(parts), 1, -1)]
    outer = ".".join(parts[:2]) if parts[0] == "games" else parts[0]
    return next((package for package in inward if package in PACKAGES), outer)


def circle(edges: set[tuple[str, str]]) -> list[str]:
    """Return the packages of one circle, or []."""
    importers: dict[str, set[str]] = {}
    for importer, imported in edges:
        importers.setdefault(importer, set()).add(imported)
    try:
        graphlib.TopologicalSorter(importers).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


def test_packages_are_no_circle_also_with_imports_by_name() -> None:
    """The edges from the registry to the modules of all games count as well."""
    graph = grimp.build_graph("games", "accounts", cache_dir=None)
    edges = {
        (package_of(importer), package_of(imported))
        for importer in graph.modules
        if not importer.endswith("__main__")  # an entry point: nobody imports it
        for imported in graph.find_modules_directly_imported_by(importer)
    }
    edges |= {("games.registry", game) for game in GAMES}
    inner = {(importer, imported) for importer, imported in edges if importer != imported}
    assert circle(inner) == []
    back = inner | {("games.kernel", "games.registry")}
    assert circle(back), "a circle would be found"


def test_modules_are_no_circle() -> None:
    graph = grimp.build_graph("games", "accounts", "config", cache_dir=None)
    edges = {
        (importer, imported)
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
    }
    assert circle(edges) == []
