"""A site without a mail server: what becomes of its mails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage, get_connection

from config import environment


def test_without_a_server_notices_are_printed_and_secrets_become_files(
    tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in environment.email(tmp_path).items():
        setattr(settings, name, value)
    notice = EmailMessage(
        "Your turn",
        "at the table",
        to=["ann@example.org"],
        headers={"List-Unsubscribe": "<https://x.example>"},
    )
    secret = EmailMessage(
        "A new password", "https://x.example/reset/secret", to=["ann@example.org"]
    )
    post = get_connection()
    post.open()
    assert post.send_messages([notice, secret]) == 2
    said = capsys.readouterr().out
    assert "at the table" in said and "secret" not in said
    (file,) = (tmp_path / "mail").iterdir()
    assert "reset/secret" in file.read_text() and "at the table" not in file.read_text()


def test_with_a_server_it_gets_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://me:secret@mail.example:587")
    found = environment.email(tmp_path)
    assert (
        found["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
        and found["EMAIL_HOST"] == "mail.example"
    )
