"""Answers of `/readyz` about a site that cannot be played at."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config.monitoring import checks
from config.server import shutdown
from config.setup import command_target
from tests.kit.types import Patch

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def ready() -> tuple[int, str]:
    return asked("/readyz")


def serves() -> tuple[int, str]:
    return asked("/readyz/web")


def asked(address: str) -> tuple[int, str]:
    """Return what a monitor is told, without the version."""
    answer = Client().get(address)
    said, _, version = answer.content.decode().rpartition("version ")
    assert version == f"{settings.VERSION}\n"
    return answer.status_code, said


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


def test_a_database_without_migrations_is_not_ready(monkeypatch: Patch) -> None:
    monkeypatch.setattr(checks._Migrated, "found", False)
    newest = MigrationRecorder.Migration.objects.filter(app="tables").latest("id")
    newest.delete()
    try:
        assert ready() == (503, "database lacks migrations\nredis ok\n")
    finally:
        newest.save()
    assert ready() == (200, "database ok\nredis ok\n")


def test_once_they_are_there_it_is_not_asked_again() -> None:
    ready()
    assert checks._Migrated.found


def test_a_part_serves_without_redis_and_with_a_full_disk(monkeypatch: Patch) -> None:
    """A balancer that asked /readyz shut out every part when Redis was away."""

    def away() -> None:
        raise redis.ConnectionError

    assert serves() == (200, "database ok\n")
    monkeypatch.setattr(checks, "redis_answers", away)
    with full_disk():
        assert ready()[0] == 503
        assert serves() == (200, "database ok\n")


def test_a_part_that_leaves_or_has_no_database_does_not_serve(monkeypatch: Patch) -> None:
    def away() -> None:
        raise DatabaseError

    with monkeypatch.context() as leaves:
        leaves.setattr(shutdown, "begun", lambda: True)
        assert serves() == (503, "database ok\nthis process is about to stop\n")
    with monkeypatch.context() as gone:
        gone.setattr(checks, "database_answers", away)
        assert serves() == (503, "database does not answer\n")
    assert serves() == (200, "database ok\n")


@contextmanager
def newer(app: str, name: str) -> Iterator[str]:
    """Let a newer release have migrated the data."""
    made = MigrationRecorder.Migration.objects.create(app=app, name=name)
    try:
        yield f"The data is of a newer release ({app}.{name} is unknown to this one): run that one,"
    finally:
        made.delete()


def refuses(command: str) -> str:
    """Return the sentence with which a command refuses the data, or nothing."""
    try:
        command_target.check(command)
    except ImproperlyConfigured as refused:
        return str(refused)
    return ""


def test_data_of_a_newer_release_is_refused(monkeypatch: Patch) -> None:
    """The site said that it was ready, and every page was an error 500."""
    monkeypatch.setattr(checks._Migrated, "found", False)
    # an app that there was, and one that is new
    for migration in (("tables", "0999_of_tomorrow"), ("orchard", "0001_initial")):
        with newer(*migration) as sentence:
            assert ready() == (503, "database is of a newer release\nredis ok\n")
            assert serves() == (503, "database is of a newer release\n")
            for command in ("play", "migrate", "rerate", "replay_all", "shell"):
                said = refuses(command)
                assert said.startswith(sentence) and len(said.splitlines()) == 1
            assert not refuses("backup") and not refuses("doctor")
    assert ready()[0] == 200
    with newer("tables", "0999_of_tomorrow"):  # which takes over while this one runs
        assert ready()[0] == serves()[0] == 200
    assert not any(map(refuses, ("play", "migrate", "rerate", "backup")))
