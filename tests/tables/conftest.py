"""Tables, and what the process has in memory of them. Who plays is in tests/kit/played.py."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.kernel import shuffle
from games.lost_cities.bot import BOT
from games.tables.board import log_pages, picture, presenter
from games.tables.models import Order
from games.tables.proof import fairness
from games.tables.services import task_queue
from games.tables.state import checkpoints, snapshot_cache
from games.tables.state.snapshot import Snapshot
from tests.kit import boards, played
from tests.kit.played import CAST, NOON, Played, dealt, sits_down

__all__ = ["CAST", "NOON", "Played"]


@pytest.fixture(autouse=True)
def no_memory() -> None:
    """Empty the process's caches of tables before each test: kept tables have the same number in
    each."""
    snapshot_cache.forget()
    presenter._boards.boards.clear()
    for memory in (
        checkpoints._kept,
        log_pages._known,
        picture._displays,
        fairness._transcripts,
        fairness.verdicts,
    ):
        memory.forget()
    boards.mark_verified()


@pytest.fixture(scope="session")
def kept(django_db_setup: None, django_db_blocker: Any) -> played.CachedRows:
    """Make the tables of `dealt`, and take them back."""
    if not played.cache:
        with django_db_blocker.unblock(), transaction.atomic():
            played.cache.append(played.make())
            transaction.set_rollback(True)
    return played.cache[0]


@pytest.fixture
def cast(db: Any, kept: played.CachedRows) -> dict[str, User]:
    return kept.cast()


@pytest.fixture
def table(cast: dict[str, User], fresh: dict[str, Snapshot]) -> Played:
    """Return a game of Lost Cities between Ann (seat 0) and Ben, just dealt."""
    table = dealt(cast, "ann", "ben")
    if table.id in fresh:
        snapshot_cache.remember(replace(fresh[table.id], loaded=time.monotonic()))
    fresh[table.id] = table.snapshot
    return table


@pytest.fixture(scope="session")
def fresh() -> dict[str, Snapshot]:
    """Return what a process remembers of a table that it has just dealt, by its number."""
    return {}


@pytest.fixture
def recruiting(cast: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return a game of Schotten Totten in which Ann has drawn the Recruiter, and has to act."""

    def dealt(_secret: bytes, _nonces: Any, _name: str, _number: int, cards: Any) -> list[str]:
        return sorted(cards, key=lambda card: card != "recruiter")

    monkeypatch.setattr(shuffle, "shuffle", dealt)
    terms: dict[str, Any] = {"game": "schotten_totten", "options": {"tactics": "on"}}
    table = sits_down(cast, "ann", "ben", order=Order.SEATS, **terms)
    for name, deck in (("ann", "tactics"), ("ben", "clan")):
        table.plays(f"{name} {table.legal()[0]}", f"{name} draw {deck}")
    assert table.mover == "ann"
    return table


@pytest.fixture
def played_out(cast: dict[str, User], kept: played.CachedRows) -> Played:
    """Return a game of Lost Cities between Ann and Ben that has ended by the rules."""
    table_id, rows = kept.ended
    rows.write()
    return Played(table_id, cast)


@pytest.fixture
def toy_table(cast: dict[str, User], toy_game: None) -> Played:
    """Return a toy game with two turns each, just dealt: Ann is seat 0, Ben 1 and Cal 2, and they
    play in this order."""
    return toys(cast, "ann", "ben", "cal")


def toys(cast: dict[str, User], *names: str, **terms: Any) -> Played:
    """Deal a toy game with two turns each, in the order of these names."""
    told: dict[str, Any] = {"seats": len(names), "options": {"turns": "2"}, "order": Order.SEATS}
    return sits_down(cast, *names, **{"game": "toy"} | told | terms)


# --- bots

Asked = list[tuple[tuple[Any, ...], float]]
Against = Callable[..., Played]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Record the tasks sent to bots, each with its delay in seconds."""
    found: Asked = []

    def ask(task: str, *args: Any, countdown: float = 0) -> None:
        if task == task_queue.PLAY:
            found.append((args, countdown))

    monkeypatch.setattr(task_queue, "send", ask)
    return found


@pytest.fixture
def against(cast: dict[str, User], asked: Asked) -> Against:
    """Return a function that deals games of Ann (seat 0, who begins) against a bot."""

    def opens(level: str = "club", **terms: Any) -> Played:
        told: dict[str, Any] = {"order": Order.SEATS, "bots": {1: level}}
        return dealt(cast, "ann", **told | terms)

    return opens


def anns_turn(table: Played) -> None:
    table.plays(f"ann {table.legal('ann')[-1]}", "ann draw stock")


@pytest.fixture
def hinted(against: Against, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return a game of Ann against a Club bot; few playouts do for its hints."""
    monkeypatch.setattr(type(BOT), "playouts", {"expert": 4, "master": 8})
    return against()
