"""The end of a game on the board: who won and by what, the best of it in one line, the proof as a
sign, and each way on once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from games.kernel.protocol import Setup
from games.registry import engines
from games.tables.proof import fairness
from games.tables.state.people import Person, Rematch
from games.tables.state.snapshot import Snapshot
from tests.kit import boards
from tests.kit.played import Played
from tests.tables.pages import read

SEATS = {"lost_cities": 2, "schotten_totten": 2, "odin": 3, "exhibition": 2, "alone": 1}
Change = Callable[[Snapshot], Snapshot]


def ended(slug: str) -> Snapshot:
    engine = engines()["exhibition" if slug == "alone" else slug]
    # the first code plays, so that an expedition comes to something
    choose = Random.choice if slug != "lost_cities" else lambda _dice, codes: codes[0]
    return boards.moments(engine, Setup(SEATS[slug], {}, engine.ruleset), 4, choose)[-1]


ENDS = {slug: ended(slug) for slug in SEATS}


def asked(end: Snapshot) -> Snapshot:
    by = Person(101, "Ben", False, False)
    return replace(end, rematch=Rematch("r5m2", by, True, frozenset({101}), frozenset({100}), ()))


def aborted(end: Snapshot) -> Snapshot:
    return replace(end, ended_by="abort", players=boards.PLAYERS[: end.seat_count])


def daily(end: Snapshot) -> Snapshot:
    return replace(end, deal="daily/2026-11-20/odin")


def copied(end: Snapshot) -> Snapshot:
    return replace(end, copied=3)


def resigned(end: Snapshot) -> Snapshot:
    return replace(end, ended_by="resign")


def as_it_is(end: Snapshot) -> Snapshot:
    return end


def sealed(end: Snapshot) -> Snapshot:
    return replace(daily(end), sealed_until=boards.NOON + timedelta(days=90_000))


@pytest.mark.parametrize(
    ("slug", "changed", "seat", "loud", "second", "links"),
    [
        ("lost_cities", as_it_is, 0, "Rematch", "Review", "Replay, Share, Shuffle verified"),
        ("odin", resigned, 1, "Rematch", "Review", "Replay, Share, Shuffle verified"),
        ("lost_cities", asked, 0, "Accept the rematch", "Decline",
         "Review, Replay, Share, Shuffle verified"),
        ("lost_cities", as_it_is, None, "Review", "Replay", "Share, New table, Shuffle verified"),
        ("lost_cities", aborted, 0, "Rematch", "Replay", "Shuffle verified"),
        ("lost_cities", aborted, None, "Replay", "", "New table, Shuffle verified"),
        ("lost_cities", copied, 0, "Rematch", "Replay", "Share"),
        ("odin", daily, 0, "See all results", "Review", "Replay, Share, Shuffle verified"),
        ("odin", sealed, 0, "See all results", "Replay", ""),
        ("alone", as_it_is, 0, "Play again", "Review", "Replay, Share, Shuffle verified"),
    ],
)  # fmt: skip
def test_one_loud_way_on_one_beside_it_and_each_meaning_once(
    slug: str, changed: Change, seat: int | None, loud: str, second: str, links: str
) -> None:
    page = read(boards.board(changed(ENDS[slug]), seat))
    ways = page.one(class_="result__ways")
    assert [one.text for one in ways.all(class_="button")] == [loud, *filter(None, [second])]
    assert [one.text for one in ways.all(class_="button--loud")] == [loud]
    more = [one.text for one in ways.all(class_="link")]
    assert more == [one for one in links.split(", ") if one]
    assert not page.all(id="look-back"), "the result has the replay"


@pytest.mark.parametrize("slug", SEATS)
def test_the_best_of_the_game_is_told_in_one_line_to_everybody(slug: str) -> None:
    for seat in (0, None):
        best = read(boards.board(ENDS[slug], seat)).one(class_="result__best").text
        assert re.match(r"(Your )?[Bb]est", best) and len(best) < 70
    assert not read(boards.board(aborted(ENDS[slug]), 0)).all(class_="result__best")


def test_a_deal_that_does_not_match_is_no_sign_of_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "verdict", lambda table: "wrong")
    sign = read(boards.board(ENDS["odin"], 0)).one(class_="result__proof--wrong")
    assert (sign.text, sign.attributes["href"]) == ("The deal does not match", "/t/k3x9/fair/")


def test_the_sign_is_what_was_proved(table: Played) -> None:
    assert fairness.verdict(table.id) == ""
    table.does("ann", "resign")
    assert fairness.verdict(table.id) == "verified"
    assert table.page("dee").one(class_="result__proof").text == "Shuffle verified"
