"""The processes that make up the site, and the command that starts each, alone or under the
supervisor."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from urllib.parse import unquote

from django.conf import settings

from config.addresses import EVERYWHERE
from config.environment import embedded_redis_socket
from config.supervisor import valkey
from config.supervisor.processes import adopt_orphans
from config.supervisor.supervisor import LOADER, Part


def web() -> Part:
    """Return the web server."""
    # uvicorn listens by IPv4 as well at "", and several processes of it at "::"
    both = settings.HOST == EVERYWHERE and settings.WEB_PROCESSES == 1
    options = {
        "host": "" if both else settings.HOST,
        "port": settings.PORT,
        "workers": settings.WEB_PROCESSES,
        "http": "config.server.protocol:Protocol",
        "ws": "config.server.protocol:Socket",
        # config.server.protocol makes room before that is reached
        "limit-concurrency": settings.LIMIT_COUNTS["connections"] + 1,
        # addresses of tables may be private, so there is no log of requests and sockets
        "log-level": "warning",
        "ws-per-message-deflate": "false",  # config.server.protocol has its own
        "ws-max-size": 65536,
        "timeout-graceful-shutdown": 10,
        "timeout-worker-healthcheck": 60,
        "lifespan": "on",  # config.server.shutdown
    }
    proxies = ",".join(settings.TRUSTED_PROXIES)
    flags = ["--no-access-log", "--no-server-header"]
    flags += (
        ["--proxy-headers", "--forwarded-allow-ips", proxies] if proxies else ["--no-proxy-headers"]
    )
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    return Part(
        "web",
        [sys.executable, "-m", "uvicorn", "config.asgi:application", *words, *flags],
        grace=15 + settings.LEAVE_SECONDS,
    )


def _celery(*words: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "celery",
        "--quiet",
        "--app",
        "config",
        *words,
        "--loglevel",
        "WARNING",
    ]


def _worker(*words: str) -> list[str]:
    """Return the command of a worker that tells no other one about itself:
    config.monitoring.heartbeats says whether it lives. Celery's own heartbeats are sent again for
    ever if Redis goes as a worker starts, and meanwhile it heeds no signal."""
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    return _celery("worker", *words, *alone)


# Named, since a worker that has sent something to the bots' queue would otherwise work at that too
# when it has lost its connection.
OTHERS = ("--queues", "celery")


def worker() -> Part:
    """Return a worker for everything but bots and reviews. Its tasks wait for the database or other
    servers, so threads do, in a third of the memory of processes. Mail, push and webhooks may each
    hold up one of them, and flags fall all the same."""
    return Part("worker", _worker(*OTHERS, "--pool", "threads", "--concurrency", "4"), grace=30)


def bots() -> Part:
    """Return a worker for bots. It has processes, since a bot that thinks would hold up the other
    threads; each takes its next task when it has ended one."""
    return _thinking("--concurrency", str(settings.BOT_PROCESSES))


def reviews() -> Part:
    """Return a worker for reviews. It has them made by a process beside it, one after the other
    (games.learning.review.child); a second thread takes what comes meanwhile."""
    words = ("--queues", "reviews", "--pool", "threads", "--concurrency", "2")
    more = ("--prefetch-multiplier", "1", "--hostname", "reviews@%h")
    return Part("reviews", _worker(*words, *more), grace=15)


def bots_on_demand() -> Part:
    """Return a worker for bots, for one machine: a process for a bot starts when one has to think,
    and ends when none has for half a minute."""
    return _thinking("--autoscale", f"{settings.BOT_PROCESSES},0")


def _thinking(*processes: str) -> Part:
    words = ("--queues", "bots", "--pool", "prefork", *processes)
    more = ("--prefetch-multiplier", "1", "--hostname", "bots@%h")
    return Part("bots", _worker(*words, *more), grace=15)


def beat() -> Part:
    """Return the scheduler."""
    return Part("beat", _celery("beat", "--pidfile="), grace=10)


def worker_with_beat() -> Part:
    """Return a worker with the scheduler inside, for one machine: threads instead of processes take
    half the memory, and exactly one worker means exactly one scheduler. One more thread is there to
    wait for reviews, which are made by a process beside it while there are any."""
    queues = ("--queues", "celery,reviews")
    words = ("--pool", "threads", "--concurrency", "5", "--beat")
    return Part("worker", _worker(*queues, *words), grace=15)


def all_of_one_machine(*, reload: bool) -> list[Part]:
    """Return all the parts of a site with one machine, those that others lean on first. On Linux
    the loader starts those that run the site's code, except when they are to be started anew after
    each change of it."""
    redis = embedded_redis()
    ours = [web(), worker_with_beat(), bots_on_demand()]
    if reload:
        ours = [reloading(part) for part in ours]
    elif adopt_orphans():
        ours = [loader(), *(replace(part, forked=True) for part in ours)]
    return [redis, *ours] if redis else ours


def loader() -> Part:
    """Return the process that loads the site's code for others."""
    return Part(LOADER, [sys.executable, "-m", "config.supervisor.fork_server"], grace=1)


def reloading(part: Part) -> Part:
    """Return the part so that it is started again when a source file changes."""
    return replace(part, command=[sys.executable, "-m", "config.supervisor.reload", *part.command])


def embedded_redis() -> Part | None:
    """Return the embedded server; None if REDIS_URL names another one."""
    socket = embedded_redis_socket(settings.DATA_DIR)
    if unquote(settings.REDIS_URL) != f"unix://{socket}":
        return None
    folder = settings.DATA_DIR / "valkey"
    valkey.make_folders(folder, socket)
    return Part("valkey", valkey.command(folder, socket), grace=10, base=True)


def remove_socket_folder() -> None:
    """Remove the folder that a socket with a short address has for itself, unless it is still
    used."""
    folder = embedded_redis_socket(settings.DATA_DIR).parent
    if folder != settings.DATA_DIR:
        with suppress(OSError):
            folder.rmdir()
