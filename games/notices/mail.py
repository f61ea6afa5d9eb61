"""Mails with notices, as text and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

from accounts import mail_connection
from games.notices import mail_links, message_contents
from games.notices.models import Kind, Notice

SEVERAL = "several"  # in place of a kind, of a mail about several


def letter(notices: Sequence[Notice], address: str, now: datetime) -> EmailMultiAlternatives:
    """Return one mail for notices of one user, in the user's language."""
    with translation.override(message_contents.language_of(notices[0].user)):
        return _letter(notices, address, now)


def _letter(notices: Sequence[Notice], address: str, now: datetime) -> EmailMultiAlternatives:
    user, kinds = notices[0].user, sorted({Kind(notice.kind) for notice in notices})
    contents = message_contents.of(notices, now)
    stop = mail_links.stop(user.pk, *kinds)
    facts = {
        "kind": kinds[0].value if len(kinds) == 1 else SEVERAL,
        "name": user.name,
        "title": contents.title,
        "rows": contents.rows,
        "several": len(contents.rows) > 1,
        "stop": stop,
        "settings": mail_links.absolute("notices"),
        "site_name": settings.SITE_NAME,
    }
    message = EmailMultiAlternatives(
        subject=" ".join(contents.subject.split()),
        body=render_to_string("notices/mail/letter.txt", facts),
        to=[address],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
            "Message-ID": mail_connection.message_id([notice.name for notice in notices]),
        },
    )
    message.attach_alternative(render_to_string("notices/mail/letter.html", facts), "text/html")
    return message
