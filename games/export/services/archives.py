"""Make the files. After a worker's death its export is made again; if it was only slow, it writes
pieces of an older attempt, which nobody reads."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import exporting, selectors
from accounts.services import letters
from games.export import archive
from games.export.models import Export, Piece, State

log = logging.getLogger(__name__)
DEAD = timedelta(minutes=30)  # after this a worker counts as dead
TRIES = 3


def make_due(*, now: datetime, limit: int = 20) -> int:
    """Make at most `limit` waiting files; return how many are ready. Of two workers one makes each
    file."""
    _requeue_abandoned(now)
    count = 0
    for _number in range(limit):
        export = Export.objects.filter(state=State.WAITING).order_by("asked_at", "pk").first()
        if export is None:
            break
        if _claim(export, now):
            count += _make(export, now)
    return count


def _requeue_abandoned(now: datetime) -> None:
    """Requeue the exports of dead workers, or fail them after too many tries."""
    left = Export.objects.filter(state=State.MAKING, began_at__lt=now - DEAD)
    left.filter(tries__gte=TRIES).update(state=State.FAILED)
    left.filter(tries__lt=TRIES).update(state=State.WAITING)


def _claim(export: Export, now: datetime) -> bool:
    """Claim an export for a numbered attempt; return whether it succeeded."""
    waits = Export.objects.filter(pk=export.pk, state=State.WAITING, tries=export.tries)
    if not waits.update(state=State.MAKING, began_at=now, tries=F("tries") + 1):
        return False
    export.tries += 1
    Piece.objects.filter(export=export).delete()
    return True


def _make(export: Export, now: datetime) -> bool:
    """Make a file; return whether it is ready."""
    user = export.user
    mine = Export.objects.filter(pk=export.pk, state=State.MAKING, tries=export.tries)

    def keep(number: int, data: bytes) -> None:
        Piece.objects.create(export_id=export.pk, attempt=export.tries, number=number, data=data)

    pieces = archive.Pieces(keep)
    try:
        with translation.override(user.mail_language or settings.LANGUAGE_CODE):
            archive.write(pieces, exporting.sources(), user.pk, user.name, now)
    except Exception:  # also if the account was closed meanwhile
        if mine.exists():
            log.exception("An export could not be made.")
            mine.update(state=State.WAITING if export.tries < TRIES else State.FAILED)
        return False
    with transaction.atomic():
        at = timezone.now()
        ready = bool(mine.update(state=State.READY, ready_at=at, size=pieces.size))
        if ready:
            _notify(export, at)
    return ready


def _notify(export: Export, now: datetime) -> None:
    """Send a letter to the owner's confirmed address, if any, with a link that needs a sign-in."""
    user = export.user
    address = selectors.mail_address(user)
    if address is None:
        return
    with translation.override(user.mail_language or settings.LANGUAGE_CODE):
        facts = {"link": settings.BASE_URL + reverse("my_data"), "name": user.name}
        body = render_to_string("mydata/mail/ready.txt", facts | {"site": settings})
        subject = _("%(site)s: Your data is ready") % {"site": settings.SITE_NAME}
    letters.write(EmailMessage(subject, body, to=[address]), kind="data_ready", now=now)
