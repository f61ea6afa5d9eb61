"""Mail without a mail server (EMAIL_URL unset): each becomes a file."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone


class EmailBackend(BaseEmailBackend):
    """Writes files that only the user who runs the site may open: mails hold secret links."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write each mail to a file, and return their number."""
        folder = Path(settings.EMAIL_FILE_PATH)  # type: ignore[misc]  # of config.environment
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            _write(folder, message)
        return len(email_messages)


def _write(folder: Path, message: EmailMessage) -> None:
    now = timezone.now()
    path = folder / f"{now:%Y-%m-%d %H%M%S} {secrets.token_hex(3)}.txt"
    head = {"Date": f"{now:%Y-%m-%d %H:%M:%S} UTC", "To": ", ".join(message.to)}
    head["Subject"] = " ".join(str(message.subject).split())
    path.touch(mode=0o600)
    lines = [f"{name}: {value}\n" for name, value in head.items()]
    path.write_text("".join([*lines, "\n", str(message.body)]), encoding="utf-8")
