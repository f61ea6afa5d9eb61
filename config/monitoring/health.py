"""The pages for monitors, and the state of each thing that the site depends on. Monitors and logs
read English; the desk translates."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop as noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.monitoring import checks, heartbeats
from config.server import shutdown

log = logging.getLogger(__name__)
_failing: set[str] = set()

OK, AWAY, FULL = "ok", noop("does not answer"), noop("cannot be written")
OLD, NEWER = noop("lacks migrations"), noop("is of a newer release")
SILENT, UNKNOWN = "not heard of", noop("unknown while redis does not answer")
LITTLE = 200 * 1024 * 1024  # bytes left on the disk
LATE = timedelta(minutes=1)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200: the process runs."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if database and Redis answer, moves can be written, and this process is not
    stopping; else 503 and a line that names the fault."""
    return _ready([f"{name} {_state(name, judge)}" for name, judge in NEEDED.items()])


@never_cache
@require_safe
def serves(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database answers and is of this release, and this process is not stopping.
    For a balancer: a fault of all processes, such as a lack of Redis, must not take all of them
    out."""
    return _ready([f"database {_state('database', _schema)}"])


@never_cache
@require_safe
def parts(request: HttpRequest) -> HttpResponse:
    """Answer 200 if all parts are well, also those that play does not need; else 503. For a host,
    not for a balancer."""
    words = states()
    text = "".join(f"{name} {word}\n" for name, word in words.items())
    return _plain(text, set(words.values()) == {OK})


def _ready(lines: list[str]) -> HttpResponse:
    """Answer 200 if all lines end with OK, and this process is not stopping."""
    ready = all(line.endswith(f" {OK}") for line in lines) and not shutdown.begun()
    lines += ["this process is about to stop"] if shutdown.begun() else []
    lines += [f"version {settings.VERSION}"]
    return _plain("".join(f"{line}\n" for line in lines), ready)


def _plain(text: str, well: bool) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=200 if well else 503)


def states() -> dict[str, str]:
    """Return name → state for everything that the site depends on."""
    return {name: _state(name, judge) for name, judge in (NEEDED | WANTED).items()}


def state(name: str) -> str:
    """Return the state of one of them."""
    return _state(name, (NEEDED | WANTED)[name])


def _state(name: str, judge: Callable[[], str]) -> str:
    try:
        word = judge()
    except Exception as error:  # its text may hold a password
        if name not in _failing:  # a monitor asks every second
            log.warning(
                "Not ready: %s raised %s.", name, type(error).__name__, extra={"error": error}
            )
            _failing.add(name)
        return AWAY
    _failing.discard(name)
    return word


def _schema() -> str:
    checks.database_answers()
    if checks.migrated():
        return OK
    return NEWER if checks.newer() else OLD


def _database() -> str:
    if (word := _schema()) != OK:
        return word
    return OK if checks.writable() else FULL


def _redis() -> str:
    try:
        checks.redis_answers()
    except redis.ResponseError as error:
        if not str(error).startswith("MISCONF"):
            raise
        return FULL  # it answers, but its disk is full
    return OK


def _part(name: str) -> Callable[[], str]:
    def judge() -> str:
        try:
            return OK if heartbeats.is_alive(name) else SILENT
        except redis.RedisError:
            return UNKNOWN

    return judge


def _bots() -> str:
    late = checks.bots_behind()
    return f"late, by {late.seconds + late.days * 86400} s" if late > LATE else _part("bots")()


def _mail() -> str:
    waiting = checks.mails_refused()
    return f"refused, {waiting} wait" if waiting else OK


def _disk() -> str:
    left = checks.free_bytes()
    return OK if left > LITTLE else f"nearly full, {left // 1024**2} MB left"


NEEDED = {"database": _database, "redis": _redis}
WANTED = {
    "worker": _part("worker"),
    "bots": _bots,
    "beat": _part("beat"),
    "mail": _mail,
    "disk": _disk,
}
ADVICE = {
    f"database {AWAY}": noop(
        "nobody can play; see that it runs, and that DATABASE_URL is its address"
    ),
    f"database {FULL}": noop(
        "nobody can play; make room on its disk, or see whether it is a standby"
    ),
    f"database {OLD}": noop("run `manage.py migrate`"),
    f"database {NEWER}": noop("nobody can play; run the newer release (docs/hosting/upgrading.md)"),
    "redis": noop("people can play, but boards are late, bots wait and nothing is rate-limited"),
    "worker": noop(
        "ratings and mails wait, flags fall only when somebody looks; does the part run?"
    ),
    "bots": noop("bots do not move, or late; does the part run, with processes enough?"),
    "beat": noop("ratings and mails wait, flags fall only when somebody looks; does the part run?"),
    "mail": noop("it is tried again; the worker's log has the kind of error, EMAIL_URL the server"),
    "disk": noop("make room before nothing can be written"),
}


def advice(name: str, word: str) -> str:
    """Return the advice for a state, or ""."""
    return ADVICE.get(f"{name} {word}") or ADVICE.get(name, "")
