"""The players of the tests: Ann and Ben sit, Cal is a spectator, Dee has an account but is at no
table."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from accounts.models import User
from games.kernel import shuffle
from games.tables import services
from games.tables.board import log_pages
from games.tables.models import Action, Order, Table
from games.tables.services import task_queue
from games.tables.state import checkpoints, snapshot_cache
from games.tables.state.snapshot import Snapshot

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CAST = ("ann", "ben", "cal", "dee")
APPS = ("accounts", "tables", "ratings", "notices")


@pytest.fixture(autouse=True)
def no_memory() -> None:
    """Empty the process's caches of tables before each test."""
    snapshot_cache.forget()


@pytest.fixture
def cast(db: Any) -> dict[str, User]:
    return {name: User.objects.create_user(name, password=None) for name in CAST}


@dataclass
class Played:
    """A table that tests play at: `plays("ann play R7")`."""

    id: str
    cast: dict[str, User]
    now: datetime = field(default=NOON)

    @property
    def row(self) -> Table:
        return Table.objects.get(pk=self.id)

    @property
    def snapshot(self) -> Snapshot:
        return snapshot_cache.current(self.row)

    @property
    def log(self) -> list[str]:
        return [
            f"{action.seat} {action.code}"
            for action in Action.objects.filter(table=self.id).order_by("ply")
        ]

    def seat(self, name: str) -> int:
        number = self.snapshot.seated(self.cast[name].pk)
        assert number is not None
        return number

    @property
    def mover(self) -> str:
        """Return the name of the player whose turn it is."""
        return self._mover(self.snapshot)

    def _mover(self, snapshot: Snapshot) -> str:
        user_id = snapshot.players[min(snapshot.to_act)].user_id
        return next(name for name, user in self.cast.items() if user.pk == user_id)

    @property
    def waiter(self) -> str:
        return "ben" if self.mover == "ann" else "ann"

    def legal(self, name: str | None = None) -> list[str]:
        snapshot = self.snapshot
        seat = snapshot.seated(self.cast[name or self._mover(snapshot)].pk)
        assert snapshot.position is not None and seat is not None
        engine = snapshot.engine
        return [
            engine.encode(action) for action in engine.legal_actions(snapshot.position.state, seat)
        ]

    def plays(self, *lines: str, ply: int | None = None) -> Snapshot:
        """Play these lines, each a name and a code."""
        for line in lines:
            name, _, code = line.partition(" ")
            at = self.row.ply if ply is None else ply
            self.now += timedelta(seconds=1)
            services.act(
                table_id=self.id, user_id=self.cast[name].pk, code=code, ply=at, now=self.now
            )
        return self.snapshot

    def does(self, name: str, service: str, **more: Any) -> None:
        """Ask for a service in a player's name."""
        getattr(services, service)(
            table_id=self.id, user_id=self.cast[name].pk, now=self.now, **more
        )

    def takes_back(self, name: str, ply: int | None = None) -> Snapshot:
        at = self.row.ply if ply is None else ply
        services.undo(table_id=self.id, user_id=self.cast[name].pk, ply=at, now=self.now)
        return self.snapshot

    def bots_play(self) -> Snapshot:
        """Let bots and caretakers act, as their workers do, until a person has to or the game
        ends."""
        while (snapshot := self.snapshot).bots_to_act:
            ply = snapshot.ply
            choice = services.choose(table_id=self.id, ply=ply)
            assert choice is not None
            self.now += timedelta(seconds=1)
            services.answer(
                table_id=self.id, seat=choice.seat, code=choice.code, ply=ply, now=self.now
            )
        return snapshot

    def takes_a_turn(self) -> Snapshot:
        """Play the whole turn of the person to act."""
        mover = self.mover
        while (
            self.row.status == "running" and not self.snapshot.bots_to_act and self.mover == mover
        ):
            codes = self.legal()
            self.plays(f"{mover} {'draw stock' if 'draw stock' in codes else codes[-1]}")
        return self.snapshot

    def everybody_acts(self) -> Snapshot:
        """Play a turn of each person: before that no rated game counts."""
        for _ in self.snapshot.people:
            self.takes_a_turn()
            self.bots_play()
        return self.snapshot

    def plays_on(self, until: Callable[[Snapshot], bool] = lambda snapshot: False) -> Snapshot:
        """Let both discard and draw from the stock until the condition holds or the game ends."""
        snapshot = self.bots_play()
        while snapshot.status == "running" and not until(snapshot):
            mover = self._mover(snapshot)
            codes = self.legal(mover)
            code = "draw stock" if "draw stock" in codes else codes[-1]
            self.plays(f"{mover} {code}", ply=snapshot.ply)
            snapshot = self.bots_play()
        return snapshot


