"""Token buckets, with the real server."""

import time
from typing import Any

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from accounts import limits, quick_redis
from config.limits import Rate
from tests.kit.servers import wait_until
from tests.kit.types import Log


@pytest.fixture(autouse=True)
def rates(settings: Any) -> dict[str, Rate]:
    """Limits of the tests' own; `settings` puts the others back."""
    settings.LIMIT_RATES = {
        "moves": Rate(3, 300),
        "guests": Rate(3, 300),
        "once": Rate(1, 1_000_000),
    }
    found: dict[str, Rate] = settings.LIMIT_RATES
    return found


def test_a_bucket_empties_and_refills(rates: dict[str, Rate]) -> None:
    assert [limits.allow("moves", 7) for _ in range(4)] == [True, True, True, False]
    assert limits.allow("moves", 8)  # everybody has a bucket of their own
    assert limits.allow("guests", 7)
    rates["moves"] = Rate(3_000_000, 1)  # time passed: at this rate any time is enough
    assert limits.allow("moves", 7)


def test_a_bucket_holds_no_more_than_its_burst() -> None:
    assert limits.allow("once", 9)
    assert not limits.allow("once", 9)


def test_what_costs_more_takes_more() -> None:
    assert limits.allow("moves", 7, cost=2.5)
    assert not limits.allow("moves", 7)
    assert limits.allow("moves", 7, cost=0.4)


def test_what_was_done_already_may_leave_a_debt(rates: dict[str, Rate]) -> None:
    limits.charge("moves", 11, 2)
    assert (
        not limits.owes("moves", 11) and limits.allow("moves", 11) and not limits.allow("moves", 11)
    )
    limits.charge("moves", 11, 1)
    assert (
        limits.owes("moves", 11) and not limits.owes("moves", 12) and not limits.owes("guests", 11)
    )


def test_a_debt_is_paid_in_time(rates: dict[str, Rate]) -> None:
    limits.charge("moves", 13, 50_000)
    assert limits.owes("moves", 13)
    (until,) = [until for (_, key), until in limits._debts.items() if key == 13]
    assert until - time.monotonic() > 300 * 50_000 / 3 - 1000, "all of it is owed"
    rates["moves"] = Rate(3_000_000, 1)
    limits.charge("moves", 14, 3_000_100)  # a hundred are paid in no time
    wait_until(lambda: not limits.owes("moves", 14), "the debt is paid")


def test_limits_can_be_turned_off(settings: Any) -> None:
    settings.RATE_LIMITS = False
    assert all(limits.allow("once", 7) for _ in range(5))
    limits.charge("once", 7, 100)
    assert not limits.owes("once", 7)


def test_without_redis_everything_is_allowed_and_said_once(redis_server: Any, caplog: Log) -> None:
    redis_server.stop()
    try:
        assert all(limits.allow("once", 7) for _ in range(5))
        limits.charge("once", 7, 100)
        assert [record.name for record in caplog.records] == ["accounts.quick_redis"]
        cache.set("a", 1)
        assert cache.get("a") is None and cache.add("a", 1) and not cache.delete("a")
    finally:
        redis_server.start()
    quick_redis.breaker.until = 0  # time passes
    assert [limits.allow("once", 7) for _ in range(2)] == [True, False]


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
    assert (
        limits.address(
            RequestFactory().get("/", REMOTE_ADDR=remote, HTTP_X_FORWARDED_FOR="198.51.100.1")
        )
        == key
    )
