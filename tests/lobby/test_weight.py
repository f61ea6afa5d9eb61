"""The weight of a page over the wire, and its parts."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games.tables.models import Table

BUDGET = 150_000
_PARTS = re.compile(r'(?:href|src)="(/static/[^"#?]+)')
_IN_CSS = re.compile(r'url\(["\']?([^"\')#?]+)')


def parts(html: str) -> set[Path]:
    """Return the static files that a browser fetches for a page, whatever stylesheets and sprites
    ask for included."""
    root, found = Path(settings.STATIC_ROOT), set()
    waiting = {root / address.removeprefix("/static/") for address in _PARTS.findall(html)}
    while waiting:
        file = waiting.pop()
        assert file.is_file(), f"{file} is asked for, but it is not there"
        found.add(file)
        if file.suffix == ".css":
            asked = (
                address
                for address in _IN_CSS.findall(file.read_text())
                if not address.startswith("data:")
            )
            waiting |= {(file.parent / address).resolve() for address in asked} - found
    return found


def weight(file: Path) -> int:
    packed = file.with_name(file.name + ".br")
    return (packed if packed.exists() else file).stat().st_size


FOR_STRANGERS = [
    "/",
    "/games/",
    "/leaderboard/lost_cities/",
    "/watch/",
    "/games/archive/",
    "/players/",
    "/@/ann/",
    "/rules/lost_cities/",
    "/accounts/login/",
    "/accounts/signup/",
]
FOR_PLAYERS = ["/", "/@/ann/", "/accounts/", "/tables/new/", "an open table", "a running table"]


@pytest.mark.parametrize(
    "reader, page",
    [*((None, page) for page in FOR_STRANGERS), *(("ann", page) for page in FOR_PLAYERS)],
)
def test_a_page_weighs_at_most_150_kb(
    reader: str | None,
    page: str,
    visits: Callable[..., Client],
    opens: Callable[..., Table],
    deals: Callable[..., Table],
) -> None:
    tables = [opens("ann"), deals("ann", "ben")]
    path = {"an open table": f"/t/{tables[0].id}/", "a running table": f"/t/{tables[1].id}/"}.get(
        page, page
    )
    answer = visits(reader).get(path, headers={"Accept-Encoding": "br, gzip"})
    assert answer.status_code == 200
    packed = answer.get("Content-Encoding") == "gzip"
    html = (gzip.decompress(answer.content) if packed else answer.content).decode()
    sizes = {file.name: weight(file) for file in parts(html)} | {
        "the page itself": len(answer.content)
    }
    print(sum(sizes.values()), page)
    assert sum(sizes.values()) <= BUDGET, sorted(sizes.items(), key=lambda item: -item[1])
    own = re.sub(r'<link rel="canonical"[^>]*>', "", html)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', own), "something comes from elsewhere"
    assert not re.search(
        r"<script(?![^>]*(?:\bsrc=|application/json))|<style|\sstyle=|\son\w+=", html
    ), "the policy forbids what is inline"


def test_the_vendored_scripts_are_what_was_published() -> None:
    folder = Path(settings.BASE_DIR) / "static" / "vendor"
    sums = dict(
        reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines()
    )
    assert set(sums) == {
        file.name for file in folder.iterdir() if file.suffix in (".js", ".LICENSE")
    }
    for name, expected in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == expected, name
