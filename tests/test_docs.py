"""Links between pages lead somewhere; pages, files and benchmarks that are named exist."""

from __future__ import annotations

import functools
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
NAMED = re.compile(r"(?<![\w/.:-])docs/[\w./-]*\w")
CODE = re.compile(r"^```.*?^```$|^    .*?$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?<![\w./<>-])((?:[\w-]+/)*[\w-]+\.(?:py|js|css|html))(?![\w-])")
COMMAND = re.compile(r"python -m (benchmarks\.\w+)")
EXAMPLES = {"docs/var.md"}  # of test_tracked.py, which asks git about a name


def git(*words: str) -> list[str]:
    """Return the lines that git prints."""
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


@functools.cache
def tracked() -> list[str]:
    """Return the files of the repository, new ones included."""
    listed = git("ls-files", "--cached", "--others", "--exclude-standard")
    return [name for name in listed if (ROOT / name).is_file()]


@functools.cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of the headings of a page, as GitHub names them."""
    headings = re.findall(r"^#+ (.*)$", CODE.sub("", page.read_text()), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\s-]", "", each.lower()).replace(" ", "-") for each in headings)


def test_every_link_between_pages_leads_to_a_file_and_a_heading() -> None:
    pages = [ROOT / name for name in tracked() if name.endswith(".md")]
    assert len(pages) > 20
    broken = []
    for page in pages:
        for file, anchor in LINK.findall(page.read_text()):
            there = (page.parent / file).resolve() if file else page
            if not there.exists() or (anchor and anchor not in anchors(there)):
                broken.append(f"{page.relative_to(ROOT)}: {file}#{anchor}")
    assert broken == []


def test_every_page_that_is_named_exists() -> None:
    missing = [
        f"{name}: {path}"
        for name in git("grep", "--untracked", "-Il", "docs/")
        for path in NAMED.findall((ROOT / name).read_text())
        if path not in EXAMPLES and not (ROOT / path).exists()
    ]
    assert missing == []


def test_every_file_and_benchmark_that_a_page_names_exists() -> None:
    """A page may leave out the folders in front: `live/polling.py`."""
    pages = [name for name in tracked() if name.endswith(".md") and name != "CHANGELOG.md"]
    known = {end for name in tracked() for end in ends(name)}
    missing = []
    for name in pages:
        text = (ROOT / name).read_text()
        files = {*FILE.findall(text), *(f"{m.replace('.', '/')}.py" for m in COMMAND.findall(text))}
        missing += [f"{name}: {file}" for file in files - known]
    assert missing == []


def ends(name: str) -> list[str]:
    """Return the path and all its ends that begin at a folder or file."""
    parts = name.split("/")
    return ["/".join(parts[i:]) for i in range(len(parts))]
