"""Regions that have changed since the version that a page has: it is the same as a fresh page,
whatever sequence of changes it got."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from games.kernel.protocol import Setup
from games.registry import engines
from games.screens import regions
from games.tables.board import render
from games.tables.state.snapshot import Snapshot
from tests.kit import boards, tiers
from tests.kit.pages_by_regions import applied
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


def played(slug: str, setup: Setup, seed: int) -> list[Snapshot]:
    return boards.moments(engines()[slug], setup, seed)


@pytest.mark.parametrize(("slug", "setup"), SETUPS, ids=str)
def test_a_page_after_changes_is_a_fresh_page(slug: str, setup: Setup) -> None:
    game, dice = played(slug, setup, seed=7), Random(7)
    moments = tiers.part(24)
    game = game[:moments] + game[-moments:]  # the end among them
    sent = whole = 0
    for seat in (None, 0, setup.seats - 1):
        viewer = None if seat is None else 100 + seat
        at = 0
        before, page = render.kept(game[0], viewer), render.board(game[0], viewer)
        while at < len(game) - 1:
            later = min(len(game) - 1, at + dice.choice((1, 1, 1, 2, 5)))
            after, fresh = render.kept(game[later], viewer), render.board(game[later], viewer)
            news = render.changed(before, after, at)
            sent, whole = sent + 1, whole + (news is None)
            page = applied(page, news if news is not None else fresh, at)
            assert page == fresh
            at, before = later, after
    assert whole < sent / 2


def test_legal_codes_are_always_told() -> None:
    for slug, setup in SETUPS:
        game = played(slug, setup, seed=3)[: tiers.part(40)]
        for before, after in pairwise(game):
            news = render.changed(render.kept(before, 100), render.kept(after, 100), 1)
            if news is not None:
                codes = re.findall(r'name="code" value="[^"]*"', render.board(after, 100))
                assert re.findall(r'name="code" value="[^"]*"', news) == codes


def test_what_differs_outside_of_regions_is_a_board() -> None:
    one = board(1, "<p id='a'>1{<b id='b'>2</b>}</p>", "x")
    assert changes(one, board(2, "<p id='a'>1{<b id='b'>2</b>}</p>", "x")) == ""
    news = board(2, "<p id='a'>1{<b id='b'>3</b>}</p>", "x")
    assert changes(one, news) == "<b id='b'>3</b>"
    news = board(2, "<p id='a'>4{<b id='b'>2</b>}</p>", "x")
    assert changes(one, news) == "<p id='a'>4<b id='b'>2</b></p>"
    assert changes(one, board(2, "<p id='a'>1{<b id='b'>2</b>}</p>", "y")) is None
    assert changes(one, board(2, "<i></i>}{<p id='a'>1{<b id='b'>2</b>}</p>", "x")) is None
    assert changes("<p>waits</p>", one) is None
    assert changes(one, "<p>waits</p>") is None


def marked(text: str) -> str:
    return text.replace("{", regions.BEGIN).replace("}", regions.END)


def board(version: int, region: str, rest: str) -> str:
    return marked(f'<section id="board" {{data-version="{version}"}}>{{{region}}}{rest}</section>')


def changes(before: str, after: str) -> str | None:
    news = regions.changed(before, after, 1)
    root = '<section id="board" data-base="1" data-version="2">'
    return news and news.removeprefix(root).removesuffix("</section>")


def test_a_board_is_read_by_its_regions() -> None:
    text = marked("<s {a}>{<p>{b}{c}</p>}</s>")
    assert regions.parsed(text) == ["<s ", ["a"], ">", ["<p>", ["b"], "", ["c"], "</p>"], "</s>"]
    assert regions.whole(text) == "<s a><p>bc</p></s>"
    assert regions.parsed("<p>waits</p>") == ["<p>waits</p>"]


@pytest.mark.django_db(transaction=True)
def test_a_mover_who_names_a_version_gets_what_has_changed_since(table: Played) -> None:
    client = table.browser(table.mover, headers={"HX-Request": "true"})
    me, version, ply = table.cast[table.mover], table.row.version, table.ply
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
def test_a_version_that_is_none_gets_the_board(table: Played) -> None:
    client = table.browser(table.mover, headers={"HX-Request": "true"})
    me = table.cast[table.mover]
    code = {"code": table.legal()[0], "ply": table.ply}
    for named in ("", "x", "99999999999", "-1", "12", "²"):  # the same move again and again
        moved = client.post(f"/t/{table.id}/act/", code, headers={"Fairdeal-Version": named})
        assert moved.content.decode() == render.board(table.snapshot, me.pk)


@pytest.mark.django_db(transaction=True)
def test_a_refusal_is_told_on_the_whole_board(table: Played) -> None:
    client = table.browser(table.mover, headers={"HX-Request": "true"})
    refused = client.post(
        f"/t/{table.id}/act/",
        {"code": "fly", "ply": table.ply},
        headers={"Fairdeal-Version": str(table.row.version)},
    )
    assert refused.status_code == 422
    assert "data-base" not in refused.content.decode()
    assert 'role="alert"' in refused.content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_mover_with_an_open_socket_is_told_the_version_alone(table: Played) -> None:
    client = table.browser(table.mover, headers={"HX-Request": "true"})
    sent = {"code": table.legal()[0], "ply": table.ply}
    for _ in range(2):  # a repeated move is answered as the first was
        moved = client.post(f"/t/{table.id}/act/", sent, headers={"Fairdeal-Socket": "open"})
        assert (moved.status_code, moved.content) == (204, b"")
        assert moved["Fairdeal-Version"] == str(table.row.version)
        assert moved["Fairdeal-Receipt"] == table.snapshot.receipt
    refused = client.post(
        f"/t/{table.id}/act/", sent | {"code": "fly"}, headers={"Fairdeal-Socket": "open"}
    )
    assert refused.status_code == 409 and 'role="alert"' in refused.content.decode()
