"""The checks of `manage.py doctor`: everything that the site depends on, each with a state, a fact
and advice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import redis
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection
from django.utils.translation import gettext as _

from accounts import mail_connection
from config.monitoring import checks, health, heartbeats, shared_redis
from config.monitoring.doctor_proxy import proxy

WELL, SLOW, LATE, DOWN, OFF = "well", "slow", "late", "down", "off"
QUIET = 25.0  # seconds without a heartbeat; one is due every ten
LONG_QUEUE = 100  # messages
CLOCK_SLOW, CLOCK_DOWN = 2.0, 30.0  # seconds between two clocks
OLD_BACKUP = 8  # days; a new site may be without one for as long
LAST_BACKUP = "last_backup"  # in DATA_DIR, dated as the newest copy


@dataclass(frozen=True)
class Finding:
    """The result of one check."""

    name: str
    state: str
    fact: str = ""
    advice: str = ""

    def __str__(self) -> str:
        text = ": ".join(filter(None, (f"{self.name} {self.state}", self.fact)))
        return f"{text}. {self.advice}" if self.advice else f"{text}."


def examine(mail: str | None) -> Iterator[Finding]:
    """Yield all findings. Sends a test mail to the address, if there is one."""
    yield from parts()
    yield from queues()
    yield _caught("mail", lambda: _mail(mail))
    yield _caught("proxy", lambda: Finding("proxy", *proxy()))
    yield _caught("clock", _clock)
    yield _caught("backup", backup)
    yield _caught("static files", _static)


def parts() -> Iterator[Finding]:
    """Yield the findings about database, Redis, the parts and the disk."""
    yield _from_health("database")
    yield _from_health("redis")
    yield _caught("sharing", _sharing)
    for name in heartbeats.PARTS:
        yield _caught(name, lambda name=name: _part(name))  # type: ignore[misc]
    yield _from_health("disk")


def of_desk() -> list[Finding]:
    """Return the findings for the desk: the parts, mail and backup. All are cheap."""
    return [*parts(), _caught("mail", lambda: _mail(None)), _caught("backup", backup)]


def _caught(name: str, look: Callable[[], Finding]) -> Finding:
    """Return the finding of a check, or one about its error, whose text may hold a password."""
    try:
        return look()
    except redis.RedisError:
        return Finding(name, DOWN, _(health.UNKNOWN), _("Mend redis first, then ask again."))
    except Exception as error:
        fact = _("looking raised %(error)s") % {"error": type(error).__name__}
        return Finding(name, DOWN, fact, advice(name, ""))


def advice(name: str, word: str) -> str:
    """Return the advice for a state in `/readyz/parts`, as a sentence."""
    text = _(known) if (known := health.advice(name, word)) else ""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('?') or not text else '.'}"


def _from_health(name: str) -> Finding:
    word = health.state(name)
    if word == health.OK:
        return Finding(name, WELL, _free_space() if name == "disk" else "")
    fact = _(word)
    if name == "disk" and word != health.AWAY:
        fact = _("nearly full, %(count)d MB left") % {"count": checks.free_bytes() // 1024**2}
    return Finding(name, DOWN, fact, advice(name, word))


def _free_space() -> str:
    return _("%(count).1f GB left") % {"count": checks.free_bytes() / 1024**3}


def _sharing() -> Finding:
    """Report other sites with the same Redis and prefix."""
    if not (others := shared_redis.count_others()):
        return Finding("sharing", WELL)
    fact = _("other sites use this Redis and prefix too: %(count)d") % {"count": others}
    how = _("They take each other's tasks, so bots and mails wait: give each another REDIS_PREFIX.")
    return Finding("sharing", DOWN, fact, how)


def _part(name: str) -> Finding:
    quiet = heartbeats.age(name)
    if quiet is None:
        fact = _("no word for %(count)d s or more") % {"count": heartbeats.LASTS}
        how = _("Start the part `%(name)s`: %(advice)s")
        facts = {"name": name, "advice": _(health.ADVICE[name])}
        return Finding(name, DOWN, fact, how % facts)
    if quiet > QUIET:
        fact = _("no word for %(count)d s") % {"count": quiet}
        how = _("Ask again in half a minute: it may be starting anew.")
        return Finding(name, SLOW, fact, how)
    if name == "bots" and (late := checks.bots_behind()) > health.LATE:
        fact = _("a game has waited for %(count)d s") % {"count": late.total_seconds()}
        how = _("More BOT_PROCESSES may help; its log names failures.")
        return Finding(name, SLOW, fact, how)
    return Finding(name, WELL, _("last heard from %(count)d s ago") % {"count": max(quiet, 0)})


def queues() -> Iterator[Finding]:
    """Yield the length of each queue."""
    for name in checks.QUEUES:
        yield _caught(f"queue {name}", lambda name=name: _queue(name))  # type: ignore[misc]


def _queue(name: str) -> Finding:
    waiting = checks.messages_waiting()[name]
    if waiting < LONG_QUEUE:
        return Finding(f"queue {name}", WELL, f"{waiting} wait")
    part = {"celery": "worker"}.get(name, name)
    return Finding(
        f"queue {name}", SLOW, f"{waiting} wait", f"Start more of `manage.py play {part}`."
    )


def _mail(address: str | None) -> Finding:
    if not mail_connection.has_server():
        how = _(
            "To send mail, set EMAIL_URL to the address of a mail server, such as"
            " `smtp+tls://user:password@host:587`, and start the site again."
        )
        fact = _("EMAIL_URL names no mail server, so nobody gets mail")
        if settings.EMAIL_BACKEND == mail_connection.FILES:
            fact = _("EMAIL_URL is unset, so nobody gets mail and letters become files")
        return Finding("mail", OFF, fact, how)
    if (refused := checks.mails_refused()) and not address:
        return Finding("mail", DOWN, _("%(count)d wait") % {"count": refused}, advice("mail", ""))
    if not address:
        return Finding("mail", WELL)
    try:
        _test_mail(address).send()
    except Exception as error:
        fact = f"the server took none ({type(error).__name__})"
        return Finding("mail", DOWN, fact, "See EMAIL_URL: address, user, password, TLS.")
    return Finding("mail", WELL, f"one was handed over to {address}", "See whether it came.")


def _test_mail(address: str) -> EmailMessage:
    subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}doctor"
    return EmailMessage(subject, "Mail from this site arrives.", to=[address])


def _clock() -> Finding:
    """Compare this machine's clock with those of Redis and of a database server."""
    before = time.time()
    seconds, micros = checks.client().time()
    apart = {"redis": seconds + micros / 1e6 - (before + time.time()) / 2}
    if connection.vendor == "postgresql":
        before = time.time()
        with connection.cursor() as cursor:
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
            apart["the database"] = float(cursor.fetchone()[0]) - (before + time.time()) / 2
    name, most = max(apart.items(), key=lambda pair: abs(pair[1]))
    fact = f"{name} differs by {abs(most):.1f} s"
    if abs(most) < CLOCK_SLOW:
        return Finding("clock", WELL, fact)
    state = DOWN if abs(most) >= CLOCK_DOWN else SLOW
    return Finding("clock", state, fact, "Let all machines keep time by NTP: clocks go by it.")


def backup() -> Finding:
    """Report the age of the newest backup."""
    path = settings.DATA_DIR / LAST_BACKUP
    how = _(
        "Run `python manage.py backup FOLDER` every day, or after a pg_dump `touch %(path)s`,"
        " and keep copies elsewhere."
    ) % {"path": path}
    try:
        made = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        old = datetime.now(UTC) - checks.set_up_at() > timedelta(days=OLD_BACKUP)
        return Finding("backup", LATE if old else OFF, _("no backup yet"), how)
    days = (datetime.now(UTC) - made).days
    fact = _("the last is of %(moment)s UTC") % {"moment": f"{made:%Y-%m-%d %H:%M}"}
    return (
        Finding("backup", WELL, fact) if days < OLD_BACKUP else Finding("backup", LATE, fact, how)
    )


def _static() -> Finding:
    if settings.DEBUG:
        return Finding("static files", OFF, "DEBUG is on, so they are served as written")
    if (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        return Finding("static files", WELL)
    fact = f"none are gathered in {settings.STATIC_ROOT}"
    return Finding("static files", DOWN, fact, "Start the site, or run `manage.py collectstatic`.")
