"""Formatter and filters that keep private facts out of the logs: the address of a table, a link
with a secret, an e-mail address, the values of a row."""

from __future__ import annotations

import logging
import re
import time
from typing import Any

BLANK = "…"
# The second line of defence, for what libraries and databases put into their messages. The first is
# not to write it at all.
SECRETS = (
    (re.compile(r"(/(?:ws/)?t/)[\w-]+"), rf"\1{BLANK}"),  # a table
    # a link out of a mail
    (re.compile(r"(/(?:reset/key|confirm-email|stop|calendar)/)[^\s/\"']+"), rf"\1{BLANK}"),
    (re.compile(r"[^\s<>()\"'=,:;/]+@[\w-]+(?:\.[\w-]+)+"), BLANK),  # an address
    # the values of a row that PostgreSQL refused
    (re.compile(r"(?s)(DETAIL: ).*?(?=\n\n|\Z)"), rf"\1{BLANK}"),
    # a password in the address of a database
    (re.compile(r"(://[^:/\s@]+:)[^@\s]+@"), rf"\1{BLANK}@"),
)


def cleaned(text: str) -> str:
    """Return a text with its secrets left out."""
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text


def route(request: Any) -> str:
    """Return the pattern of a request's address, with the names of its parts instead of what stood
    there."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "an unknown address"


class Routes(logging.Filter):
    """Django's own lines about requests name their addresses. They get the pattern instead, and
    the code that the reader of a page for error 500 sees."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Put the pattern in the place of the address. Keeps the record."""
        request: Any = getattr(record, "request", None)
        if hasattr(request, "path") and isinstance(record.args, tuple):
            addresses = (request.path, request.get_full_path())
            record.args = tuple(route(request) if arg in addresses else arg for arg in record.args)
        code = getattr(request, "META", {}).get("fairdeal.error")
        if code and isinstance(record.msg, str) and record.exc_info:
            record.msg = f"[{code}] {record.msg}"
        return True


class Unavailable(logging.Filter):
    """Leaves out Django's own lines about answers with status 503. The site says each outage in a
    line of its own: the page for it without a traceback, and `config.monitoring.alerts` once, and
    not for each question of a monitor."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to keep the record."""
        return getattr(record, "status_code", None) != 503


class Strangers(logging.Filter):
    """Leaves out what the server says about bytes that are no HTTP, or no text: every scanner of
    the internet causes these, and some with a traceback. One more comes from a socket that is
    closed in the middle of them (uvicorn closes it a second time). A request that Django found
    suspicious was refused: a warning, and no traceback."""

    SAYINGS = (
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
        "Invalid UTF-8 sequence received from client.",
    )

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to keep the record."""
        if record.name.startswith("django.security."):
            record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
        broken = record.exc_info[0] if record.exc_info else None
        return record.msg not in self.SAYINGS and not (
            broken and broken.__name__ == "InvalidState" and record.name == "asyncio"
        )


class Formatter(logging.Formatter):
    """A line with the time in UTC, and the traceback under it, without what they may not say.
    Nobody begins a line of their own."""

    converter = staticmethod(time.gmtime)
    default_time_format, default_msec_format = "%Y-%m-%d %H:%M:%S", "%s.%03dZ"

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the message in one line."""
        record.message = record.message.strip().replace("\r", "\\r").replace("\n", "\\n")
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback under it, without secrets."""
        return cleaned(super().format(record))
