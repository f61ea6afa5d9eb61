"""Compares the journal of what the site said with what the database holds now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.kernel import replay
from games.kernel.protocol import UNDO, IllegalAction, Setup
from games.kernel.replay import Entry
from games.registry import engines
from tests.chaos.flags import Jump, flags, overdue
from tests.chaos.journal import Fault, Journal
from tests.chaos.people import Screen
from tests.chaos.site import Site

LATE = 1.5  # seconds within which four of five screens show a move when all is well


@dataclass(frozen=True)
class Row:
    """An entry as the database has it."""

    ply: int
    seat: int | None
    code: str
    prev: str
    hash: str


def logs(site: Site) -> dict[str, list[Row]]:
    """Return the log of every table."""
    found: dict[str, list[Row]] = {}
    sql = "SELECT table_id, ply, seat, code, prev, hash FROM tables_action ORDER BY table_id, ply"
    for table, *values in site.asks(sql):
        found.setdefault(table, []).append(Row(*values))
    return found


def acknowledged(journal: Journal, found: dict[str, list[Row]]) -> Iterator[Fault]:
    """Every acknowledged entry is in the log, with that hash."""
    for line in journal.lines("acked"):
        log = found.get(line.table, [])
        row = next((row for row in log if row.ply == line.ply), None)
        if row is None:
            yield Fault(line.table, f"lost what it acknowledged: {line}")
        elif (row.seat, row.code, row.hash) != (line.seat, line.code, line.hash):
            yield Fault(line.table, f"acknowledged something else than it holds: {line}; {row}")


def shown(journal: Journal, found: dict[str, list[Row]]) -> Iterator[Fault]:
    """Every board that was shown stood on entries that are in the log."""
    for table in journal.tables:
        hashes = {row.hash for row in found.get(table, [])}
        for line in journal.tables[table]:
            if line.what == "seen" and line.hash and line.hash not in hashes:
                yield Fault(table, f"showed a board that never was: {line}")
                break
        boards = [line for line in journal.tables[table] if line.what == "seen"]
        ended = min((line.version for line in boards if "ended" in line.said), default=None)
        if ended is not None and any(
            line.version > ended and "running" in line.said for line in boards
        ):
            yield Fault(table, "ran again after it had ended")


def once(found: dict[str, list[Row]]) -> Iterator[Fault]:
    """No entry stands in a log twice."""
    for table, log in found.items():
        if [row.ply for row in log] != list(range(len(log))):
            twice = [ply for ply, count in Counter(row.ply for row in log).items() if count > 1]
            yield Fault(table, f"holds entries twice, or none, at plies {twice}")


def asked(site: Site, journal: Journal, found: dict[str, list[Row]]) -> Iterator[Fault]:
    """No seat acted that was not to act, and no person's seat did what its person had not sent."""
    sql = "SELECT table_id, number, user_id, left_ply FROM tables_seat ORDER BY table_id, number"
    seats: dict[str, list[tuple[int | None, int | None]]] = {}
    for table, _number, user, left in site.asks(sql):
        seats.setdefault(table, []).append((user, left))
    for table, game, ruleset, options in site.asks(
        "SELECT id, game, ruleset, options FROM tables_table"
    ):
        log, players = found.get(table, []), seats.get(table, [])
        sent = {
            (line.seat, line.ply, line.code)
            for line in journal.tables.get(table, [])
            if line.what == "sent"
        }
        if not log:
            continue  # it waits for players
        setup = Setup(len(players), options, ruleset)
        fault = _unasked(game, setup, log) or _unsent(players, log, sent)
        if fault:
            yield Fault(table, fault)


def _unasked(game: str, setup: Setup, log: Sequence[Row]) -> str:
    engine = engines()[game]
    position = replay.begin(engine, setup)
    for row in log:
        if row.seat is not None:
            codes = replay.codes(engine, position.state, row.seat)
            if row.seat not in engine.to_act(position.state) or row.code not in (*codes, UNDO):
                return f"let seat {row.seat} act at ply {row.ply}, which was not asked"
        try:
            position = replay.advance(engine, position, Entry(row.seat, row.code))
        except IllegalAction as error:
            return f"does not replay at ply {row.ply}: {error}"
    return ""


def _unsent(
    players: Sequence[tuple[int | None, int | None]],
    log: Sequence[Row],
    sent: set[tuple[int | None, int, str]],
) -> str:
    for row in log:
        if row.seat is None:
            continue
        user, left = players[row.seat]
        person = user is not None and (left is None or row.ply < left)
        if person and (row.seat, row.ply, row.code) not in sent:
            return f"holds an action of seat {row.seat} at ply {row.ply} that nobody sent"
    return ""


def ratings(site: Site) -> Iterator[Fault]:
    """Every rated table that ended with places is counted exactly once."""
    sql = (
        "SELECT t.id, t.rating_due, t.seat_count, count(c.id), count(DISTINCT c.seat)"
        " FROM tables_table t LEFT JOIN ratings_ratingchange c ON c.table_id = t.id"
        " WHERE t.rated AND t.status = 'ended' AND t.ended_by NOT IN ('abort', 'closed')"
        " GROUP BY t.id"
    )
    for table, due, seats, changes, different in site.asks(sql):
        if due or changes != seats or different != seats:
            yield Fault(table, f"is rated, and counted {changes} times for {seats} seats")
    sums = (
        "SELECT r.user_id, r.game, r.games, count(c.id) FROM ratings_rating r JOIN"
        " ratings_ratingchange c ON c.user_id = r.user_id AND c.game = r.game AND"
        " c.ladder = r.ladder WHERE r.season = '' GROUP BY r.id HAVING r.games <> count(c.id)"
    )
    for user, game, games, changes in site.asks(sums):
        yield Fault("", f"counts {games} games of {game} for user {user}, who ended {changes}")


def news(site: Site) -> Iterator[Fault]:
    """Nobody is told twice that a game has ended."""
    sql = (
        "SELECT table_id, user_id FROM notices_news WHERE what = 'ended'"
        " GROUP BY table_id, user_id HAVING count(*) > 1"
    )
    for table, user in site.asks(sql):
        yield Fault(table, f"told user {user} twice that it has ended")


def screens(site: Site, pages: Sequence[Screen]) -> list[Fault]:
    """Every page that is open shows the newest version."""
    versions: dict[str, int] = dict(site.asks("SELECT id, version FROM tables_table"))
    return [
        Fault(
            page.table,
            f"stands at {versions.get(page.table)}, {page.person.name} sees {page.version}",
        )
        for page in pages
        if versions.get(page.table) != page.version
    ]


def prompt(delays: Sequence[float]) -> Iterator[Fault]:
    """Screens show a move at once when all is well, and not only when they ask by themselves."""
    if not delays:
        yield Fault("", "no screen showed a move when all was well")
        return
    slow = sorted(delays)[int(len(delays) * 0.8)]
    if slow > LATE:
        yield Fault("", f"one of five screens showed a move after {slow:.2f} s, when all was well")


def replayed(site: Site) -> Iterator[Fault]:
    """`replay_all` is content."""
    done = site.manage("replay_all")
    if done.returncode:
        yield Fault("", f"replay_all says: {(done.stdout + done.stderr).strip()[-2000:]}")


def check(site: Site, journal: Journal, jumps: Sequence[Jump]) -> list[Fault]:
    """Return all faults of what is stored."""
    found = logs(site)
    return [
        *acknowledged(journal, found),
        *shown(journal, found),
        *once(found),
        *asked(site, journal, found),
        *flags(site, jumps),
        *overdue(site),
        *ratings(site),
        *news(site),
        *replayed(site),
    ]
