"""A table as a value: one immutable snapshot for each version.

A snapshot holds every card. Only the services, the board and the audit may import this module (an
import contract says so); all others get a `PublicTable`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from operator import attrgetter
from typing import Any, TypeVar

from games.epoch import milliseconds
from games.kernel import clock, extent, replay
from games.kernel.clock import DAY, Awake, Budgets, TimeControl
from games.kernel.extent import Extent
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.replay import Entry, Position
from games.kernel.seats import Seats
from games.registry import engines
from games.screens import languages, player_ratings
from games.tables.models import Action, Seat, Status, Table
from games.tables.state import hash_chain, hours, maintenance, player, turns
from games.tables.state.people import Invited, Rematch
from games.tables.state.player import Player
from games.tables.state.public import PublicSeat, PublicTable
from games.tables.state.turns import Run

Item = TypeVar("Item")
T = TypeVar("T")

FREE_FIRST = 2
"""The rule of `clock_rules` by which live clocks start with each player's first move."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry with its moment and its hash."""

    entry: Entry
    at: datetime
    hash: str
    clock_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The stored data of a table at one version."""

    id: str
    game: str
    ruleset: int
    options: dict[str, str]
    seat_count: int
    order: str
    time_control: str
    rated: bool
    private: bool
    status: str
    version: int
    ply: int
    to_act: Seats
    ended_by: str
    creator_id: int
    commitment: str
    started_at: datetime | None
    ended_at: datetime | None
    players: tuple[Player, ...]
    log: tuple[Logged, ...] = field(repr=False)
    position: Position | None = field(repr=False)
    runs: tuple[Run, ...] = ()
    extent: Extent = extent.NOTHING
    budgets: Budgets = ()
    """Milliseconds left by seat, as they were at `since`; () without a clock."""
    draw_by: str = ""
    abort_by: str = ""
    undo_by: str = ""
    slow_by: str = ""
    slowed: str = ""
    """The time control before, and the first ply of this one, as `slowing` reads it."""
    flag_at: datetime | None = None
    bot_at: datetime | None = None
    """The moment at which a bot has to act; None if no bot has to."""
    breaks_off_at: datetime | None = None
    """The moment at which an idle game is broken off; None if it is not idle."""
    copied: int = 0
    """The number of entries from which the game goes on, if it began in the middle of another."""
    series: dict[str, int] = field(default_factory=dict)
    invited: tuple[Invited, ...] = ()
    """Before the start: those who have not answered an invitation."""
    rematch: Rematch | None = None
    deal: str = ""
    """The name of the deal that it shares with other tables; "" if it has its own."""
    sealed_until: datetime | None = None
    """Until then only its players may see the table, and nobody its secret."""
    clock_rules: int = 1
    """The rules by which the clocks run, as `clocks` reads them."""
    sleepless: bool = False
    sleep_days: int | None = None
    """The days of sleep and days off for which each clock stands at most; None: no limit."""
    silent: bool = False
    lensless: bool = False
    asks: str = ""
    """Whether clocks by correspondence run day and night."""
    stood: str = ""
    """The spans in which its clocks stand since the house is closed, as `resting` reads them."""
    key: str = field(default="", repr=False)
    """The key of the hash chain, a secret until the end."""
    loaded: float = 0.0
    made: dict[Hashable, Any] = field(init=False, default_factory=dict, repr=False, compare=False)
    """The values computed from this snapshot (`once`)."""
    lasting: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)
    """The values computed from facts that most moves leave unchanged (`steady`, `each`), shared by
    all versions of a table in a process."""

    def once(self, what: Hashable, make: Callable[[], T]) -> T:
        """Return a value that a function computes from this snapshot, computing it only once.
        `what` names it, with everything else that it depends on."""
        if what not in self.made:
            self.made[what] = make()
        found: T = self.made[what]
        return found

    def steady(self, what: Hashable, facts: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Return what a function makes of these facts alone, and ask it again only if they differ
        from those of the last time."""
        known = self.lasting.get(what)
        if known is None or known[0] != facts:
            known = self.lasting[what] = (facts, make())
        found: T = known[1]
        return found

    def each(self, what: Hashable, items: Iterable[Item], make: Callable[[Item], T]) -> list[T]:
        """Return what a function makes of each item. Those that were there the last time, the very
        same, are not asked for again."""
        known: dict[int, tuple[Item, T]] = self.lasting.get(what, {})
        made = [known.get(id(item)) or (item, make(item)) for item in items]
        self.lasting[what] = {id(one[0]): one for one in made}
        return [one[1] for one in made]

    def view(self, viewer: int | None) -> Any:
        """Return what the viewer sees of the position."""
        assert self.position is not None
        state = self.position.state
        return self.once(("view", viewer), lambda: self.engine.view(state, viewer))

    @property
    def engine(self) -> AnyEngine:
        """Return the game's engine."""
        return engines()[self.game]

    @property
    def title(self) -> str:
        """Return the game's title."""
        return self.engine.title

    @property
    def control(self) -> TimeControl:
        """Return the time control."""
        return clock.stored(self.time_control)

    @property
    def since(self) -> datetime | None:
        """Return the moment at which the clocks were set: that of the newest log entry. None
        without entries."""
        return self.log[-1].at if self.log else None

    @property
    def ticking(self) -> frozenset[int]:
        """Return the seats that have to act and whose clocks run. Caretakers have no clock."""
        playing = frozenset(seat for seat in self.to_act if not self.players[seat].gone)
        return playing - self.clockless

    @property
    def spending(self) -> frozenset[int]:
        """Return the seats among `ticking` that pay for their time. A live clock starts with the
        player's first move: until then its time is a limit for that move alone."""
        if self.clock_rules < FREE_FIRST or self.control.kind != "live":
            return self.ticking
        waiting = set(self.ticking)
        for logged in self.log:
            if not waiting:
                break
            waiting.discard(logged.entry.seat)
        return self.ticking - waiting

    @property
    def awake(self) -> Awake:
        """Return the waking hours of the players whose clocks run: only those count."""
        if not self.stood and not any(player.sleeps for player in self.players):
            return clock.ALWAYS
        return self.once("awake", self._awake)

    def _awake(self) -> Awake:
        since = self.since
        if self.control.kind != "correspondence" or since is None:
            return clock.ALWAYS
        entries = [(logged.entry, milliseconds(logged.at)) for logged in self.log]

        def turns(seat: int) -> list[hours.Turn]:
            return list(hours.turns(self.engine, self.setup, entries, seat))

        return self.awake_at(milliseconds(since), self.ticking, turns)

    def awake_at(
        self, since: int, seats: Collection[int], turns: Callable[[int], Sequence[hours.Turn]]
    ) -> Awake:
        """Return when the players of these seats are awake, for counting from `since` on; `turns`
        as in `hours.awake`."""
        times = {seat: self.players[seat].sleeps for seat in seats}
        budget = None if self.sleep_days is None else self.sleep_days * DAY
        awake = hours.awake(times, since, turns, maintenance.spans(self.stood), budget)
        return maintenance.with_stands(awake, seats, self.stood)

    @property
    def clockless(self) -> frozenset[int]:
        """Return the seats of bots. A bot waits for a processor of the site, so its clock does not
        run."""
        return frozenset(player.number for player in self.players if player.bot)

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats that a person plays, without those that have left."""
        return self.steady("people", (self.players,), self._people)

    def _people(self) -> tuple[int, ...]:
        return tuple([player.number for player in self.players if not player.level])

    @property
    def users(self) -> tuple[int, ...]:
        """Return the ids of the users at the table."""
        return tuple(player.user_id for player in self.players if player.user_id is not None)

    @property
    def left(self) -> tuple[int, ...]:
        """Return the seats that have left, the first to leave in front."""
        gone = [(-(player.place or 0), player.number) for player in self.players if player.gone]
        return tuple(number for _place, number in sorted(gone))

    @property
    def places(self) -> tuple[int, ...]:
        """Return the places by seat; () before there is a result."""
        return (
            tuple(player.place for player in self.players if player.place is not None)
            if self.status == Status.ENDED
            else ()
        )

    @property
    def rematch_id(self) -> str | None:
        """Return the id of the rematch. Only its players may know it, since it is private: the
        service leads them there."""
        return self.rematch.id if self.rematch else None

    @property
    def has_rematch(self) -> bool:
        """Tell whether there is a rematch."""
        return self.rematch is not None

    @property
    def public(self) -> PublicTable:
        """Return the public part of the table, with names in the language of the moment."""
        return self.once(("public", languages.current()), self._public)

    def _public(self) -> PublicTable:
        return PublicTable(
            id=self.id,
            game=self.game,
            title=self.title,
            seat_count=self.seat_count,
            order=self.order,
            private=self.private,
            rated=self.rated,
            copied=self.copied,
            time_control=self.time_control,
            sleepless=self.sleepless,
            sleep_days=self.sleep_days,
            silent=self.silent,
            lensless=self.lensless,
            status=self.status,
            version=self.version,
            ply=self.ply,
            ended_by=self.ended_by,
            draw_by=self.draw_by,
            abort_by=self.abort_by,
            undo_by=self.undo_by,
            slow_by=self.slow_by,
            commitment=self.commitment,
            ended_at=self.ended_at,
            flag_at=self.flag_at,
            breaks_off_at=self.breaks_off_at,
            deal=self.deal,
            sealed_until=self.sealed_until,
            has_rematch=self.has_rematch,
            bot_thinks=bool(self.bots_to_act),
            seats=self.steady(("seats", languages.current()), (self.players,), self._seats),
        )

    def _seats(self) -> tuple[PublicSeat, ...]:
        return tuple(
            [
                PublicSeat(
                    player.number,
                    player.user_id,
                    player.name,
                    player.plain_name,
                    player.score,
                    player.place,
                    player.standing,
                    player.walked,
                )
                for player in self.players
            ]
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat, in the language of the moment."""
        what = ("names", languages.current())
        return self.steady(what, (self.players,), lambda: tuple([one.name for one in self.players]))

    @property
    def setup(self) -> Setup:
        """Return the setup of the game."""
        return Setup(len(self.players), self.options, self.ruleset)

    @property
    def bots_to_act(self) -> tuple[int, ...]:
        """Return the seats that have to act and that no person plays."""
        if self.status != Status.RUNNING:
            return ()
        return tuple(seat for seat in sorted(self.to_act) if self.players[seat].level)

    def player(self, user_id: int | None) -> Player | None:
        """Return the user's player, or None for a spectator. None for `user_id` None, too, since
        bots have no user."""
        if user_id is not None:
            for player in self.players:
                if player.user_id == user_id:
                    return player
        return None

    def seated(self, user_id: int | None) -> int | None:
        """Return the number of the user's seat, or None for a spectator."""
        player = self.player(user_id)
        return player.number if player else None

    @property
    def receipt(self) -> str:
        """Return the hash of the newest entry; "" before the first deal."""
        return self.log[-1].hash if self.log else ""

    def tail(self) -> str:
        """Return the hash that the next entry follows."""
        return self.log[-1].hash if self.log else self.commitment

    def changed(self, **facts: Any) -> Snapshot:
        """Return the table with these values, and nothing computed yet. Does what
        `dataclasses.replace` does in a seventh of the time, and each move needs it twice."""
        new = object.__new__(Snapshot)
        for put, value in zip(_PUT.values(), _values(self), strict=True):
            put(new, value)
        for name, value in facts.items():
            _PUT[name](new, value)
        object.__setattr__(new, "made", {})
        return new

    def until(self, ply: int) -> Snapshot:
        """Return the table after the first `ply` entries of its log, with all other values as they
        are now."""
        log = self.log[:ply]
        entries = [logged.entry for logged in log]
        position = replay.fold(self.engine, self.setup, entries)
        told = turns.of((logged.entry, logged.at) for logged in log)
        return self.changed(
            position=position, log=log, ply=ply, runs=told, extent=extent.of(entries)
        )


