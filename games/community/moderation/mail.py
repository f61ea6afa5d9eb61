"""Letters about decisions, to confirmed addresses."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.services import letters
from games.community.moderation.models import Sanction

SALT = "games.conduct.appeal"  # unchanged, so that older links stay valid
LINK_LIFE = timedelta(days=60)


def send_decision(made: Sanction, to: str | None, now: datetime) -> None:
    """Send a letter about a decision, with the link to appeal."""
    _write(made, to, "conduct/mail/sanctioned.txt", now)


def send_appeal_outcome(made: Sanction, to: str | None, now: datetime) -> None:
    """Send a letter about the outcome of an appeal."""
    _write(made, to, "conduct/mail/heard.txt", now)


def appeal_path(made: Sanction) -> str:
    """Return the path of the page for an appeal, which needs no sign-in."""
    return reverse("conduct_appeal", args=[signing.dumps(made.pk, salt=SALT)])


def sanction_of(token: str) -> Sanction | None:
    """Return the sanction of the token in an appeal path; None if it is invalid or expired."""
    try:
        found = signing.loads(token, salt=SALT, max_age=LINK_LIFE)
    except signing.BadSignature:
        return None
    return Sanction.objects.select_related("user").filter(pk=found).first()


def _write(made: Sanction, to: str | None, template: str, now: datetime) -> None:
    if not to:
        return
    with translation.override(made.user.mail_language or settings.LANGUAGE_CODE):
        facts = {"sanction": made, "site": settings.SITE_NAME}
        facts["appeal"] = settings.BASE_URL + appeal_path(made)
        body = render_to_string(template, facts)
        subject = _("%(site)s: a decision about your account") % {"site": settings.SITE_NAME}
        letters.write(EmailMessage(subject, body, to=[to]), kind="decision", now=now)
