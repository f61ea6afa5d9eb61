"""What has changed since the version that a page has: the page is the same as a fresh one, whatever
sequence of changes it got."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from random import Random

import pytest
from django.test import Client

from games.kernel.protocol import Setup
from games.registry import engines
from games.screens import regions
from games.tables.board import render
from games.tables.state.snapshot import Snapshot
from tests import boards
from tests.tables.conftest import Played

SETUPS = [
    ("lost_cities", Setup(2, {"rounds": "3"})),
    ("schotten_totten", Setup(2, {})),
    ("schotten_totten", Setup(2, {"tactics": "on"})),
    ("odin", Setup(2, {})),
    ("odin", Setup(4, {})),
    ("exhibition", Setup(1, {})),
    ("exhibition", Setup(5, {})),
]
VOID = {"input", "img", "br", "use", "path", "hr", "meta", "link"}
ROOT = re.compile(r'<section id="board"(\s+)(?:data-base="(\d+)" )?(.*?)>', re.DOTALL)


class Elements(HTMLParser):
    """The places of the elements with an id in a text, without those inside of others if only the
    outermost are asked for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lines = [0]
        for line in text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.open: list[tuple[str, str | None, int]] = []
        self.found: dict[str, tuple[int, int]] = {}
        self.feed(text)
        self.close()

    def here(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text = self.get_starttag_text() or ""
        if tag not in VOID:
            self.open.append((tag, dict(attrs).get("id"), self.here()))
        elif (id := dict(attrs).get("id")) is not None:
            self.found[id] = (self.here(), self.here() + len(text))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass over what is empty."""

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            name, id, begin = self.open.pop()
            if name == tag:
                if id is not None:
                    self.found[id] = (begin, self.here() + len(tag) + 3)
                return


def outermost(text: str) -> Iterator[str]:
    """Yield the elements of a text that lie in no other."""
    last = 0
    for begin, end in sorted(Elements(text).found.values()):
        if begin >= last:
            yield text[begin:end]
            last = end


def applied(page: str, news: str, version: int) -> str:
    """Return what a browser makes of a page."""
    root = ROOT.match(news)
    assert root
    if root[2] is None:
        return news
    assert int(root[2]) == version
    body, places = news[root.end() : -len("</section>")], Elements(page).found
    put = []
    for region in outermost(body):
        (id,) = re.findall(r'^<[a-z]+ [^>]*?\bid="([^"]+)"', region)
        put.append((*places[id], region))
    for begin, end, region in sorted(put, reverse=True):
        page = page[:begin] + region + page[end:]
    return ROOT.sub(lambda _: f'<section id="board"{root[1]}{root[3]}>', page, count=1)


def played(slug: str, setup: Setup, seed: int) -> list[Snapshot]:
    return boards.moments(engines()[slug], setup, seed)


@pytest.mark.parametrize(("slug", "setup"), SETUPS, ids=str)
def test_a_page_after_changes_is_a_fresh_page(slug: str, setup: Setup) -> None:
    game, dice = played(slug, setup, seed=7), Random(7)
    game = game[:24] + game[-24:]  # the end among them
    sent = whole = 0
    for seat in (None, 0, setup.seats - 1):
        viewer = None if seat is None else 100 + seat
        at = 0
        before = render.by_regions(game[0], viewer)
        page = regions.whole(before)
        while at < len(game) - 1:
            later = min(len(game) - 1, at + dice.choice((1, 1, 1, 2, 5)))
            after = render.by_regions(game[later], viewer)
            news = regions.changed(before, after, at)
            sent, whole = sent + 1, whole + (news is None)
            page = applied(page, news if news is not None else regions.whole(after), at)
            assert page == regions.whole(after)
            at, before = later, after
    assert whole < sent / 2


def test_legal_codes_are_always_told() -> None:
    for slug, setup in SETUPS:
        game = played(slug, setup, seed=3)
        for before, after in pairwise(game[:40]):
            news = regions.changed(render.by_regions(before, 100), render.by_regions(after, 100), 1)
            if news is not None:
                codes = re.findall(r'name="code" value="[^"]*"', render.board(after, 100))
                assert re.findall(r'name="code" value="[^"]*"', news) == codes


def test_what_differs_outside_of_regions_is_a_board() -> None:
    one = board(1, ["<p id='a'>1", ["<b id='b'>2</b>"], "</p>"], "x")
    assert changes(one, board(2, *one[3:])) == ""
    news = board(2, ["<p id='a'>1", ["<b id='b'>3</b>"], "</p>"], "x")
    assert changes(one, news) == "<b id='b'>3</b>"
    news = board(2, ["<p id='a'>4", ["<b id='b'>2</b>"], "</p>"], "x")
    assert changes(one, news) == "<p id='a'>4<b id='b'>2</b></p>"
    assert changes(one, board(2, one[3], "y")) is None
    assert changes(one, board(2, ["<i></i>"], one[3], "x")) is None
    assert changes(["<p>waits</p>"], one) is None
    assert changes(one, ["<p>waits</p>"]) is None


def board(version: int, *pieces: regions.Piece) -> regions.Region:
    return ['<section id="board" ', [f'data-version="{version}"'], ">", *pieces]


def changes(before: regions.Region, after: regions.Region) -> str | None:
    news = regions.changed(before, after, 1)
    root = '<section id="board" data-base="1" data-version="2">'
    return news and news.removeprefix(root).removesuffix("</section>")


def test_a_board_is_read_by_its_regions() -> None:
    begin, end = regions.BEGIN, regions.END
    text = f"<s {begin}a{end}>{begin}<p>{begin}b{end}{begin}c{end}</p>{end}</s>"
    parsed = regions.parsed(text)
    assert parsed == ["<s ", ["a"], ">", ["<p>", ["b"], "", ["c"], "</p>"], "</s>"]
    assert regions.whole(parsed) == "<s a><p>bc</p></s>"
    assert regions.parsed("<p>waits</p>") == ["<p>waits</p>"]


@pytest.mark.django_db(transaction=True)
def test_a_mover_who_names_a_version_gets_what_has_changed_since(table: Played) -> None:
    client = Client(headers={"HX-Request": "true"})
    client.force_login(table.cast[table.mover])
    me, version, ply = table.cast[table.mover], table.row.version, table.row.ply
    page = client.get(f"/t/{table.id}/").content.decode()
    moved = client.post(
        f"/t/{table.id}/act/",
        {"code": table.legal()[0], "ply": ply},
        headers={"Fairdeal-Version": str(version)},
    )
    news = moved.content.decode()
    assert f'data-base="{version}"' in news and len(news) < len(page)
    assert moved["Fairdeal-Receipt"] in news
    assert applied(page, news, version) == render.board(table.snapshot, me.pk)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("named", ["", "x", "99999999999", "-1", "12", "²"])
def test_a_version_that_is_none_gets_the_board(table: Played, named: str) -> None:
    client = Client(headers={"HX-Request": "true"})
    client.force_login(table.cast[table.mover])
    me = table.cast[table.mover]
    code = {"code": table.legal()[0], "ply": table.row.ply}
    moved = client.post(f"/t/{table.id}/act/", code, headers={"Fairdeal-Version": named})
    assert moved.content.decode() == render.board(table.snapshot, me.pk)


@pytest.mark.django_db(transaction=True)
def test_a_refusal_is_told_on_the_whole_board(table: Played) -> None:
    client = Client(headers={"HX-Request": "true"})
    client.force_login(table.cast[table.mover])
    refused = client.post(
        f"/t/{table.id}/act/",
        {"code": "fly", "ply": table.row.ply},
        headers={"Fairdeal-Version": str(table.row.version)},
    )
    assert refused.status_code == 422
    assert "data-base" not in refused.content.decode()
    assert 'role="alert"' in refused.content.decode()