# Setters of the slots by name, which a frozen dataclass bypasses, and a getter of all their values.
_PUT = {one.name: vars(Snapshot)[one.name].__set__ for one in fields(Snapshot) if one.init}
_values = attrgetter(*_PUT)

# The columns of a table that a snapshot copies unchanged.
COPIED = (
    "id game ruleset options seat_count order time_control clock_rules sleepless stood silent asks"
    " sleep_days lensless rated private copied status version ply to_act ended_by creator_id"
    " commitment started_at ended_at draw_by abort_by undo_by slow_by slowed flag_at bot_at"
    " breaks_off_at series deal sealed_until"
).split()


def from_rows(table: Table, seats: Iterable[Seat], actions: Iterable[Action]) -> Snapshot:
    """Return a snapshot made of rows: the table, its seats with their users, its actions by ply."""
    seats = sorted(seats, key=lambda seat: seat.number)
    users, bots = (
        [seat.user_id for seat in seats if seat.user_id is not None],
        [seat.bot for seat in seats if seat.bot],
    )
    standings = player_ratings.of(table.id, table.game, table.seat_count, users, bots)
    players = tuple(
        player.of(table, seat, standings.get(seat.user_id or seat.bot)) for seat in seats
    )
    log = tuple(
        Logged(Entry(action.seat, action.code), action.at, action.hash, action.clock_ms)
        for action in actions
    )
    budgets = tuple(seat.clock_ms for seat in seats if seat.clock_ms is not None)
    facts: dict[str, Any] = {name: getattr(table, name) for name in COPIED}
    facts |= {"to_act": table.acting, "key": hash_chain.key(bytes(table.secret))}
    bare = Snapshot(
        **facts, players=players, log=log, position=None, loaded=time.monotonic(), budgets=budgets
    )
    return bare.until(len(log)) if log else bare
