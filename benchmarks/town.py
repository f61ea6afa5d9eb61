"""A town for benchmarks: a database as years of play leave it, made in bulk by PostgreSQL itself.

Few play much and many play little: the busiest have sat at some ten thousand tables of a million.
Every table has its seats and results, and if it was rated the changes, ratings and meetings that
it brought about. No engine could replay the logs, and they are shorter than real ones: pages of a
single table are no business of this benchmark.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Model

from accounts.models import Device, Letter, User
from games.notices.models import News, Notice
from games.ratings.models import Meeting, Rating, RatingChange
from games.tables.models import Action, Invitation, Seat, Table

NAMES = (
    "Anna Ben Carla Dan Elsa Finn Greta Hugo Ida Jan Kira Lars Mia Nils Olga Paul Rosa Sven Tina"
    " Ulf Vera Willi Xenia Yann Zoe Anton Berta Clara David Emil Frida Georg Hanna Igor Julia Karl"
    " Lena Max Nora Otto Pia Quinn Ralf Sara Tom Uta Viktor Wanda Yasmin Alba Bruno Cora Dora Eva"
).split()
CIRCLES = 8  # of players: two of one never meet, so that nobody sits at a table twice
YEARS = 2


@dataclass(frozen=True)
class Size:
    """The numbers of rows. `entries` are those of each log; to so many `ended` tables one runs."""

    tables: int = 1_000_000
    people: int = 100_000
    entries: int = 10
    ended: int = 200

    @property
    def running(self) -> int:
        """Return how many tables run."""
        return self.tables // self.ended

    @property
    def open(self) -> int:
        """Return how many tables wait for players."""
        return self.tables // 2000


# A row for each table, the oldest first. The last ones run, or wait for players.
PLAN = """CREATE UNLOGGED TABLE plan AS
SELECT n, substr(md5(n::text), 1, 12) AS id, status,
    CASE WHEN a < .5 THEN 'lost_cities' WHEN a < .75 THEN 'schotten_totten'
        WHEN a < .9 THEN 'odin' ELSE 'exhibition' END AS game,
    CASE WHEN a < .75 THEN 2 WHEN a < .9 THEN 2 + (b * 4.9)::int WHEN status <> 'ended' THEN 2
        ELSE 1 + (b * 3.9)::int END AS seats,
    (ARRAY['fast', 'normal', 'normal', 'slow', 'daily', 'weekly', 'untimed'])[1 + floor(c * 7)]
        AS control,
    d < .3 AS private, e < .5 AS rated, f < .3 AND status <> 'open' AND (a < .9 OR b > .2) AS bot,
    CASE WHEN status <> 'ended' THEN '' WHEN g < .76 THEN 'rules' WHEN g < .88 THEN 'resign'
        WHEN g < .94 THEN 'flag' WHEN g < .95 THEN 'draw' WHEN g < .98 THEN 'abort'
        ELSE 'closed' END AS ended_by,
    CASE status WHEN 'ended' THEN now() - (%(tables)s - n + b) / %(tables)s * interval '{years} y'
        ELSE now() - b * interval '2 days' END AS at
FROM (SELECT n, random() a, random() b, random() c, random() d, random() e, random() f, random() g,
        CASE WHEN n <= %(tables)s THEN 'ended' WHEN n <= %(tables)s + %(running)s THEN 'running'
            ELSE 'open' END AS status
    FROM generate_series(1, %(tables)s + %(running)s + %(open)s) n) dice"""
# Who sits where: of a circle, a number in it that is seldom high. Guests sit at no rated table.
SITS = """CREATE UNLOGGED TABLE sits AS
SELECT n, seat, CASE WHEN bot AND seat = seats - 1 THEN NULL
        WHEN rated AND person %% 5 = 4 THEN (person + {circles}) %% %(people)s
        ELSE person END AS person,
    CASE WHEN status <> 'ended' OR ended_by IN ('abort', 'closed') THEN NULL
        WHEN ended_by = 'draw' THEN 1 ELSE (seat + n) %% seats + 1 END AS place
