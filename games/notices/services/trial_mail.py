"""A mail that tests whether mails arrive."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

from accounts import post
from accounts.models import User
from accounts.selectors import mail_address
from accounts.services import letters
from games.notices import links


def test_mail(*, user: User, now: datetime) -> str:
    """Write a test to a user's confirmed address, and return the address; "" if there is none, or
    where no mail is sent."""
    address = mail_address(user)
    if address is None or not post.has_server():
        return ""
    subject = _("Test from %(site)s") % {"site": settings.SITE_NAME}
    body = _("If you can read this, news of your games can come here.")
    settings_page = links.absolute("notices")
    message = EmailMessage(subject, f"{body}\n\n{settings_page}\n", to=[address])
    letters.write(message, kind="notices_test", now=now)
    return address
