"""The connection to the mail server, for letters and notices: one sender at a time, and retries.

What is due stands in the database. A silent server blocks one thread of the workers. A site without
a server mails no notices, and writes letters to files.
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
    """Return the folder of mail files, for a visitor on the site's own machine; else ""."""
    meta = request.META
    proxied = any(name in meta for name in PROXIES)
    here = not proxied and meta.get("REMOTE_ADDR") in ("127.0.0.1", "::1", "::ffff:127.0.0.1")
    if not here or settings.EMAIL_BACKEND != FILES:
        return ""
    return str(settings.EMAIL_FILE_PATH)  # type: ignore[misc]  # set by what EMAIL_URL says


def message_id(names: Iterable[str]) -> str:
    """Return the Message-ID of a mail about the rows with these keys, stable across retries."""
    mark = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:32]
    return f"<{mark}@{settings.MAIL_DOMAIN}>"


class Unreachable(Exception):
    """The mail server cannot be reached; other mails wait too."""


class NotAccepted(Exception):
    """The server neither accepted nor refused a mail."""


class Connection:
    """A connection to the mail server, opened by the first mail."""

    def __init__(self) -> None:
        self.connection: Any = get_connection()

    def open(self) -> None:
        """Connect to the mail server. Raises Unreachable."""
        try:
            self.connection.open()
        except (OSError, smtplib.SMTPException) as error:
            log.warning("The mail server cannot be reached (%s). Mails wait.", type(error).__name__)
            raise Unreachable from error

    def send(self, message: EmailMessage) -> None:
        """Send one mail. Raises the server's or the connection's error, or NotAccepted."""
        try:
            if not self.connection.send_messages([message]):
                raise NotAccepted
        except Exception:
            self.close()  # the next mail reconnects
            raise

    def close(self) -> None:
        """Close the connection."""
        with suppress(OSError, smtplib.SMTPException):
            self.connection.close()


@contextmanager
def exclusive() -> Iterator[Connection | None]:
    """Yield the connection to the mail server; None while another task uses it, which looks for new
    mails at its end."""
    if not cache.add(BUSY, 1, LONGEST):
        yield None
        return
    mail = Connection()
    try:
        yield mail
    finally:
        mail.close()
        cache.delete(BUSY)


def pause_after(tries: int, error: BaseException | None) -> timedelta | None:
    """Return the pause before the next try; None to give up."""
    return None if tries > len(AGAIN) or refused_for_good(error) else AGAIN[max(tries, 1) - 1]


def refused_for_good(error: BaseException | None) -> bool:
    """Return whether the server's refusal is permanent."""
    return isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        code >= 500 for code, _ in error.recipients.values()
    )


def error_kind(error: BaseException | None) -> str:
    """Return the kind of an error, without its text, which may name the address."""
    return f"{type(error).__name__} {getattr(error, 'smtp_code', '')}".strip()[:80]
