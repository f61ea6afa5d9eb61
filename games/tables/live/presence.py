"""Who is looking at which table: keys in Redis that fade. Without Redis nobody is known to look."""

from __future__ import annotations

from django.conf import settings

from accounts import briefly

FADES = 75  # seconds after the last sign; a page that is seen gives one every 30 s


def _key(table_id: str, user_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:looks:{table_id}:{user_id}"


def look(table_id: str, user_id: int) -> None:
    """A sign that the user has the table before their eyes."""
    briefly.ask(
        lambda: briefly.client(settings.REDIS_URL).set(_key(table_id, user_id), 1, ex=FADES), None
    )


def is_looking(table_id: str, user_id: int) -> bool:
    return bool(
        briefly.ask(lambda: briefly.client(settings.REDIS_URL).exists(_key(table_id, user_id)), 0)
    )
