"""Answers of `/readyz` about a site that cannot be played at."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import facts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def ready() -> tuple[int, str]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.content.decode()


@contextmanager
def full_disk() -> Iterator[None]:
    """To this process every file is as long as it may be; to PostgreSQL, of which only the session
    is ours, its disk has no room."""
    if connection.vendor == "sqlite":
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    else:
        with connection.cursor() as cursor:
            cursor.execute("SET temp_file_limit = '64kB'")
            yield
            cursor.execute("RESET temp_file_limit")


def test_a_full_disk_is_the_database_s_and_passes() -> None:
    """It was Redis that was blamed."""
    assert ready() == (200, "database ok\nredis ok\n")
    with full_disk():
        assert ready() == (503, "database cannot be written\nredis ok\n")
    assert ready() == (200, "database ok\nredis ok\n")


def test_a_database_that_takes_no_writes_is_not_ready() -> None:
    setting = (
        "PRAGMA query_only = {}"
        if connection.vendor == "sqlite"
        else "SET default_transaction_read_only = {}"
    )
    with connection.cursor() as cursor:
        cursor.execute(setting.format("on"))
        try:
            assert ready() == (503, "database cannot be written\nredis ok\n")
        finally:
            cursor.execute(setting.format("off"))


def test_a_database_without_migrations_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts._Migrated, "found", False)
    newest = MigrationRecorder.Migration.objects.filter(app="tables").latest("id")
    newest.delete()
    try:
        assert ready() == (503, "database lacks migrations\nredis ok\n")
    finally:
        newest.save()
    assert ready() == (200, "database ok\nredis ok\n")


def test_once_they_are_there_it_is_not_asked_again() -> None:
    ready()
    assert facts._Migrated.found
