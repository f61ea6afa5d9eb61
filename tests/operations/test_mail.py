"""A site without a mail server: what becomes of its mails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection

from config import environment
from tests.kit.types import Patch


def test_without_a_server_each_mail_is_a_file_that_its_owner_can_read(
    tmp_path: Path, settings: Any
) -> None:
    for name, value in environment.email(tmp_path).items():
        setattr(settings, name, value)
    notice = EmailMultiAlternatives("Your turn, Zoë", "at the table", to=["ann@example.org"])
    notice.attach_alternative("<p>at the table</p>", "text/html")
    long = f"https://x.example/{'x' * 1200}"
    secret = EmailMessage("A new\npassword", f"Größe\n{long}", to=["ben@example.org"])
    post = get_connection()
    post.open()
    assert post.send_messages([notice, secret]) == 2
    folder = tmp_path / "mail"
    files = {path.read_text(encoding="utf-8"): path for path in folder.iterdir()}
    told = next(text for text in files if "Your turn" in text)
    assert told.endswith("To: ann@example.org\nSubject: Your turn, Zoë\n\nat the table")
    kept = next(text for text in files if "password" in text)
    assert kept.endswith(f"To: ben@example.org\nSubject: A new password\n\nGröße\n{long}")
    assert {path.stat().st_mode & 0o077 for path in (folder, *files.values())} == {0}


def test_with_a_server_it_gets_everything(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://me:secret@mail.example:587")
    found = environment.email(tmp_path)
    assert (
        found["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
        and found["EMAIL_HOST"] == "mail.example"
    )
