"""Demands of the site on its database, on SQLite and on PostgreSQL."""

import threading

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import celeryd_init
from django.conf import settings
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from config.celery import app
from games.tables.tasks import flag_due
from tests.kit.types import Patch, Together

pytestmark = pytest.mark.database


@pytest.mark.django_db
def test_sqlite_writes_to_the_disk_before_it_answers() -> None:
    """FULL (2): a move that was answered survives a power cut. WAL: readers do not wait for the
    writer."""
    if connection.vendor != "sqlite":
        return  # PostgreSQL does so unless it is told otherwise
    found = {}
    with connection.cursor() as cursor:
        for name in ("synchronous", "journal_mode", "foreign_keys", "busy_timeout"):
            found[name] = cursor.execute(f"PRAGMA {name}").fetchone()[0]
    assert found == {
        "synchronous": 2,
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 10000,
    }


@pytest.mark.django_db(transaction=True)
def test_writers_wait_for_each_other(together: Together) -> None:
    """Each reads, then writes what it has read plus one: nobody fails, and nothing is lost."""
    user = User.objects.create(username="ann")

    def add() -> None:
        for _ in range(5):
            with transaction.atomic():
                found = User.objects.select_for_update().get(pk=user.pk)
                found.zone = str(int(found.zone or 0) + 1)
                found.save()

    assert together(*[add] * 4) == [None] * 4
    user.refresh_from_db()
    assert user.zone == "20"


@pytest.mark.django_db(transaction=True)
def test_readers_do_not_wait_for_a_writer(together: Together) -> None:
    User.objects.create(username="ann")
    written, read = threading.Event(), threading.Event()

    def write() -> bool:
        with transaction.atomic():
            User.objects.update(zone="Ann")
            written.set()
            return read.wait(timeout=60)

    def look() -> str:
        written.wait(timeout=60)
        try:
            return User.objects.get(username="ann").zone
        finally:
            read.set()

    assert together(write, look) == [True, ""]


@pytest.mark.django_db
def test_ready_when_the_database_and_redis_answer(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.content.startswith(b"database ok\nredis ok\nversion ")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db(transaction=True)
def test_a_worker_keeps_its_connection_while_it_holds(
    monkeypatch: Patch, together: Together
) -> None:
    """It asks before a task whether the connection holds, which a restart of PostgreSQL may have
    cut since the last one, and makes a new one after ten minutes."""
    monkeypatch.setitem(settings.DATABASES["default"], "CONN_HEALTH_CHECKS", False)
    celeryd_init.send(sender="worker", instance=None, conf=app.conf, options={})
    assert settings.DATABASES["default"]["CONN_HEALTH_CHECKS"]
    worker = DjangoWorkerFixup(app)

    def task() -> object:
        worker.on_task_prerun(flag_due)
        User.objects.exists()
        used = connection.connection
        worker.on_task_postrun(flag_due)
        return used

    def works() -> None:
        first = task()
        assert task() is first
        if connection.vendor == "postgresql":
            connection.connection.close()  # as a restart does
            assert task() is not first
        connection.close_at = 0.0
        assert task() is not first

    assert together(works) == [None]
