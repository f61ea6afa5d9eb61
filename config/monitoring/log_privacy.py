"""A formatter and filters that redact logs: addresses of tables, secret links, e-mail addresses,
values of rows."""

from __future__ import annotations

import logging
import re
import time
from typing import Any

BLANK = "…"
# The second line of defence, for messages of libraries and databases. The first is not to log such
# facts.
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


def redact(text: str) -> str:
    """Return a text with its secrets blanked."""
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text


def route(request: Any) -> str:
    """Return the pattern of a request's path."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "an unknown address"


class Routes(logging.Filter):
    """Replaces paths with their patterns in Django's lines about requests, and adds the code that
    the page for error 500 shows."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the path with the pattern. Keeps the record."""
        request: Any = getattr(record, "request", None)
        if hasattr(request, "path") and isinstance(record.args, tuple):
            addresses = (request.path, request.get_full_path())
            record.args = tuple(route(request) if arg in addresses else arg for arg in record.args)
        code = getattr(request, "META", {}).get("fairdeal.error")
        if code and isinstance(record.msg, str) and record.exc_info:
            record.msg = f"[{code}] {record.msg}"
        return True


class Unavailable(logging.Filter):
    """Drops Django's lines about status 503. The site logs an outage itself, without a traceback,
    and once rather than for each request."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to keep the record."""
        return getattr(record, "status_code", None) != 503


class MalformedRequests(logging.Filter):
    """Drops the server's lines about bytes that are not HTTP or not text, which every scanner
    causes, and about a socket that uvicorn closes twice; reduces Django's about suspicious requests
    to a warning without a traceback."""

    DROPPED = (
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
        "Invalid UTF-8 sequence received from client.",
    )

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to keep the record."""
        if record.name.startswith("django.security."):
            record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
        broken = record.exc_info[0] if record.exc_info else None
        return record.msg not in self.DROPPED and not (
            broken and broken.__name__ == "InvalidState" and record.name == "asyncio"
        )


class Formatter(logging.Formatter):
    """Writes a line with the time in UTC, and the traceback below it, redacted. No message can
    begin a line of its own."""

    converter = staticmethod(time.gmtime)
    default_time_format, default_msec_format = "%Y-%m-%d %H:%M:%S", "%s.%03dZ"

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the message on one line."""
        record.message = record.message.strip().replace("\r", "\\r").replace("\n", "\\n")
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback below it, redacted."""
        return redact(super().format(record))
