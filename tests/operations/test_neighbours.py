"""Two sites on one Redis with the same prefix."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import LazySettings

from config import doctor, facts, neighbours

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FOUND = (
    "prefix down: other sites use it too: 1. They take each other's tasks, so bots and mails"
    " wait: give each another REDIS_PREFIX."
)


def found() -> str:
    return next(str(each) for each in doctor.parts() if each.name == "prefix")


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Return what a part of another site does every ten seconds."""

    def tell() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(neighbours, "name", lambda: "another")
            neighbours.tell()

    yield tell
    facts.client().delete(neighbours._names(), neighbours._sign("another"))


def test_the_doctor_tells_of_a_site_that_takes_what_is_ours(
    other: Callable[[], None], settings: LazySettings
) -> None:
    neighbours.tell()
    assert found() == "prefix well."
    other()
    assert found() == FOUND
    settings.REDIS_PREFIX = "ours"
    assert found() == "prefix well."


def test_a_site_that_went_is_forgotten(other: Callable[[], None]) -> None:
    other()
    assert 0 < facts.client().ttl(neighbours._sign("another")) <= neighbours.LASTS
    facts.client().delete(neighbours._sign("another"))
    neighbours.tell()
    assert found() == "prefix well."


def test_all_parts_of_a_site_say_the_same_name() -> None:
    first = neighbours.name()
    neighbours.name.cache_clear()
    assert neighbours.name() == first
