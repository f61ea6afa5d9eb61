"""Tables at which tests play: `table.plays("ann play R7", "ben draw stock")`. Ann and Ben sit, Cal
watches, Dee is a stranger with an account."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.models import User
from games.tables import services
from games.tables.models import Action, Order, Table
from games.tables.proof import audit
from games.tables.state import snapshot_cache
from games.tables.state.snapshot import Snapshot
from tests.kit import worlds
from tests.tables.pages import Element, read

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CAST = ("ann", "ben", "cal", "dee")


def client_of(user: User | None = None, **options: Any) -> Client:
    """Return the browser of a user or a stranger."""
    client = Client(**options)
    if user:
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


@dataclass
class Played:
    """A table, its people and the time."""

    id: str
    cast: dict[str, User]
    now: datetime = field(default=NOON)

    @property
    def row(self) -> Table:
        return Table.objects.get(pk=self.id)

    def stored(self, column: str) -> Any:
        """Return a number or text of the row by plain SQL, which is faster."""
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT {column} FROM "tables_table" WHERE id = %s', [self.id])
            return cursor.fetchone()[0]

    @property
    def ply(self) -> int:
        return int(self.stored("ply"))

    @property
    def status(self) -> str:
        return str(self.stored("status"))

    @property
    def snapshot(self) -> Snapshot:
        version = self.stored("version")
        known = snapshot_cache.remembered(self.id, version)
        return known if known and known.version == version else snapshot_cache.current(self.row)

    @property
    def log(self) -> list[str]:
        return [
            f"{action.seat} {action.code}"
            for action in Action.objects.filter(table=self.id).order_by("ply")
        ]

    @property
    def places(self) -> list[int | None]:
        return self.seats("place")

    def seats(self, column: str) -> list[Any]:
        """Return a column of the seats by number."""
        rows = self.row.seats.order_by("number")
        return list(rows.values_list(column, flat=True))

    def result(self) -> tuple[str, list[int | None], bool]:
        """Return `ended_by`, the places, and whether ratings are due."""
        row = self.row
        return row.ended_by, self.places, row.rating_due

    def sound(self) -> bool:
        """Return whether log, caches and transcript agree."""
        return list(audit.faults(self.row)) == []

    def seat(self, name: str) -> int:
        number = self.snapshot.seated(self.cast[name].pk)
        assert number is not None
        return number

    @property
    def mover(self) -> str:
        """Return the name of the player to move."""
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

    def hand(self, name: str) -> tuple[str, ...]:
        """Return a player's hand."""
        snapshot = self.snapshot
        assert snapshot.position is not None
        view = snapshot.engine.view(snapshot.position.state, self.seat(name))
        cards: tuple[str, ...] = view.hand
        return cards

    def plays(self, *lines: str, ply: int | None = None) -> Snapshot:
        """Play lines of a name and a code each."""
        for line in lines:
            name, _, code = line.partition(" ")
            at = self.ply if ply is None else ply
            self.now += timedelta(seconds=1)
            services.act(
                table_id=self.id, user_id=self.cast[name].pk, code=code, ply=at, now=self.now
            )
        return self.snapshot

    def moves(self, times: int = 1, after: timedelta = timedelta(seconds=1)) -> Snapshot:
        """Play the first legal code `times` times, each `after` the one before."""
        for _ in range(times):
            self.now += after - timedelta(seconds=1)
            mover = self.mover
            self.plays(f"{mover} {self.legal(mover)[0]}")
        return self.snapshot

    def does(self, name: str, service: str, **more: Any) -> Any:
        """Call a service that takes `user_id`."""
        facts = {"now": self.now} | more
        return getattr(services, service)(table_id=self.id, user_id=self.cast[name].pk, **facts)

    def lets(self, name: str, service: str, **more: Any) -> Any:
        """Call a service that takes `user`: `sit`, `stand`, `rematch` and the like."""
        facts = {"now": self.now} | more
        return getattr(services, service)(table_id=self.id, user=self.cast[name], **facts)

    def takes_back(self, name: str, ply: int | None = None) -> Snapshot:
        self.does(name, "undo", ply=self.ply if ply is None else ply)
        return self.snapshot

    def again(self, *names: str) -> Played:
        """Return the rematch for which these players ask."""
        new = [self.lets(name, "rematch") for name in names][-1]
        return Played(new.id, self.cast, self.now)

    def bots_play(self) -> Snapshot:
        """Let bots and caretakers act, as workers do, until a person is to act or the game ends."""
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
        snapshot, mover = self.snapshot, self.mover
        while (
            snapshot.status == "running"
            and not snapshot.bots_to_act
            and self._mover(snapshot) == mover
        ):
            codes = self.legal(mover)
            code = "draw stock" if "draw stock" in codes else codes[-1]
            snapshot = self.plays(f"{mover} {code}", ply=snapshot.ply)
        return snapshot

    def everybody_acts(self) -> Snapshot:
        """Play a turn of each person, after which a rated game counts."""
        for _ in self.snapshot.people:
            self.takes_a_turn()
            self.bots_play()
        return self.snapshot

    def plays_on(self, until: Callable[[Snapshot], bool] = lambda snapshot: False) -> Snapshot:
        """Let all discard and draw from the stock until the condition holds or the game ends."""
        snapshot = self.bots_play()
        while snapshot.status == "running" and not until(snapshot):
            mover = self._mover(snapshot)
            codes = self.legal(mover)
            code = "draw stock" if "draw stock" in codes else codes[-1]
            snapshot = self.plays(f"{mover} {code}", ply=snapshot.ply)
            if snapshot.bots_to_act:
                snapshot = self.bots_play()
        return snapshot

    def plays_to(self, ply: int) -> Played:
        """Play until the log has so many entries."""
        self.plays_on(until=lambda snapshot: snapshot.ply >= ply)
        return self

    def browser(self, name: str | None = None, **options: Any) -> Client:
        """Return a player's browser, or a stranger's."""
        return client_of(self.cast[name] if name else None, **options)

    def html(self, name: str | None = None, path: str = "", status: int = 200) -> str:
        """Return a page below the table's address as somebody sees it."""
        answer = self.browser(name).get(f"/t/{self.id}/{path}")
        text = answer.content.decode()
        assert answer.status_code == status, (name, path, answer.status_code, text[:300])
        return text

    def page(self, name: str | None = None, path: str = "") -> Element:
        return read(self.html(name, path))

    def board(self, name: str | None = None) -> Element:
        return self.page(name).one("section", id="board")


