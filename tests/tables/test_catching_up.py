"""Moves of other processes: this process fetches them alone, and then has the same snapshot as one
that fetches everything."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.registry import engines
from games.tables import services
from games.tables.board import presenter, render
from games.tables.models import Action, Order
from games.tables.state import snapshot_cache, take_back
from games.tables.state.snapshot import Snapshot
from tests.kit import tiers
from tests.kit.played import CAST, sits_down
from tests.tables.conftest import NOON, Played
from tests.tables.test_at_once import AT_ONCE, plays, warm  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.database]

Elsewhere = Callable[[], Any]


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """Run a block as another process would, with caches of its own."""
    theirs: OrderedDict[str, Snapshot] = OrderedDict()

    @contextmanager
    def block() -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(snapshot_cache, "_newest", theirs)
            yield

    return block


def fetched_whole(table: Played) -> Snapshot:
    ours = dict(snapshot_cache._newest)
    snapshot_cache.forget()
    snapshot = snapshot_cache.load(table.id)
    snapshot_cache._newest.clear()
    snapshot_cache._newest.update(ours)
    assert snapshot
    return snapshot


def is_the_same(table: Played) -> bool:
    """Return whether this process has the same snapshot as one that has just started, with cards,
    clocks and all."""
    ours, whole = snapshot_cache.load(table.id), fetched_whole(table)
    assert ours
    boards = [
        render.board(ours, user.pk) == presenter.board(whole, user.pk)
        for user in table.cast.values()
    ]
    return replace(ours, loaded=0) == replace(whole, loaded=0) and all(boards)


@pytest.fixture
def seated(cast: dict[str, User]) -> Callable[..., Played]:
    def sit(game: str, seats: int = 2) -> Played:
        terms = {"clock": "hours", "order": Order.SEATS, "seats": seats, "game": game}
        return sits_down(cast, *CAST[:seats], **terms)

    return sit


def steps(table: Played, rng: Random) -> None:
    """Play a few steps of the seat that has to act, and take some of them back."""
    for _ in range(rng.randrange(1, 4)):
        snapshot = table.snapshot
        if snapshot.status != "running":
            return
        name = table.mover
        seat = table.seat(name)
        if rng.random() < 0.2 and take_back.may_undo(snapshot, seat):
            table.takes_back(name)
        else:
            table.plays(f"{name} {rng.choice(table.legal(name))}")


@pytest.mark.parametrize("game", list(engines()))
def test_what_was_added_is_enough(
    seated: Callable[..., Played], elsewhere: Elsewhere, game: str
) -> None:
    rng = Random(1)
    table = seated(game)
    assert snapshot_cache.load(table.id)
    for _ in range(tiers.part(15)):
        with elsewhere():
            steps(table, rng)
        assert is_the_same(table)


def test_one_query_however_long_the_log_is(
    table: Played, elsewhere: Elsewhere, django_assert_num_queries: Callable[..., Any]
) -> None:
    assert snapshot_cache.load(table.id)
    with elsewhere():
        steps(table, Random(2))
        version = table.snapshot.version
    # On PostgreSQL the driver's own cursor is used, which Django does not count.
    with django_assert_num_queries(1 if connection.vendor == "sqlite" else 0):
        caught_up = snapshot_cache.load(table.id, version)
    assert caught_up and caught_up.version == version
    with django_assert_num_queries(0):
        assert snapshot_cache.load(table.id, version) is caught_up


def test_what_is_not_in_the_log_is_seen_as_well(
    seated: Callable[..., Played], elsewhere: Elsewhere
) -> None:
    """This covers offers, a player who leaves, and the end."""
    table = seated("odin", 3)
    assert snapshot_cache.load(table.id)
    for happens in (
        partial(table.does, "ann", "draw"),
        partial(table.does, "ben", "draw", agree=False),
        partial(table.does, "cal", "resign"),
        table.bots_play,
        partial(table.does, "ben", "resign"),
    ):
        with elsewhere():
            happens()
        assert is_the_same(table)
    assert table.snapshot.status == "ended"


def test_entries_that_do_not_follow_are_not_believed(table: Played, elsewhere: Elsewhere) -> None:
    """Then the whole log is fetched, as it is in the database."""
    assert snapshot_cache.load(table.id)
    with elsewhere():
        after = table.plays(f"{table.mover} {table.legal()[0]}")
    Action.objects.filter(table=table.id, ply=after.ply - 1).update(prev="0" * 64)
    assert snapshot_cache.caught_up(table.id) is None
    assert is_the_same(table)


@pytest.mark.django_db(transaction=True)
def test_a_move_after_one_made_elsewhere_takes_the_short_way(
    warm: Played,  # noqa: F811
    elsewhere: Elsewhere,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with elsewhere():
        plays(warm)
    if AT_ONCE:
        monkeypatch.setattr(import_module("games.tables.services.act"), "_in_turn", None)
    for _ in range(3):
        plays(warm)
        with elsewhere():
            plays(warm)
    assert is_the_same(warm)


def test_a_game_that_starts_while_its_table_is_read_is_read_as_it_was(
    cast: dict[str, User],
) -> None:
    """The row was read before the last player sat down, seats and log after it."""
    table = sits_down(cast, "ann", "ben", game="odin", seats=3)
    before = table.row
    services.sit(table_id=table.id, user=cast["cal"], now=NOON)
    snapshot_cache.forget()
    seen = snapshot_cache.current(before)
    assert (seen.status, seen.log, seen.position) == ("open", (), None)
    started = snapshot_cache.load(table.id)
    assert started and started.status == "running" and started.log
