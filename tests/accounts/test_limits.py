"""Token buckets, with the real server."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from accounts import limits


def test_a_bucket_empties_and_refills(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [limits.allow("moves", 7, rate=0.01, burst=3) for _ in range(4)] == [True, True, True, False]
    assert limits.allow("moves", 8, rate=0.01, burst=3)  # everybody has a bucket of their own
    assert limits.allow("guest", 7, rate=0.01, burst=3)
    assert limits.allow("moves", 7, rate=1e6, burst=3)  # time passed: at this rate any time is enough


def test_a_bucket_holds_no_more_than_its_burst() -> None:
    assert limits.allow("moves", 9, rate=1e-6, burst=1)
    assert not limits.allow("moves", 9, rate=1e-6, burst=1)


def test_limits_can_be_turned_off(settings: Any) -> None:
    settings.RATE_LIMITS = False
    assert all(limits.allow("moves", 7, rate=0.001, burst=1) for _ in range(5))


def test_without_redis_everything_is_allowed_and_said_once(redis_server: Any, caplog: pytest.LogCaptureFixture) -> None:
    redis_server.stop()
    try:
        assert all(limits.allow("moves", 7, rate=0.001, burst=1) for _ in range(5))
        assert [record.name for record in caplog.records] == ["accounts.limits"]
        cache.set("a", 1)
        assert cache.get("a") is None and cache.add("a", 1) and not cache.delete("a")
    finally:
        redis_server.start()
    assert [limits.allow("moves", 7, rate=0.001, burst=1) for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("remote", "key"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("", "unknown"),
        ("nonsense", "unknown"),
    ],
)
def test_one_home_is_one_address(remote: str, key: str) -> None:
    assert limits.address(RequestFactory().get("/", REMOTE_ADDR=remote, HTTP_X_FORWARDED_FOR="198.51.100.1")) == key
