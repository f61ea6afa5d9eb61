"""The rows of a town (`benchmarks.town`): models, their columns in SQL, and their sources."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Model

from accounts.models import Device, Letter
from games.notices.models import News, Notice
from games.ratings.models import Meeting, Rating, RatingChange
from games.tables.models import Action, Invitation, Seat, Table

PLAYED = "FROM plan JOIN sits USING (n)"
LADDER = "CASE WHEN bot THEN 'bots' WHEN seats = 2 THEN 'two' ELSE 'many' END"
RATED = "rated AND seats > 1 AND control <> 'untimed' AND place IS NOT NULL AND person IS NOT NULL"
PERSON = "%(first)s + person"

Rows = tuple[type[Model], dict[str, str], str]


def tables() -> Iterator[Rows]:
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


def ratings() -> Iterator[Rows]:
    """Yield ratings, their changes, and meetings."""
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


def around() -> Iterator[Rows]:
    """Yield news, notices and invitations of the last 90 days, devices and letters."""
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
