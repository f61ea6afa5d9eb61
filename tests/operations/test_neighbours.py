"""Two sites on one Redis with the same prefix."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import LazySettings

from config.monitoring import checks, doctor, shared_redis
from tests.kit.types import Patch

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FOUND = (
    "sharing down: other sites use this Redis and prefix too: 1. They take each other's tasks, so"
    " bots and mails wait: give each another REDIS_PREFIX."
)


def found() -> str:
    return next(str(each) for each in doctor.parts() if each.name == "sharing")


@pytest.fixture
def other(monkeypatch: Patch) -> Iterator[Callable[[], None]]:
    """Return what a part of another site does every ten seconds."""

    def tell() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(shared_redis, "name", lambda: "another")
            shared_redis.write_name()

    yield tell
    checks.client().delete(shared_redis._names(), shared_redis._key("another"))


def test_the_doctor_tells_of_a_site_that_takes_what_is_ours(
    other: Callable[[], None], settings: LazySettings
) -> None:
    shared_redis.write_name()
    assert found() == "sharing well."
    other()
    assert found() == FOUND
    settings.REDIS_PREFIX = "ours"
    assert found() == "sharing well."


def test_a_site_that_went_is_forgotten(other: Callable[[], None]) -> None:
    other()
    assert 0 < checks.client().ttl(shared_redis._key("another")) <= shared_redis.LASTS
    checks.client().delete(shared_redis._key("another"))
    shared_redis.write_name()
    assert found() == "sharing well."


def test_all_parts_of_a_site_say_the_same_name() -> None:
    first = shared_redis.name()
    shared_redis.name.cache_clear()
    assert shared_redis.name() == first
