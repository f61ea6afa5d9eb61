"""The connection to the mail server, for letters and notices alike: one sender at a time, and the
same retries.

What is to be sent stands in the database. A silent server holds up one thread of the workers, no
page and no flag. A site without a server says so, mails no notices, and writes letters to files.
"""

from __future__ import annotations

import hashlib
import logging
import smtplib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.http import HttpRequest

log = logging.getLogger(__name__)

AGAIN = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
)
# seconds of one run, so that a slow server does not occupy the workers
BUDGET = 15.0
BUSY = "mail-server-busy"
LONGEST = 90  # seconds after which a sender counts as dead
FILES = "config.mail.EmailBackend"
NO_SERVER = (
    FILES,
    "django.core.mail.backends.console.EmailBackend",
    "django.core.mail.backends.dummy.EmailBackend",
    "django.core.mail.backends.filebased.EmailBackend",
)
PROXIES = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")


def has_server() -> bool:
    """Return whether there is a mail server."""
    return settings.EMAIL_BACKEND not in NO_SERVER


def folder(request: HttpRequest) -> str:
    """Return the folder of mails as files, for a visitor on the site's own machine; else ""."""
    meta = request.META
    proxied = any(name in meta for name in PROXIES)
    here = not proxied and meta.get("REMOTE_ADDR") in ("127.0.0.1", "::1", "::ffff:127.0.0.1")
    if not here or settings.EMAIL_BACKEND != FILES:
        return ""
    return str(settings.EMAIL_FILE_PATH)  # type: ignore[misc]  # set by what EMAIL_URL says


def message_id(names: Iterable[str]) -> str:
    """Return the Message-ID of a mail about the rows with these keys: the same with every try."""
    mark = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:32]
    return f"<{mark}@{settings.MAIL_DOMAIN}>"


class Away(Exception):
    """The mail server cannot be reached, so other mails need no try."""


class NotTaken(Exception):
    """The server neither took a mail nor refused it."""


class Post:
    """A connection to the mail server, opened for the first mail."""

    def __init__(self) -> None:
        self.connection: Any = get_connection()

    def open(self) -> None:
        """Connect to the mail server. Raises Away."""
        try:
            self.connection.open()
        except (OSError, smtplib.SMTPException) as error:
            log.warning("The mail server cannot be reached (%s). Mails wait.", type(error).__name__)
            raise Away from error

    def send(self, message: EmailMessage) -> None:
        """Send one mail. Raises the server's or the connection's error, or NotTaken."""
        try:
            if not self.connection.send_messages([message]):
                raise NotTaken
        except Exception:
            self.close()  # the next mail reconnects
            raise

    def close(self) -> None:
        """Close the connection."""
        with suppress(OSError, smtplib.SMTPException):
            self.connection.close()


@contextmanager
def exclusive() -> Iterator[Post | None]:
    """Yield the connection to the mail server, or None while another task uses it: that task looks
    again at its end."""
    if not cache.add(BUSY, 1, LONGEST):
        yield None
        return
    post = Post()
    try:
        yield post
    finally:
        post.close()
        cache.delete(BUSY)


def pause_after(tries: int, error: BaseException | None) -> timedelta | None:
    """Return the pause after so many tries, ever longer; None to give up."""
    return None if tries > len(AGAIN) or refused_for_good(error) else AGAIN[max(tries, 1) - 1]


def refused_for_good(error: BaseException | None) -> bool:
    """Return whether the server's refusal is permanent."""
    return isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        code >= 500 for code, _ in error.recipients.values()
    )


def error_kind(error: BaseException | None) -> str:
    """Return the kind of an error: its text would name the address."""
    return f"{type(error).__name__} {getattr(error, 'smtp_code', '')}".strip()[:80]
