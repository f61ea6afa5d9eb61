"""Impose and lift sanctions, and decide appeals."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from accounts.selectors import mail_address
from accounts.services import devices
from accounts.services.removal import remove
from games.community.moderation import mail, news
from games.community.moderation.errors import ConductError, Decided, NotYours
from games.community.moderation.models import Measure, Report, Sanction
from games.community.moderation.rights import Act, require
from games.community.moderation.selectors import may_hear
from games.site.services import journal


@transaction.atomic
def sanction(
    *,
    by: User,
    user: User,
    measure: str,
    until: datetime | None,
    words: str,
    why: str,
    report: Report | None = None,
    now: datetime,
) -> Sanction:
    """Impose a sanction, notify the person, and return it. `words` go to the person, `why` into the
    journal. Raises NotYours."""
    require(by, Act.SANCTION, user)
    made = Sanction.objects.create(
        by=by, user=user, measure=measure, until=until, words=words, report=report, at=now
    )
    facts = {"sanction": made.pk, "until": until and until.isoformat()}
    journal.write(by=by, action=f"sanction {measure}", user=user, why=why, facts=facts, now=now)
    news.tell(user.pk, now)
    to = mail_address(user)  # before closing deletes it
    if measure == Measure.SUSPENSION:
        devices.end_everywhere(user.pk)
    if measure == Measure.CLOSING:
        accounts.close(user=user, now=now)
    mail.send_decision(made, to, now)
    return made


@transaction.atomic
def appeal(*, sanction_id: int, user: User, words: str, now: datetime) -> Sanction:
    """Save a person's only appeal, and return the sanction. Raises ConductError."""
    made = Sanction.objects.select_for_update().filter(pk=sanction_id, user=user).first()
    if made is None:
        raise ConductError(_("There is no such decision about you."))
    if made.appealed_at is not None:
        raise Decided(_("You have appealed against this. Another moderator will read it."))
    made.appeal, made.appealed_at = words, now
    made.save(update_fields=["appeal", "appealed_at"])
    return made


@transaction.atomic
def hear(*, sanction_id: int, by: User, lift: bool, why: str, now: datetime) -> Sanction:
    """Decide an appeal, notify the person, and return the sanction. Raises ConductError, also
    unless `may_hear`."""
    rows = Sanction.objects.select_for_update(of=("self",)).select_related("user", "report")
    made = rows.get(pk=sanction_id)
    if made.appealed_at is None or made.heard_at is not None:
        raise Decided
    if not may_hear(by, made):
        raise NotYours
    made.heard_at, made.heard_by = now, by
    made.lifted_at = now if lift else made.lifted_at
    made.save(update_fields=["heard_at", "heard_by", "lifted_at"])
    action = "appeal granted" if lift else "appeal refused"
    facts = {"sanction": made.pk}
    journal.write(by=by, action=action, user=made.user, why=why, facts=facts, now=now)
    news.tell(made.user_id, now)
    mail.send_appeal_outcome(made, mail_address(made.user), now)
    return made


@transaction.atomic
def lift(*, sanction_id: int, by: User, why: str, now: datetime) -> None:
    """Lift a sanction early. Raises NotYours."""
    made = Sanction.objects.select_for_update().select_related("user").get(pk=sanction_id)
    require(by, Act.LIFT, made.user)
    if made.lifted_at is None:
        made.lifted_at = now
        made.save(update_fields=["lifted_at"])
        facts = {"sanction": made.pk}
        journal.write(
            by=by, action="sanction lifted", user=made.user, why=why, facts=facts, now=now
        )
        news.tell(made.user_id, now)


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete sanctions that ended, and reports decided, before `after`; return how many. Sanctions
    in force or under appeal stay, with their reports."""
    before = now - after
    ended = Q(until__lt=before) | Q(lifted_at__lt=before) | Q(measure=Measure.WARNING)
    over = Sanction.objects.filter(ended, at__lt=before)
    count = remove(over.exclude(appealed_at__isnull=False, heard_at=None), limit)
    decided = Report.objects.filter(decided_at__lt=before)
    named = Sanction.objects.filter(report__isnull=False).values("report")
    return count + remove(decided.exclude(pk__in=named), limit - count)
