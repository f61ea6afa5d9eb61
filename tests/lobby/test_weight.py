"""What a page weighs over the wire, and what it is made of."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.test import Client

from games.tables.models import Table

BUDGET = 150_000
_PARTS = re.compile(r'(?:href|src)="(/static/[^"#?]+)')
_IN_CSS = re.compile(r'url\(["\']?([^"\')#?]+)')


def parts(html: str) -> set[Path]:
    """The static files that a browser fetches for a page, whatever stylesheets and sprites ask for included."""
    root, found = Path(settings.STATIC_ROOT), set()
    waiting = {root / address.removeprefix("/static/") for address in _PARTS.findall(html)}
    while waiting:
        file = waiting.pop()
        assert file.is_file(), f"{file} is asked for, but it is not there"
        found.add(file)
        if file.suffix == ".css":
            waiting |= {
                (file.parent / address).resolve() for address in _IN_CSS.findall(file.read_text()) if not address.startswith("data:")
            } - found
    return found


def weight(file: Path) -> int:
    packed = file.with_name(file.name + ".br")
    return (packed if packed.exists() else file).stat().st_size


@pytest.mark.parametrize(
    "path",
    ["/", "/games/", "/rules/lost_cities/", "/accounts/login/", "/accounts/signup/", "/accounts/", "/tables/new/", "waiting", "running"],
)
def test_a_page_weighs_at_most_150_kb(
    path: str, visits: Callable[..., Client], opens: Callable[..., Table], deals: Callable[..., Table]
) -> None:
    if path in ("waiting", "running"):
        path = f"/t/{(opens('ann') if path == 'waiting' else deals('ann', 'ben')).id}/"
    answer = visits(None if path.startswith("/accounts/l") or path == "/accounts/signup/" else "ann").get(path)
    assert answer.status_code == 200
    html = answer.content.decode()
    sizes = {file.name: weight(file) for file in parts(html)} | {"the page itself": len(brotli.compress(answer.content, quality=5))}
    assert sum(sizes.values()) <= BUDGET, sorted(sizes.items(), key=lambda item: -item[1])
    assert not re.search(r'(?:src|href)="(?:https?:)?//', html), "something comes from elsewhere"
    assert not re.search(r"<script(?![^>]*(?:\bsrc=|application/json))|<style|\sstyle=|\son\w+=", html), "the policy forbids what is inline"


def test_the_vendored_scripts_are_what_was_published() -> None:
    folder = Path(settings.BASE_DIR) / "static" / "vendor"
    sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
    assert set(sums) == {file.name for file in folder.iterdir() if file.suffix in (".js", ".LICENSE")}
    for name, expected in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == expected, name
