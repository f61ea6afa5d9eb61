"""The checks of the desk: whatever state a part is in, its fact and its advice were offered to a
translator."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts import mail_connection
from config.monitoring import checks, doctor, heartbeats, shared_redis
from config.monitoring.doctor import Finding
from games.site import parts
from tests.kit.types import Patch
from tests.language.pseudo import CODE, plain

pytestmark = pytest.mark.django_db


def gives(value: Any) -> Callable[..., Any]:
    return lambda *_: value


def fails(error: Exception) -> Callable[..., Any]:
    def fail(*_: Any) -> None:
        raise error

    return fail


LONG_AGO = timezone.now() - timedelta(days=99)
STATES: dict[str, tuple[tuple[Any, str, Any], ...]] = {
    "well": ((heartbeats, "age", gives(3)), (checks, "bots_behind", gives(timedelta()))),
    "away": ((checks, "database_answers", fails(OSError())),),
    "full": ((checks, "writable", gives(False)),),
    "old": ((checks, "migrated", gives(False)), (checks, "newer", gives(False))),
    "newer": ((checks, "migrated", gives(False)), (checks, "newer", gives(True))),
    "redis is away": ((checks, "redis_answers", fails(redis.ConnectionError())),),
    "redis is full": ((checks, "redis_answers", fails(redis.ResponseError("MISCONF"))),),
    "redis is shared": ((shared_redis, "count_others", gives(2)),),
    "silent": ((heartbeats, "age", gives(None)),),
    "slow": ((heartbeats, "age", gives(30)),),
    "bots are late": (
        (heartbeats, "age", gives(3)),
        (checks, "bots_behind", gives(timedelta(minutes=3))),
    ),
    "nobody knows": ((heartbeats, "age", fails(redis.ConnectionError())),),
    "looking fails": ((heartbeats, "age", fails(ValueError())),),
    "the disk is full": ((checks, "free_bytes", gives(1024**2)),),
    "mail is refused": (
        (mail_connection, "has_server", gives(True)),
        (checks, "mails_refused", gives(3)),
    ),
    "no copy": ((checks, "set_up_at", gives(LONG_AGO)),),
}


@pytest.mark.parametrize("state", STATES)
def test_what_the_desk_says_of_a_part(state: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(heartbeats, "age", gives(3))
    monkeypatch.setattr(checks, "redis_answers", gives(None))
    monkeypatch.setattr(shared_redis, "count_others", gives(0))
    for where, name, value in STATES[state]:
        monkeypatch.setattr(where, name, value)
    with translation.override(CODE):
        found = doctor.of_desk()
    said = [text for part in found for text in (part.fact, part.advice)]
    assert not [text for text in said if plain(text)]
    if state != "well":
        assert any(part.state != doctor.WELL and "⟦" in part.fact for part in found)


def test_each_reader_gets_the_findings_in_their_own_language(monkeypatch: Patch) -> None:
    monkeypatch.setattr(parts, "_look", [lambda: [Finding("disk", "off", gettext("off"))]])
    known = {"found": (), "at": float("-inf"), "language": None}
    for name, fact in known.items():  # neither what earlier tests found, nor for later ones
        monkeypatch.setattr(parts._Known, name, fact)
    for language, fact in (("en", "off"), (CODE, "⟦off⟧"), ("en", "off")):
        with translation.override(language):
            assert parts.found()[0][0].fact == fact