FROM (SELECT plan.*, seat, {circles} * floor(%(people)s / {circles}
        * random() ^ CASE status WHEN 'ended' THEN 3 ELSE 1 END)::int
        + (n + seat) %% {circles} AS person
    FROM plan, LATERAL generate_series(0, CASE WHEN status = 'open' OR ended_by = 'closed' THEN 0
        ELSE seats - 1 END) seat) drawn"""
PLAYED = "FROM plan JOIN sits USING (n)"
LADDER = "CASE WHEN bot THEN 'bots' WHEN seats = 2 THEN 'two' ELSE 'many' END"
RATED = "rated AND seats > 1 AND control <> 'untimed' AND place IS NOT NULL AND person IS NOT NULL"
PERSON = "%(first)s + person"


def build(size: Size) -> None:
    """Fill an empty database."""
    from django.utils import timezone

    template = User.objects.create_user("template", password=None, closed_at=timezone.now())
    facts = vars(size) | {"running": size.running, "open": size.open, "first": template.pk + 1}
    with connection.cursor() as cursor:

        def run(sql: str, **more: object) -> None:
            cursor.execute(sql, facts | more)

        run("SET session_replication_role = replica")  # what refers to a row finds it
        run("SELECT setseed(0.5)")
        _people(run)
        run(PLAN.format(years=YEARS))
        run("CREATE INDEX ON plan (n)")
        run(SITS.format(circles=CIRCLES))
        run("ANALYZE plan, sits")
        for model, columns, source in (*_tables(), *_ratings(), *_around()):
            with _without_indexes(model):
                run(_insert(model, columns, source))
        run("DROP TABLE plan, sits")
        run("SET session_replication_role = origin")
        if not connection.in_atomic_block:
            run("VACUUM")
        run("ANALYZE")


def _people(run: Any) -> None:
    """Make the people: of five one is a guest, and of two guests one has gone."""
    guest, gone = "k %% 5 = 4", "k %% 10 = 4"
    own = {
        "username": f"""CASE WHEN {gone} THEN 'closed-' || k
            WHEN {guest} THEN 'guest-' || substr(md5(k::text), 1, 8)
            ELSE (%(names)s::text[])[1 + k %% %(count)s] || k / %(count)s END""",
        "is_guest": f"{guest} AND NOT {gone}",
        "is_active": f"NOT {gone}",
        "closed_at": f"CASE WHEN {gone} THEN now() END",
        "date_joined": "now() - interval '1 day' * (k %% 700)",
    }
    fields: Any = User._meta.fields
    columns = [field.column for field in fields if not field.primary_key]
    run(
        f"INSERT INTO accounts_user ({', '.join(columns)}) SELECT"
        f" {', '.join(own.get(name, name) for name in columns)} FROM accounts_user,"
        " generate_series(0, %(people)s - 1) k WHERE username = 'template' ORDER BY k",
        names=NAMES,
        count=len(NAMES),
    )
    address = "SELECT id, username || '@example.org', id %% 5 < 2, true FROM accounts_user"
    run(
        f'INSERT INTO account_emailaddress (user_id, email, verified, "primary") {address}'
        " WHERE closed_at IS NULL AND NOT is_guest"
    )


def _insert(model: type[Model], columns: dict[str, str], source: str) -> str:
    """Return the statement that inserts rows; a column that is not named has its default."""
    fields: Any = model._meta.fields
    for field in fields:
        known = field.column in columns or field.primary_key
        if not known and (field.has_default() or not field.null):
            columns[field.column] = _literal(field.get_default())
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(columns.values())
    return f"INSERT INTO {model._meta.db_table} ({names}) SELECT {values} {source}"


def _literal(value: object) -> str:
    if isinstance(value, str):
        return f"'{value}'"
    return "'{}'" if value == {} else str(value)


@contextmanager
def _without_indexes(model: type[Model]) -> Iterator[None]:
    """Leave indexes and constraints of a table out until its rows are there: that is faster."""
    name = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'u'"
            " AND conrelid = %s::regclass",
            [name],
        )
        constraints = cursor.fetchall()
        for constraint, _definition in constraints:
            cursor.execute(f'ALTER TABLE {name} DROP CONSTRAINT "{constraint}"')
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index"
            " WHERE indrelid = %s::regclass AND NOT indisprimary",
            [name],
        )
        indexes = cursor.fetchall()
        for index, _definition in indexes:
            cursor.execute(f"DROP INDEX {index}")
        yield
        for constraint, definition in constraints:
            cursor.execute(f'ALTER TABLE {name} ADD CONSTRAINT "{constraint}" {definition}')
        for _index, definition in indexes:
            cursor.execute(definition)


Rows = tuple[type[Model], dict[str, str], str]


def _tables() -> Iterator[Rows]:
    """Yield tables, seats and logs."""
    yield (
        Table,
        {
            "id": "id",
            "game": "game",
            "ruleset": "1",
            "seat_count": "seats",
            "time_control": "control",
            "rated": "rated AND seats > 1",
            "private": "private",
            "status": "status",
            "version": "40",
            "ply": "CASE status WHEN 'ended' THEN %(entries)s ELSE 0 END",
            "to_act": "CASE status WHEN 'running' THEN '0' ELSE '' END",
            "bots": "bot::int",
            "ended_by": "ended_by",
            "creator_id": PERSON,
            "secret": "'\\x00'::bytea",
            "commitment": "repeat('c', 64)",
            "created_at": "at - interval '50 min'",
            "started_at": "CASE WHEN status <> 'open' AND ended_by <> 'closed'"
            " THEN at - interval '45 min' END",
            "changed_at": "at",
            "ended_at": "CASE status WHEN 'ended' THEN at END",
        },
        f"{PLAYED} WHERE seat = 0",
    )
    yield (
        Seat,
        {
            "table_id": "id",
            "number": "seat",
            "user_id": PERSON,
            "bot": "CASE WHEN person IS NULL THEN 'club' ELSE '' END",
            "nonce": "md5(n::text)",
            "clock_ms": "CASE WHEN control <> 'untimed' THEN 100000 END",
            "score": "CASE WHEN ended_by = 'rules' THEN 90 - 9 * place + n %% 40 END",
            "place": "place",
            "walked_at": "CASE WHEN ended_by = 'abort' AND n %% 9 = 0 THEN at END",
            "ended_at": "CASE status WHEN 'ended' THEN at END",
            "listed": "CASE WHEN place IS NULL OR private THEN '' ELSE game END",
        },
        PLAYED,
    )
    yield (
        Action,
        {
            "table_id": "id",
            "ply": "ply",
            "seat": "CASE WHEN ply > 0 THEN ply %% seats END",
            "code": "CASE WHEN ply > 0 THEN 'play R' || ply ELSE 'deal ' || repeat('R7 ', 40) END",
            "at": "at - interval '1 min' * (%(entries)s - ply)",
            "clock_ms": "CASE WHEN control <> 'untimed' THEN 100000 END",
            "prev": "md5((n + ply)::text) || md5(id)",
            "hash": "md5((n + ply + 1)::text) || md5(id)",
        },
        "FROM plan, generate_series(0, %(entries)s - 1) ply"
        " WHERE status = 'ended' AND ended_by <> 'closed'",
    )


def _ratings() -> Iterator[Rows]:
    """Yield what rated tables did."""
    yield (
        RatingChange,
        {
            "table_id": "id",
            "seat": "seat",
            "user_id": PERSON,
            "game": "game",
            "ladder": LADDER,
            "at": "at",
            "place": "place",
            "mu_before": "1500 + 9 * (person %% 50) + n %% 20",
            "sigma_before": "70",
            "mu_after": "1500 + 9 * (person %% 50) + n %% 20 + 8 - 5 * place",
            "sigma_after": "69",
        },
        f"{PLAYED} WHERE {RATED}",
    )
    for season in ("''", "to_char(at, 'YYYY\"Q\"Q')"):
        yield (
            Rating,
            {
                "user_id": "user_id",
                "game": "game",
                "ladder": "ladder",
                "season": "season",
                "mu": "mu",
                "sigma": "sigma",
                "value": "round(mu)",
                "deviation": "sigma",
                "games": "games",
                "won": "games / 2",
                "drawn": "0",
                "last_at": "last_at",
                "established": "games >= 10",
            },
            f"FROM (SELECT user_id, game, ladder, {season} AS season, count(*) AS games,"
            " max(at) AS last_at, greatest(60, 200 - 9 * count(*)) AS sigma,"
            " 1500 + 200 * sqrt(-2 * ln(1 - random())) * cos(6.28 * random()) AS mu"
            " FROM ratings_ratingchange GROUP BY 1, 2, 3, 4) believed",
        )
    yield (
        Meeting,
        {
            "table_id": "id",
            "game": "game",
            "ladder": LADDER,
            "at": "at",
            "first_id": "%(first)s + least(person, other)",
            "second_id": "%(first)s + greatest(person, other)",
            "number": "1",
            "short": "false",
            "shared": "n %% 200 = 0",
            "weight": "1 - 0.5 * (n %% 50 = 0)::int",
        },
        f"{PLAYED} JOIN (SELECT n, seat AS behind, person AS other FROM sits) others USING (n)"
        f" WHERE {RATED} AND behind > seat AND other IS NOT NULL",
    )


def _around() -> Iterator[Rows]:
    """Yield what lies around the tables of the last 90 days, and around people."""
    lately = f"{PLAYED} WHERE at > now() - interval '90 days' AND person IS NOT NULL"
    user, table = {"user_id": PERSON}, {"table_id": "id"}
    yield (
        News,
        user
        | table
        | {"what": "'ended'", "at": "at", "read_at": "CASE WHEN n %% 9 > 0 THEN at END"},
        f"{lately} AND status = 'ended'",
    )
    yield (
        Notice,
        user | table | {"kind": "'over'", "state": "'sent'", "due_at": "at", "sent_at": "at"},
        f"{lately} AND status = 'ended' AND control IN ('daily', 'weekly')",
    )
    yield (
        Invitation,
        user | table | {"by_id": "%(first)s + (person + 1) %% %(people)s", "at": "at"},
        f"{lately} AND n %% 5 = 0 AND seat = 1",
    )
    yield (
        Device,
        {
            "user_id": "id",
            "key": "md5(id::text || k)",
            "first_seen": "date_joined::date",
            "last_seen": "now()::date - (id %% 70)::int",
            "ended": "CASE WHEN k = 2 THEN now()::date END",
        },
        "FROM accounts_user, generate_series(1, 2) k WHERE closed_at IS NULL",
    )
    yield (
        Letter,
        {
            "kind": "'confirm'",
            "written_at": "date_joined",
            "due_at": "date_joined",
            "state": "'sent'",
        },
        "FROM accounts_user WHERE date_joined > now() - interval '90 days'",
    )
