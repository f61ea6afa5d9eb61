"""Mails of a site without a mail server (no EMAIL_URL): notices are printed, and mails with secret
links become files."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.console import EmailBackend as Console
from django.core.mail.backends.filebased import EmailBackend as Files


class EmailBackend(BaseEmailBackend):
    """A log is no place for a reset link; mails that one may unsubscribe from hold none."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Print the notices, write the others into files. Returns how many there were."""
        notices = [
            message for message in email_messages if "List-Unsubscribe" in message.extra_headers
        ]
        others = [
            message for message in email_messages if "List-Unsubscribe" not in message.extra_headers
        ]
        return (Console().send_messages(notices) or 0) + (Files().send_messages(others) or 0)
