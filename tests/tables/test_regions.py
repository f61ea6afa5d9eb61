"""Regions that have changed since the version that a page has: it is the same as a fresh page,
whatever sequence of changes it got."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from games.kernel.protocol import Setup
from games.registry import engines
from games.screens.regions import Board, Region, changed, hole
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
        before, page = render.by_regions(game[0], viewer), render.board(game[0], viewer)
        while at < len(game) - 1:
            later = min(len(game) - 1, at + dice.choice((1, 1, 1, 2, 5)))
            after, fresh = render.by_regions(game[later], viewer), render.board(game[later], viewer)
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
            news = render.changed(render.by_regions(before, 100), render.by_regions(after, 100), 1)
            if news is not None:
                codes = re.findall(r'name="code" value="[^"]*"', render.board(after, 100))
                assert re.findall(r'name="code" value="[^"]*"', news) == codes


def element(id: str, shown: object, *inner: str) -> str:
    return f"<p id='{id}'>{shown}{''.join(map(hole, inner))}</p>"


def root(version: int) -> Region:
    return Region(lambda number: f'data-version="{number}"', (version,))


def one(version: int, a: int, b: int, around: str = "", *, told: tuple[str, ...] = ()) -> Board:
    """Return a board of two regions, of which one lies in the other."""
    found = {"a": Region(element, ("a", a, "b"), ("b",)), "b": Region(element, ("b", b))}
    return Board(root(version), found, around, told)


def changes(before: Board, after: Board) -> str | None:
    news = changed(before, after, 1)
    start = '<section id="board"\n    data-base="1" data-version="2">'
    return news and news.removeprefix(start).removesuffix("</section>")


def test_the_smallest_region_that_holds_a_difference_is_sent() -> None:
    before = one(1, 1, 2)
    assert changes(before, one(2, 1, 2)) == ""
    assert changes(before, one(2, 1, 3)) == "<p id='b'>3</p>"
    assert changes(before, one(2, 4, 2)) == "<p id='a'>4<i id=\"b\" data-kept></i></p>"
    assert changes(before, one(2, 4, 3)) == "<p id='a'>4<p id='b'>3</p></p>"
    assert changes(before, one(2, 1, 2, told=("b",))) == "<p id='b'>2</p>"


def test_what_differs_outside_of_regions_is_a_board() -> None:
    before, more = one(1, 1, 2), Region(element, ("c", 1))
    assert changes(before, one(2, 1, 2, "elsewhere")) is None
    grown = Board(root(2), {**before.regions, "c": more}, "")
    assert changes(before, grown) is None and changes(grown, before) is None


def test_a_region_that_changes_may_hold_others_than_before() -> None:
    before = one(1, 1, 2)
    found = {"a": Region(element, ("a", 1, "c"), ("c",)), "c": Region(element, ("c", 5))}
    assert changes(before, Board(root(2), found, "")) == "<p id='a'>1<p id='c'>5</p></p>"


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