def sits_down(cast: dict[str, User], *names: str, now: datetime = NOON, **terms: Any) -> Played:
    """Return a table, by default of Lost Cities, that the first of these opens and at which the
    others sit down."""
    facts = {"game": "lost_cities"} | terms
    opened = services.open_table(creator=cast[names[0]], now=now, **facts)
    for name in names[1:]:
        services.sit(table_id=opened.id, user=cast[name], now=now)
    return Played(opened.id, cast, now)


# --- dealt once for a process ---

Terms = dict[str, Any]
SEATS: Terms = {"order": Order.SEATS}
OFTEN: tuple[tuple[tuple[str, ...], Terms], ...] = (
    (("ann", "ben"), {}),
    (("ann", "ben"), SEATS),
    *(
        (("ann", "ben"), SEATS | {"clock": clock, "rated": rated})
        for clock in ("fast", "normal", "daily")
        for rated in (False, True)
    ),
    *((("ann",), SEATS | {"bots": {1: level}}) for level in ("club", "expert")),
)
"""The people and terms of tables of Lost Cities in many tests."""


def _key(names: tuple[str, ...], terms: Terms) -> str:
    facts = {"game": "lost_cities", "order": "random", "clock": "untimed", "rated": False} | terms
    return repr((names, sorted((name, repr(value)) for name, value in facts.items() if value)))


@dataclass
class CachedRows:
    """The rows of people, of tables by their terms, and of a whole game."""

    people: worlds.Rows
    users: dict[str, int]
    tables: dict[str, tuple[str, worlds.Rows]]
    ended: tuple[str, worlds.Rows]

    def cast(self) -> dict[str, User]:
        self.people.write()
        found = {user.username: user for user in User.objects.filter(pk__in=self.users.values())}
        return {name: found[name] for name in CAST}


cache: list[CachedRows] = []
"""The rows that this process has made, if any."""


def make() -> CachedRows:
    """Make the rows; the caller rolls them back."""
    empty = worlds.stored()
    cast = {name: User.objects.create_user(name, password=None) for name in CAST}
    people = worlds.added(empty)
    tables = {}
    for names, terms in OFTEN:
        before = worlds.stored()
        tables[_key(names, terms)] = sits_down(cast, *names, **terms).id, worlds.added(before)
    before = worlds.stored()
    table = sits_down(cast, "ann", "ben")
    assert table.plays_on().status == "ended"
    ended = table.id, worlds.added(before)
    return CachedRows(people, {name: user.pk for name, user in cast.items()}, tables, ended)


def dealt(cast: dict[str, User], *names: str, **terms: Any) -> Played:
    """Return a table as `sits_down` does, from cached rows if there are any and this test does not
    use them yet."""
    found = cache and cache[0].tables.get(_key(names, terms))
    if found and cache[0].users.items() <= {name: user.pk for name, user in cast.items()}.items():
        table_id, rows = found
        if not Table.objects.filter(pk=table_id).exists():
            rows.write()
            return Played(table_id, cast)
    return sits_down(cast, *names, **terms)
