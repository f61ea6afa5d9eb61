"""Flags: whose time ran out, by the log, and whose flag fell when, by a journal that a trigger of
the database keeps with a clock that does not jump."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.epoch import milliseconds
from games.kernel import clock, replay
from games.kernel.clock import TimeControl
from games.kernel.protocol import Setup
from games.kernel.replay import Entry
from games.registry import engines
from tests.chaos.journal import Fault
from tests.chaos.site import Site

JOURNAL = (
    "CREATE TABLE chaos_flags (table_id text, seat int, at timestamptz DEFAULT clock_timestamp())",
    "CREATE FUNCTION chaos_flag() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " INSERT INTO chaos_flags (table_id, seat) VALUES (NEW.table_id, NEW.number); RETURN NULL;"
    " END $$",
    "CREATE TRIGGER chaos_flag AFTER UPDATE OF left_by ON tables_seat FOR EACH ROW"
    " WHEN (NEW.left_by = 'flag') EXECUTE FUNCTION chaos_flag()",
)
"""What a database needs to note each fall of a flag, within its transaction."""
SLOW = 20_000  # milliseconds for which a request may go on after its clock was set right


@dataclass(frozen=True)
class Sitting:
    """A seat; `left_ply` is the ply at which its player left, None for one who stayed."""

    bot: bool = False
    left_by: str = ""
    left_ply: int | None = None


@dataclass(frozen=True)
class Timed:
    """A table with a clock, as the database has it. Moments are milliseconds, by the clock of
    whatever part wrote them; those of `fell` are the database's own."""

    game: str
    control: TimeControl
    setup: Setup
    seats: Sequence[Sitting]
    log: Sequence[tuple[Entry, int]]
    ended_by: str = ""
    ended_at: int | None = None
    fell: Sequence[tuple[int, int]] = ()  # seat and moment of each fall


@dataclass(frozen=True)
class Turn:
    """The time after an entry: when each seat whose clock runs is out of time, and when the next
    entry came, or the end; None at a table that runs."""

    ply: int
    out_at: dict[int, int]
    until: int | None


@dataclass(frozen=True)
class Jump:
    """A time in which the clock of a part was ahead, or behind if `ahead` is negative; all in
    milliseconds."""

    begun: int
    ended: int
    ahead: int


def turns(table: Timed) -> Iterator[Turn]:
    """Yield the time after each entry, with the clocks counted anew from the log alone."""
    engine = engines()[table.game]
    position = replay.begin(engine, table.setup)
    bots = frozenset(number for number, seat in enumerate(table.seats) if seat.bot)
    budgets = clock.begin(table.control, len(table.seats))
    since = table.log[0][1]
    for ply, (entry, at) in enumerate([*table.log, (None, table.ended_at)]):
        acting = engine.to_act(position.state) - bots - _gone(table, ply)
        yield Turn(ply, {seat: since + budgets[seat] for seat in acting}, at)
        if entry is None or at is None:
            return
        budgets = clock.spend(table.control, budgets, acting, since, at)
        before = engine.to_act(position.state)
        position, since = replay.advance(engine, position, entry), at
        budgets = clock.add(table.control, budgets, before - engine.to_act(position.state) - bots)


def _gone(table: Timed, ply: int) -> frozenset[int]:
    """Return the seats that had left before an entry came to this ply."""
    return frozenset(
        number
        for number, seat in enumerate(table.seats)
        if seat.left_ply is not None and seat.left_ply < ply
    )


def misjudged(table: Timed, jumps: Sequence[Jump] = ()) -> Iterator[str]:
    """Yield a sentence for each flag that did not fall though it was due, that fell early, or more
    than once."""
    due: dict[int, int] = {}
    for turn in turns(table):
        for seat, out_at in turn.out_at.items():
            if table.seats[seat].left_ply == turn.ply:
                due[seat] = out_at
            elif turn.until is not None and turn.until >= out_at and not _broken_off(table, turn):
                yield f"let seat {seat} go on at ply {turn.ply}, whose time was up"
    fallen = Counter(seat for seat, _ in table.fell)
    for number, seated in enumerate(table.seats):
        wanted = int(seated.left_by == "flag")
        if fallen[number] != wanted:
            yield f"let the flag of seat {number} fall {fallen[number]} times, and not {wanted}"
        if wanted and number not in due:
            yield f"let the flag of seat {number} fall, whose clock did not run"
    for seat, at in table.fell:
        if seat in due and at < due[seat] - _ahead(jumps, at):
            yield f"let the flag of seat {seat} fall {due[seat] - at} ms early"
    yield from _ended_early(table, due)


