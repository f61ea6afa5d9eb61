"""A mail server that may work, refuse mails, or never answer."""

from __future__ import annotations

import asyncio
import email
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default as modern
from threading import Thread
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from tests.kit.servers import free_port

logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd logs each connection


class Sink:
    """A handler that keeps mails. `refused`: answers by refused address, or "*" for all."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refused: dict[str, str] = {}
        self.asked: list[str] = []  # the addresses, in order

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.asked.append(address)
        if answer := self.refused.get(address) or self.refused.get("*"):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:
        message = email.message_from_bytes(envelope.content or b"", policy=modern)  # type: ignore[arg-type]
        assert isinstance(message, EmailMessage) and envelope.rcpt_tos == [message["To"]]
        self.mails.append(message)
        return "250 taken"

    def to(self, address: str, subject: str = "") -> list[str]:
        """Return the texts of the mails to an address with `subject` in their subject."""
        return [
            mail.get_content()
            for mail in self.mails
            if mail["To"] == address and subject in mail["Subject"]
        ]


class MailServer:
    """A mail server on a free port."""

    def __init__(self, handler: Any) -> None:
        self.handler, self.port = handler, free_port()
        self.called = 0  # connections while silent
        self.controller: Controller | None = None

    def start(self) -> None:
        self.controller = Controller(
            self.handler, hostname="127.0.0.1", port=self.port, loop=asyncio.new_event_loop()
        )
        self.controller.start()

    def stop(self) -> None:
        if self.controller:
            self.controller.stop()
            self.controller = None

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Accept connections and never answer."""
        self.stop()
        self.called, lines = 0, []

        def take(listener: socket.socket) -> None:
            while True:
                try:
                    lines.append(listener.accept()[0])
                except OSError:
                    return
                self.called += 1

        listener = socket.create_server(("127.0.0.1", self.port), backlog=128)
        thread = Thread(target=take, args=(listener,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
            thread.join()
            for line in lines:
                line.close()
            self.start()


@contextmanager
def listening(settings: Any) -> Iterator[tuple[Sink, MailServer]]:
    """Run a mail server, and point the settings to it."""
    sink = Sink()
    server = MailServer(sink)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.BASE_URL = "https://cards.example.org"
    settings.MAIL_DOMAIN = "cards.example.org"
    try:
        yield sink, server
    finally:
        server.stop()
