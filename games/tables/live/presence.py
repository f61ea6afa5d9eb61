"""The users who are looking at a table, and those who are online: keys in Redis that expire.
Without Redis nobody is known to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.conf import settings

from accounts import quick_redis

FADES = 75  # seconds until a key expires; a visible page renews it every 30 seconds
STAYS = 200  # … of somebody who is here; an open page renews it at least every 150 seconds
_LEAVE = """
if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end
return 0
"""


def _key(table_id: str, user_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:looks:{table_id}:{user_id}"


def _opened(table_id: str, user_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:opened:{table_id}:{user_id}"


def record_opened(table_id: str, user_id: int) -> None:
    """Record that the user has opened the table."""
    key = _opened(table_id, user_id)
    quick_redis.ask(lambda: quick_redis.client(settings.REDIS_URL).set(key, "", ex=FADES), None)


def record_looking(table_id: str, user_id: int, tab: str = "") -> None:
    """Record that the user is looking at the table in this tab; without one, on a page just
    fetched, whose tab will report itself."""

    def note() -> None:
        key, redis = _key(table_id, user_id), quick_redis.client(settings.REDIS_URL)
        redis.set(_opened(table_id, user_id), "", ex=FADES)
        if redis.set(key, tab, ex=FADES, nx=not tab) is None:
            redis.expire(key, FADES)

    quick_redis.ask(note, None)


def record_leaving(table_id: str, user_id: int, tab: str = "") -> None:
    """Record that the user has left the table, so that a mail need not wait. A tab that was not the
    last one to look changes nothing: a page that loads itself again has looked before its old
    connection ends."""
    quick_redis.ask(
        lambda: quick_redis.client(settings.REDIS_URL).eval(
            _LEAVE, 1, _key(table_id, user_id), tab
        ),
        None,
    )


def is_looking(table_id: str, user_id: int) -> bool:
    """Return whether the user has looked at the table in the last FADES seconds."""
    return bool(
        quick_redis.ask(
            lambda: quick_redis.client(settings.REDIS_URL).exists(_key(table_id, user_id)), 0
        )
    )


def looking(pairs: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return those of these tables and users where the user has looked at the table in the last
    FADES seconds; nobody without Redis. One query for all."""
    return _noted([_key(table_id, user_id) for table_id, user_id in pairs], pairs)


def forget_opened(pairs: Sequence[tuple[str, int]]) -> None:
    """Forget that these users have opened these tables, as something new is told of them."""
    keys = [_opened(table_id, user_id) for table_id, user_id in pairs]
    quick_redis.ask(lambda: quick_redis.client(settings.REDIS_URL).delete(*keys), None)


def recently_opened(pairs: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return those of these tables and users where the user has looked at the table in the last
    FADES seconds, and may have left again; nobody while Redis does not say. One question for
    all."""
    return _noted([_opened(table_id, user_id) for table_id, user_id in pairs], pairs)


def _noted(keys: Sequence[str], pairs: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
    if not pairs:
        return set()
    found = quick_redis.ask(
        lambda: cast("list[bytes | None]", quick_redis.client(settings.REDIS_URL).mget(keys)), None
    )
    return {pair for pair, mark in zip(pairs, found or (), strict=False) if mark is not None}


def not_looking(table_id: str, user_ids: Sequence[int]) -> list[int]:
    """Return those of these users who have not looked at the table in the last FADES seconds; none
    while Redis does not say. One question for all."""
    if not user_ids:
        return []
    keys = [_key(table_id, user_id) for user_id in user_ids]
    found = quick_redis.ask(
        lambda: cast("list[bytes | None]", quick_redis.client(settings.REDIS_URL).mget(keys)), None
    )
    seen = found if found is not None else [b""] * len(keys)
    return [user_id for user_id, mark in zip(user_ids, seen, strict=True) if mark is None]


def record_online(user_id: int) -> None:
    """Record that the user has a page open."""
    key = f"{settings.REDIS_PREFIX}:here:{user_id}"
    quick_redis.ask(lambda: quick_redis.client(settings.REDIS_URL).set(key, "", ex=STAYS), None)


def online(user_ids: Sequence[int]) -> set[int]:
    """Return those of these users who have a page open, or had one in the last STAYS seconds;
    nobody while Redis does not say. One question for all. Whether they want it shown is another
    question (games.community.people.selectors.shown)."""
    if not user_ids:
        return set()
    keys = [f"{settings.REDIS_PREFIX}:here:{user_id}" for user_id in user_ids]
    found = quick_redis.ask(
        lambda: cast("list[bytes | None]", quick_redis.client(settings.REDIS_URL).mget(keys)), None
    )
    return {
        user_id for user_id, mark in zip(user_ids, found or (), strict=False) if mark is not None
    }


def record_gone_on(table_id: str, ply: int, user_id: int) -> set[int]:
    """Record that the user has gone on from the deal that ended before this ply. Return all who
    have, at least this user."""

    def ask() -> set[int]:
        key = f"{settings.REDIS_PREFIX}:on:{table_id}:{ply}"
        pipe = quick_redis.client(settings.REDIS_URL).pipeline()
        pipe.sadd(key, user_id)
        pipe.expire(key, FADES)
        pipe.smembers(key)
        return set(map(int, pipe.execute()[-1]))

    nobody: set[int] = set()
    return {user_id} | quick_redis.ask(ask, nobody)
