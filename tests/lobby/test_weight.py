"""The weight of a page over the wire, and its parts."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.registry import engines
from games.tables.models import Table
from tests.kit.played import sits_down

BUDGET, OF_A_BOARD = 100_000, 90_000
RARE = r"[\u0022-\u0026*<>@\[-^`{-~\u00b1\u00c0-\u00d5\u00d8-\u00e0\u00e4-\u00e8\u201e]"
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
            asked = {each for each in _IN_CSS.findall(file.read_text()) if each[:5] != "data:"}
            waiting |= {(file.parent / address).resolve() for address in asked} - found
    return found


def is_fetched(file: Path, html: str) -> bool:
    """Return whether a browser fetches a file for this page: accents and rare signs in titles have
    a font of their own."""
    if "fraunces-more" not in file.name:
        return True
    titles = " ".join(re.findall(r"<h\d[^>]*>(.*?)</h\d>", html, re.DOTALL))
    return re.search(RARE, unescape(re.sub("<[^>]*>", "", titles))) is not None


def weight(file: Path) -> int:
    packed = file.with_name(file.name + ".br")
    return (packed if packed.exists() else file).stat().st_size


def begun(cast: dict[str, User], game: str) -> Table:
    """Return a game that has just begun, between Ann and Ben."""
    return sits_down(cast, "ann", "ben", game=game, seats=2).row


FOR_STRANGERS = [
    *("/", "/games/", "/leaderboard/lost_cities/", "/watch/", "/games/archive/", "/players/"),
    *("/@/ann/", "/rules/lost_cities/", "/accounts/login/", "/accounts/signup/"),
]
FOR_PLAYERS = ["/", "/@/ann/", "/accounts/", "/tables/new/", "an open table", *engines()]


@pytest.mark.parametrize(
    "reader, page",
    [*((None, page) for page in FOR_STRANGERS), *(("ann", page) for page in FOR_PLAYERS)],
)
def test_a_page_weighs_at_most_100_kb(
    reader: str | None,
    page: str,
    visits: Callable[..., Client],
    opens: Callable[..., Table],
    cast: dict[str, User],
) -> None:
    path = page
    if page == "an open table":
        path = f"/t/{opens('ann').id}/"
    elif page in engines():
        path = f"/t/{begun(cast, page).id}/"
    answer = visits(reader).get(path, headers={"Accept-Encoding": "br, gzip"})
    assert answer.status_code == 200
    assert answer["Content-Encoding"] == "gzip" and "Accept-Encoding" in answer["Vary"]
    html = gzip.decompress(answer.content).decode()
    # fetched only by a phone whose owner puts the site on its first page
    read = re.sub(r'<link rel="apple-touch-icon"[^>]*>', "", html)
    sizes = {file.name: weight(file) for file in parts(read) if is_fetched(file, html)} | {
        "the page itself": len(answer.content)
    }
    budget = OF_A_BOARD if page in engines() else BUDGET
    assert sum(sizes.values()) <= budget, sorted(sizes.items(), key=lambda item: -item[1])
    own = re.sub(r'<link rel="canonical"[^>]*>', "", html)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', own), "something comes from elsewhere"
    inline = r"<script(?![^>]*(?:\bsrc=|application/json))|<style|\sstyle=|\son\w+="
    assert not re.search(inline, html), "the policy forbids what is inline"
    if page in engines():  # what holds back the first paint of a board
        waited = re.findall(
            r'<link rel="stylesheet" href="/static/([^".]+)|<script src="/static/([^".]+)[^>]*"></',
            html,
        )
        first = [style or script for style, script in waited]
        assert first == ["js/early", "css/site", f"{page}/table"]


def test_the_vendored_scripts_are_what_was_published() -> None:
    folder = Path(settings.BASE_DIR) / "static" / "vendor"
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    sums = dict(reversed(line.split("  ")) for line in lines)
    kept = {file.name for file in folder.iterdir() if file.suffix in (".js", ".LICENSE")}
    assert set(sums) == kept
    for name, expected in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == expected, name