@pytest.fixture
def table(cast: dict[str, User]) -> Played:
    """Return a game of Lost Cities between Ann (seat 0) and Ben, just dealt."""
    return _dealt(cast)


def _dealt(cast: dict[str, User]) -> Played:
    opened = services.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    return Played(opened.id, cast)


@pytest.fixture
def recruiting(cast: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return a game of Schotten Totten in which Ann has drawn the Recruiter, and has to act."""

    def dealt(_secret: bytes, _nonces: Any, _name: str, _number: int, cards: Any) -> list[str]:
        return sorted(cards, key=lambda card: card != "recruiter")

    monkeypatch.setattr(shuffle, "shuffle", dealt)
    terms: dict[str, Any] = {"game": "schotten_totten", "options": {"tactics": "on"}}
    opened = services.open_table(creator=cast["ann"], order=Order.SEATS, now=NOON, **terms)
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    table = Played(opened.id, cast)
    for name, deck in (("ann", "tactics"), ("ben", "clan")):
        table.plays(f"{name} {table.legal()[0]}", f"{name} draw {deck}")
    assert table.mover == "ann"
    return table


@dataclass(frozen=True)
class Rows:
    """All rows of a played game, of each model in a list."""

    table_id: str
    people: dict[str, int]
    lists: list[list[Any]]


@pytest.fixture(scope="session")
def rows_of_a_game(django_db_setup: None, django_db_blocker: Any) -> Rows:
    """Play a game of Lost Cities between Ann and Ben to its end, and return its rows. None of them
    is kept in the database."""
    with django_db_blocker.unblock(), transaction.atomic():
        cast = {name: User.objects.create_user(name, password=None) for name in CAST}
        table = _dealt(cast)
        table.plays_on()
        assert table.row.status == "ended"
        models = [model for model in apps.get_models() if model._meta.app_label in APPS]
        found = [list(model._default_manager.all()) for model in models]
        transaction.set_rollback(True)
    return Rows(table.id, {name: user.pk for name, user in cast.items()}, found)


@pytest.fixture
def played_out(db: Any, rows_of_a_game: Rows) -> Played:
    """Return a game of Lost Cities between Ann and Ben that has ended by the rules. It is the same
    one for all tests of a worker, since playing takes half a second."""
    checkpoints.forget()
    log_pages.forget()
    for rows in deepcopy(rows_of_a_game.lists):
        if rows:
            type(rows[0])._default_manager.bulk_create(rows)
    cast = {name: User.objects.get(pk=pk) for name, pk in rows_of_a_game.people.items()}
    return Played(rows_of_a_game.table_id, cast)


@pytest.fixture
def toy_table(cast: dict[str, User], toy_game: None) -> Played:
    """Return a toy game with two turns each, just dealt: Ann is seat 0, Ben 1 and Cal 2, and they
    play in this order."""
    opened = services.open_table(
        creator=cast["ann"],
        game="toy",
        seats=3,
        options={"turns": "2"},
        order=Order.SEATS,
        now=NOON,
    )
    for name in ("ben", "cal"):
        services.sit(table_id=opened.id, user=cast[name], now=NOON)
    return Played(opened.id, cast)


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

    monkeypatch.setattr(task_queue, "ask", ask)
    return found


@pytest.fixture
def against(cast: dict[str, User], asked: Asked) -> Against:
    """Return a function that deals games of Ann (seat 0, who begins) against a bot."""

    def opens(level: str = "club", **terms: Any) -> Played:
        told: dict[str, Any] = {"game": "lost_cities", "order": "seats", "bots": {1: level}}
        opened = services.open_table(creator=cast["ann"], **{"now": NOON, **told, **terms})
        return Played(opened.id, cast)

    return opens


def anns_turn(table: Played) -> None:
    table.plays(f"ann {table.legal('ann')[-1]}", "ann draw stock")
