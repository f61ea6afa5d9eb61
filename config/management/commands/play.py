"""`manage.py play`: run the whole site. `manage.py play web`: run one part of it, for a service
manager."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import socket
import time
from argparse import ArgumentParser
from typing import Any

import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from config.addresses import EVERYWHERE
from config.environment import embedded_redis_socket
from config.monitoring import metrics
from config.server import static
from config.setup import database_move
from config.supervisor import parts, plan
from config.supervisor.supervisor import LOADER, Part

ALONE = {
    "web": parts.web,
    "worker": parts.worker,
    "bots": parts.bots,
    "reviews": parts.reviews,
    "beat": parts.beat,
}


class Command(BaseCommand):
    """`manage.py play`."""

    help = (
        "Runs the whole site: sets up the database and the static files, then web server, workers,"
        " scheduler and (without REDIS_URL) Redis."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the part and `--reload`."""
        parser.add_argument(
            "part",
            nargs="?",
            choices=ALONE,
            help="run this part alone, in the foreground, and set up no database",
        )
        parser.add_argument(
            "--reload",
            action="store_true",
            help="start the parts again when a source file changes; for developing, with DEBUG=on",
        )

    def handle(self, *, part: str | None, verbosity: int, reload: bool, **options: Any) -> None:
        """Run the site, or one part of it, until a stop signal."""
        if reload and not settings.DEBUG:
            raise CommandError("--reload is for developing: set DEBUG=on as well, or use make dev.")
        database_move.refuse_unfinished()
        if part:
            self.run_alone(part)
        # like Ctrl-C until the supervisor handles it
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        lock = take_lock()
        try:
            running = self.set_up(reload=reload)
            plan.hand_over(self.plan(running, lock, verbose=verbosity > 1))
        except KeyboardInterrupt:
            self.say(self.goodbye())
        finally:
            parts.remove_socket_folder()
            os.close(lock)

    def set_up(self, *, reload: bool) -> list[Part]:
        """Set up the data, and return the parts to run."""
        # for the parts: no other process could take over
        os.environ.setdefault("LEAVE_SECONDS", "0")
        # Django's checks are run by the tests
        os.environ.setdefault("CELERY_SKIP_CHECKS", "true")
        check_port()
        running = parts.all_of_one_machine(reload=reload)
        metrics.clean()
        migrated = migrate()
        if migrated:
            self.say(f"Database set up: {migrated} migrations.")
        if static.collect():
            self.say("Static files gathered.")
        if not running[0].base:
            check_redis()
        self.introduce(running)
        return running

    def run_alone(self, name: str) -> None:
        """Replace this process with one part."""
        if name == "web":
            check_port()
            metrics.clean()
            static.collect()
        command = ALONE[name]().command
        os.execv(command[0], command)

    def plan(self, running: list[Part], lock: int, *, verbose: bool) -> plan.Plan:
        """Return the supervisor's plan."""
        socket_folder = embedded_redis_socket(settings.DATA_DIR).parent
        return plan.Plan(
            parts=running,
            site=settings.SITE_NAME,
            logs=str(settings.DATA_DIR / "logs"),
            lock=lock,
            address=("127.0.0.1" if settings.OPEN_TO_NETWORK else settings.HOST, settings.PORT),
            host=settings.ALLOWED_HOSTS[0].lstrip(".").replace("*", "localhost"),
            welcome=self.welcome(),
            goodbye=self.goodbye(),
            leftover="" if socket_folder == settings.DATA_DIR else str(socket_folder),
            verbose=verbose,
        )

    def say(self, text: str) -> None:
        """Print a line for the host."""
        self.stdout.write(f"{settings.SITE_NAME}: {text}")
        self.stdout.flush()

    def introduce(self, running: list[Part]) -> None:
        """Print where the data is and which parts start."""
        names = [part.name for part in running if part.name != LOADER]
        database = "SQLite" if connection.vendor == "sqlite" else "PostgreSQL"
        self.say(f"Data in {settings.DATA_DIR}; database {database}.")
        if getattr(settings, "SQLITE_SYNCHRONOUS", "FULL") != "FULL":
            self.say(
                "SQLITE_SYNCHRONOUS is NORMAL: faster, but a power cut may undo moves of the last"
                " seconds that players have seen."
            )
        self.say(f"Starting {', '.join(names)}; their logs are in {settings.DATA_DIR / 'logs'}.")

    def welcome(self) -> str:
        """Return the line with the site's address."""
        if settings.OPEN_TO_NETWORK:
            place = (
                f"http://localhost:{settings.PORT} here, or {settings.BASE_URL} on other devices"
            )
        else:
            place = f"{settings.BASE_URL} in a browser"
        return f"Ready. Open {place}; Ctrl-C stops it."

    def goodbye(self) -> str:
        """Return the last line."""
        return f"Stopped. All data is kept in {settings.DATA_DIR}."


def take_lock() -> int:
    """Lock the data for this process and its parts, and return the file descriptor. The lock lasts
    until the last of them ends. Raises ImproperlyConfigured."""
    lock = os.open(settings.DATA_DIR / "play.lock", os.O_RDWR | os.O_CREAT, 0o600)
    end = time.monotonic() + 3  # parts of a killed supervisor need a moment to end
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except BlockingIOError:
            if time.monotonic() > end:
                os.close(lock)
                raise ImproperlyConfigured(
                    f"The site is already running on the data in {settings.DATA_DIR}: stop it"
                    " first, or choose another place with DATA_DIR."
                ) from None
            time.sleep(0.1)


def check_port() -> None:
    """Raise ImproperlyConfigured unless the port is free at each address of HOST."""
    host = None if settings.HOST == EVERYWHERE else settings.HOST
    passive = socket.AI_PASSIVE
    try:
        places = socket.getaddrinfo(host, settings.PORT, type=socket.SOCK_STREAM, flags=passive)
        if not [place for place in places if _is_free(*place)]:
            raise OSError(errno.EADDRNOTAVAIL, "no such family of addresses")
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = (
                f"Port {settings.PORT} is in use by another program: stop that, or choose another"
                " port, for example PORT=8080."
            )
        elif error.errno == errno.EACCES:
            text = (
                f"Port {settings.PORT} is not open to this user: choose one above 1023 with PORT."
            )
        else:
            text = "HOST is set, but it is not an address of this machine."
        raise ImproperlyConfigured(text) from error


def _is_free(family: int, kind: int, protocol: int, _name: str, address: Any) -> bool:
    """Return whether the address is free; False if the system has no addresses of this family.
    Raises OSError."""
    try:
        probe = socket.socket(family, kind, protocol)
    except OSError:
        return False
    with probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
    return True


def migrate() -> int:
    """Migrate the database and return the number of migrations. Raises ImproperlyConfigured."""
    from django.core.management import call_command

    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0]
        raise ImproperlyConfigured(
            f"The database does not answer as it should ({reason}); DATABASE_URL says where it is."
        ) from error
    finally:
        connections.close_all()
    return len(plan)


def check_redis() -> None:
    """Raise ImproperlyConfigured unless Redis answers."""
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=5)
    try:
        client.ping()
    except redis.RedisError as error:
        raise ImproperlyConfigured(
            f"REDIS_URL is set, but the server there does not answer ({type(error).__name__})."
        ) from error
    finally:
        client.close()
