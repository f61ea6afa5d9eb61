"""A club of eight holds a Swiss of five rounds by correspondence, with one who comes late and one
who drops out, and a duplicate evening live. Both are played to their end by themselves, on a
running site whose worker is killed again and again."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.events.site import Evening
from tests.kit import environment

pytestmark = [pytest.mark.site, pytest.mark.slow]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("evening"))
    with made.site.killed_on_failure():
        made.opens()
        yield made
    assert made.site.stop() == 0


def results(evening: Evening, event: str) -> list[tuple[int, int, str, str, bool]]:
    """Return the pairings: round, board, players, points, and whether a table was played."""
    return evening.asks(
        "SELECT r.number, p.board, p.players, p.points, p.table_id IS NOT NULL"
        " FROM events_pairing p JOIN events_round r ON r.id = p.round_id"
        " WHERE r.event_id = ? ORDER BY r.number, p.board, p.game",
        event,
    )


def proved(evening: Evening) -> str:
    done = environment.manage(evening.site.environ, "replay_all")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_swiss_by_correspondence(evening: Evening) -> None:
    event, before = evening.swiss, evening.kills
    evening.enters(event, *(name for name in evening.people if name != "hal"))
    evening.plays(event, lambda: evening.number(event) == 1)
    evening.enters(event, "hal")  # in time for the second round
    evening.plays(event, lambda: evening.number(event) == 2)
    evening.absent = {"gus"}  # does not come: the last day of the round decides
    evening.plays(event, lambda: evening.number(event) == 3)
    evening.leaves(event, "gus")
    evening.plays(event, lambda: evening.stage(event) == "ended")
    assert evening.kills >= before + 3
    games = results(evening, event)
    assert {number for number, *_rest in games} == {1, 2, 3, 4, 5}
    assert all(points is not None for _round, _board, _players, points, _table in games)
    pairs = [
        frozenset(json.loads(players))
        for _round, _board, players, _points, _table in games
        if len(json.loads(players)) == 2
    ]
    assert len(pairs) == len(set(pairs)), "nobody meets the same player twice"
    assert len(pairs) == 3 + 4 + 4 + 3 + 3, "seven, eight with the late one, seven again"
    places = evening.asks("SELECT place FROM events_entry WHERE event_id = ? ORDER BY 1", event)
    assert len(places) == 8 and places[0] == (1,)
    page = evening.people["ann"].get(f"/events/{event}/").body
    assert "hal" in page and "for up to 1 day in each round" in page
    said = proved(evening)
    assert "All hold." in said


def test_a_duplicate_evening(evening: Evening) -> None:
    event, before = evening.duplicate, evening.kills
    evening.absent = set()
    evening.enters(event, *evening.people)
    evening.plays(event, lambda: evening.stage(event) == "ended")
    assert evening.kills >= before + 3
    games = results(evening, event)
    assert len(games) == 3 * 4 * 4, "each pair plays two deals twice"
    assert all(table and points is not None for *_rest, points, table in games)
    total = sum(sum(json.loads(points)) for _r, _b, _p, points, _t in games)
    assert total == pytest.approx(3 * 4), "half a point for everybody on the average"
    assert evening.asks("SELECT count(*) FROM duplicate_dealset WHERE opened_at IS NULL") == [(0,)]
    page = evening.people["hal"].get(f"/events/{event}/").body
    assert "of the differences between results came from the cards." in page
    assert "in 95 of 100 cases" in page
    assert "All hold." in proved(evening)
