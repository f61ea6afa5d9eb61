"""Two addresses for whoever watches over the site."""

from __future__ import annotations

import logging
from collections.abc import Callable

import redis
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import facts, leaving

log = logging.getLogger(__name__)

OK, AWAY, FULL, OLD = "ok", "does not answer", "cannot be written", "lacks migrations"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process lives."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Database and Redis answer, moves can be written, and this process stays: 200, else 503 and a line that says what is not so."""
    lines = [f"{name} {_judged(name, judge)}" for name, judge in NEEDED.items()]
    ready = all(line.endswith(f" {OK}") for line in lines) and not leaving.begun()
    lines += ["this process is about to stop"] if leaving.begun() else []
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain", status=200 if ready else 503)


def _judged(name: str, judge: Callable[[], str]) -> str:
    try:
        return judge()
    except Exception as error:  # whatever it is, the answer is no; its text may hold a password
        log.warning("Not ready: %s raised %s.", name, type(error).__name__)
        return AWAY


def _database() -> str:
    facts.database_answers()
    if not facts.migrated():
        return OLD
    return OK if facts.writable() else FULL


def _redis() -> str:
    try:
        facts.redis_answers()
    except redis.ResponseError as error:
        if not str(error).startswith("MISCONF"):
            raise
        return FULL  # it answers, and says that its disk is full
    return OK


NEEDED = {"database": _database, "redis": _redis}