def _broken_off(table: Timed, turn: Turn) -> bool:
    """Tell whether a flag ended the game without a result: its player had never acted."""
    return turn.ply == len(table.log) and table.ended_by == "abort"


def _ended_early(table: Timed, due: dict[int, int]) -> Iterator[str]:
    """Yield a sentence for a flag that ended the game early by the clock of whoever let it fall."""
    for seat, out_at in due.items():
        last = table.seats[seat].left_ply == len(table.log)
        by_flag = table.seats[seat].left_by == table.ended_by == "flag"
        if last and by_flag and table.ended_at is not None and table.ended_at < out_at:
            yield f"ended by the flag of seat {seat}, which had {out_at - table.ended_at} ms left"


def _ahead(jumps: Sequence[Jump], at: int) -> int:
    """Return by how much a clock may have been ahead that decided about a fall at this moment."""
    near = [jump.ahead for jump in jumps if jump.begun <= at <= jump.ended + SLOW]
    return max([0, *near])


def timed(site: Site) -> Iterator[tuple[str, Timed]]:
    """Yield every table with a clock on which a game has begun, by its id."""
    logs: dict[str, list[tuple[Entry, int]]] = {}
    for table, seat, code, at in site.asks(
        "SELECT table_id, seat, code, at FROM tables_action ORDER BY table_id, ply"
    ):
        logs.setdefault(table, []).append((Entry(seat, code), milliseconds(at)))
    seats: dict[str, list[Sitting]] = {}
    for table, bot, left_by, left_ply in site.asks(
        "SELECT table_id, bot <> '', left_by, left_ply FROM tables_seat ORDER BY table_id, number"
    ):
        seats.setdefault(table, []).append(Sitting(bot, left_by, left_ply))
    fell: dict[str, list[tuple[int, int]]] = {}
    for table, seat, at in site.asks("SELECT table_id, seat, at FROM chaos_flags"):
        fell.setdefault(table, []).append((seat, milliseconds(at)))
    sql = "SELECT id, game, ruleset, options, time_control, ended_by, ended_at FROM tables_table"
    for table, game, ruleset, options, name, ended_by, ended_at in site.asks(sql):
        control = clock.stored(name)
        if control.timed and table in logs:
            yield (
                table,
                Timed(
                    game,
                    control,
                    Setup(len(seats[table]), options, ruleset),
                    seats[table],
                    logs[table],
                    ended_by,
                    None if ended_at is None else milliseconds(ended_at),
                    fell.get(table, ()),
                ),
            )


def flags(site: Site, jumps: Sequence[Jump]) -> Iterator[Fault]:
    """Every seat whose time ran out has one flag that fell, and none fell early."""
    for table, what in timed(site):
        for sentence in misjudged(what, jumps):
            yield Fault(table, sentence)
    wrong = site.asks(
        "SELECT t.id FROM tables_table t WHERE t.ended_by = 'flag' AND NOT EXISTS"
        " (SELECT 1 FROM tables_seat s WHERE s.table_id = t.id AND s.left_by = 'flag')"
    )
    for (table,) in wrong:
        yield Fault(table, "ended by a flag, but no seat's flag fell")
    twice = site.asks(
        "SELECT table_id FROM tables_seat WHERE left_by <> '' AND place IS NOT NULL"
        " GROUP BY table_id, place HAVING count(*) > 1"
    )
    for (table,) in twice:
        yield Fault(table, "gave one place to two seats that left")


def overdue(site: Site) -> list[Fault]:
    """Every flag that is due falls within ten seconds."""
    late = site.asks(
        "SELECT id FROM tables_table WHERE status = 'running' AND flag_at < now() - interval '10 s'"
    )
    return [
        Fault(table, "has a flag that was due ten seconds ago and has not fallen")
        for (table,) in late
    ]
