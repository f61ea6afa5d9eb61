"""Two addresses for whoever watches over the site."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import leaving

log = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process lives."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The database and Redis answer: 200, else 503 and a line that says which does not."""
    answers = {"database": _answers(_ask_database), "redis": _answers(_ask_redis)}
    lines = "".join(f"{name} {'ok' if ok else 'does not answer'}\n" for name, ok in answers.items())
    lines += "this process is about to stop\n" if leaving.begun() else ""
    return HttpResponse(lines, content_type="text/plain", status=200 if all(answers.values()) and not leaving.begun() else 503)


def _answers(ask: Callable[[], object]) -> bool:
    try:
        ask()
    except Exception as error:  # whatever it is, the answer is no; its text may hold a password
        log.warning("Not ready: %s raised %s.", ask.__name__.removeprefix("_ask_"), type(error).__name__)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_redis() -> None:
    _redis().ping()


@functools.cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, max_connections=16)
