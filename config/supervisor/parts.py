"""The parts of the site, and the command of each."""

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
    # at "" one process listens by IPv4 too; several do at "::"
    both = settings.HOST == EVERYWHERE and settings.WEB_PROCESSES == 1
    options = {
        "host": "" if both else settings.HOST,
        "port": settings.PORT,
        "workers": settings.WEB_PROCESSES,
        "http": "config.server.protocol:Protocol",
        "ws": "config.server.protocol:Socket",
        # never reached: config.server.protocol makes room earlier
        "limit-concurrency": settings.LIMIT_COUNTS["connections"] + 1,
        # no log of requests and sockets: addresses of tables may be private
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
    """Return the command of a worker without Celery's own heartbeats and gossip, which are retried
    forever if Redis fails as a worker starts; meanwhile it ignores signals."""
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    return _celery("worker", *words, *alone)


# Explicit: a worker that has sent to the bots' queue would consume it too after a reconnect.
OTHERS = ("--queues", "celery")


def worker() -> Part:
    """Return a worker for everything but bots and reviews. Its tasks wait for servers, so it has
    threads, a third of the memory of processes: enough for mail, push and webhooks to hang while
    flags fall."""
    return Part("worker", _worker(*OTHERS, "--pool", "threads", "--concurrency", "4"), grace=30)


def bots() -> Part:
    """Return a worker for bots. It has processes, since a thinking bot would block other threads;
    each takes one task at a time."""
    return _thinking("--concurrency", str(settings.BOT_PROCESSES))


def reviews() -> Part:
    """Return a worker for reviews. A process of its own makes them one by one
    (games.learning.review.reviewer_process); a second thread takes messages meanwhile."""
    words = ("--queues", "reviews", "--pool", "threads", "--concurrency", "2")
    more = ("--prefetch-multiplier", "1", "--hostname", "reviews@%h")
    return Part("reviews", _worker(*words, *more), grace=15)


def bots_on_demand() -> Part:
    """Return a worker for bots whose processes start when a bot must move, and end after half a
    minute without one."""
    return _thinking("--autoscale", f"{settings.BOT_PROCESSES},0")


def _thinking(*processes: str) -> Part:
    words = ("--queues", "bots", "--pool", "prefork", *processes)
    more = ("--prefetch-multiplier", "1", "--hostname", "bots@%h")
    return Part("bots", _worker(*words, *more), grace=15)


def beat() -> Part:
    """Return the scheduler."""
    return Part("beat", _celery("beat", "--pidfile="), grace=10)


def worker_with_beat() -> Part:
    """Return a worker with the scheduler, for one machine: one worker means one scheduler. One
    thread more waits for reviews."""
    queues = ("--queues", "celery,reviews")
    words = ("--pool", "threads", "--concurrency", "5", "--beat")
    return Part("worker", _worker(*queues, *words), grace=15)


def all_of_one_machine(*, reload: bool) -> list[Part]:
    """Return all parts of a site on one machine, Redis first. On Linux the loader forks those that
    run the site's code, except with `reload`."""
    redis = embedded_redis()
    ours = [web(), worker_with_beat(), bots_on_demand()]
    if reload:
        ours = [reloading(part) for part in ours]
    elif adopt_orphans():
        ours = [loader(), *(replace(part, forked=True) for part in ours)]
    return [redis, *ours] if redis else ours


def loader() -> Part:
    """Return the loader."""
    return Part(LOADER, [sys.executable, "-m", "config.supervisor.fork_server"], grace=1)


def reloading(part: Part) -> Part:
    """Return the part, restarted when a source file changes."""
    return replace(part, command=[sys.executable, "-m", "config.supervisor.reload", *part.command])


def embedded_redis() -> Part | None:
    """Return the embedded Redis server; None if REDIS_URL is set."""
    socket = embedded_redis_socket(settings.DATA_DIR)
    if unquote(settings.REDIS_URL) != f"unix://{socket}":
        return None
    folder = settings.DATA_DIR / "valkey"
    valkey.make_folders(folder, socket)
    return Part("valkey", valkey.command(folder, socket), grace=10, base=True)


def remove_socket_folder() -> None:
    """Remove the folder of a socket outside the data directory, if it is empty."""
    folder = embedded_redis_socket(settings.DATA_DIR).parent
    if folder != settings.DATA_DIR:
        with suppress(OSError):
            folder.rmdir()
