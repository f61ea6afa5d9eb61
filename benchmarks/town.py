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

from accounts.models import User
from benchmarks import town_rows

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
        for model, columns, source in (
            *town_rows.tables(),
            *town_rows.ratings(),
            *town_rows.around(),
        ):
            with _without_indexes(model):
                run(_insert(model, columns, source))
        run("DROP TABLE plan, sits")
        run("SET session_replication_role = origin")
        if not connection.in_atomic_block:
            run("VACUUM")
        run("ANALYZE")


def _people(run: Any) -> None:
    """Make the people: one in five is a guest, and half of the guests have gone."""
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
    """Drop indexes and constraints of a table until its rows are there: that is faster."""
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
