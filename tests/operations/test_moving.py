"""A site moves from SQLite to PostgreSQL: nothing is lost, changed or doubled, also when it is
interrupted, and people play before it goes on."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import os
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from itertools import count

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django import DjangoDbBlocker

from accounts.models import User
from config.setup import database_move
from games.ratings.models import Rating
from games.tables import services
from games.tables.models import Action, Seat, Table
from tests.kit import environment, postgres
from tests.kit.long_tables import NOON, long_table
from tests.kit.types import Patch
from tests.ratings import factory

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.site,
    pytest.mark.skipif(bool(environment.DATABASE), reason="moves from SQLite"),
]
MICROSECONDS = NOON + timedelta(microseconds=123457)
NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    with postgres.running() as server:
        yield server


@pytest.fixture
def address(server: postgres.Server) -> str:
    """Return the address of a new database, with the tables of a site."""
    name = f"new{next(NUMBERS)}"
    asks(server.url, f"CREATE DATABASE {name}")
    return server.url.replace("/postgres?", f"/{name}?")


@pytest.fixture
def new(address: str, site: str) -> Iterator[BaseDatabaseWrapper]:
    connected = database_move.connect(address)
    yield connected
    connected.close()
    del connections[database_move.NEW]
    del connections.settings[database_move.NEW]


@pytest.fixture(autouse=True)
def two_databases(db: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def site(two_databases: None) -> str:
    """Set up a site with a rated game and a rematch of it; return the id of the game's table."""
    ann, ben = (User.objects.create_user(name, password=None) for name in ("ann", "ben"))
    User.objects.create_user("zoë “the 5th”", password=None)
    table = long_table(ann, ben, 30)
    services.resign(table_id=table, user_id=ben.pk, now=MICROSECONDS)
    factory.rating(ann, 1612, last_at=MICROSECONDS)
    Rating.objects.update(mu=1612.1234567890123, sigma=0.1 + 0.2)
    later = long_table(ben, ann, 10)
    Table.objects.filter(pk=max(table, later)).update(rematch_of=min(table, later))
    Table.objects.filter(pk=min(table, later)).update(rematch_of=max(table, later))
    return table


def asks(address: str, sql: str) -> list[tuple[object, ...]]:
    with closing(psycopg.connect(address.replace("///", "//"), autocommit=True)) as database:
        found = database.execute(sql)
        return list(found.fetchall()) if found.description else []


def move(new: BaseDatabaseWrapper) -> list[str]:
    said: list[str] = []
    database_move.move(new, said.append)
    return said


def assert_same() -> None:
    for model in database_move._models():
        pk = model._meta.pk.attname
        old, moved = (
            [database_move._plain(row) for row in model._base_manager.using(alias).values_list()]
            for alias in ("default", database_move.NEW)
        )
        assert sorted(old, key=str) == sorted(moved, key=str), (model, pk)


def test_every_row_arrives_as_it_was_and_the_site_goes_on(
    new: BaseDatabaseWrapper, address: str, site: str
) -> None:
    said = move(new)
    assert f"tables_action: {Action.objects.count()} rows" in said
    assert_same()
    (rating,) = Rating.objects.using(database_move.NEW).all()
    assert (rating.mu, rating.sigma) == (1612.1234567890123, 0.1 + 0.2)
    assert Table.objects.using(database_move.NEW).get(pk=site).ended_at == MICROSECONDS
    # numbers go on after the last, and a row that names nobody is refused
    last = User.objects.latest("pk").pk
    assert User.objects.using(database_move.NEW).create(username="next").pk == last + 1
    assert "foreign key" in str(refused_by(new, "UPDATE tables_table SET creator_id = 0"))
    done = environment.manage(
        environment.bare() | {"DATABASE_URL": address, "DATA_DIR": os.environ["DATA_DIR"]},
        *("replay_all", "--jobs", "1"),
    )
    assert done.stdout == "2 tables replayed. All hold.\n", done.stderr


def refused_by(database: BaseDatabaseWrapper, sql: str) -> Exception | None:
    try:
        with closing(psycopg.connect(**database.get_connection_params())) as connection:
            connection.execute(sql)
            connection.commit()
    except psycopg.Error as error:
        return error
    return None


def test_a_move_that_is_interrupted_goes_on_and_is_no_site_before(
    new: BaseDatabaseWrapper, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(database_move, "BATCH", 4)
    batches, note = count(1), database_move._note

    def killed(cursor: object, name: str, value: str) -> None:
        note(cursor, name, value)
        if name == Action._meta.db_table and next(batches) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(database_move, "_note", killed)
        with pytest.raises(KeyboardInterrupt):
            move(new)
    assert Action.objects.using(database_move.NEW).count() == 8
    with monkeypatch.context() as patch:
        patch.setattr(database_move, "DEFAULT_DB_ALIAS", database_move.NEW)
        with pytest.raises(ImproperlyConfigured, match="is not all there"):
            database_move.refuse_unfinished()
    # the site went on meanwhile, in rows that had been copied
    Action.objects.filter(pk=Action.objects.earliest("pk").pk).update(code="changed")
    Seat.objects.filter(number=1).update(nonce="another")
    said = move(new)
    assert_same()
    assert not any(line.startswith("django_content_type") for line in said)
    monkeypatch.setattr(database_move, "DEFAULT_DB_ALIAS", database_move.NEW)
    database_move.refuse_unfinished()


def test_a_database_with_a_site_in_it_is_refused(new: BaseDatabaseWrapper) -> None:
    User.objects.using(database_move.NEW).create(username="somebody")
    with pytest.raises(
        database_move.MoveRefused, match="There is a site in the new database already"
    ):
        move(new)
    assert User.objects.using(database_move.NEW).count() == 1


def test_a_row_that_postgresql_cannot_hold_is_named(new: BaseDatabaseWrapper) -> None:
    User.objects.filter(username="ann").update(zone="a\x00b")
    with pytest.raises(
        database_move.MoveRefused, match=r"^accounts_user has a row that PostgreSQL refuses"
    ):
        move(new)


@pytest.mark.parametrize("wrong", ["nonsense", "sqlite:////tmp/x", "postgres://u@127.0.0.1:1/x"])
def test_an_address_that_is_none_is_told_in_a_sentence(wrong: str) -> None:
    with pytest.raises(database_move.MoveRefused) as refused:
        database_move.connect(wrong)
    assert "\n" not in str(refused.value)
