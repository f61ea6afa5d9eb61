"""Reports, and one decision about each."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import limits
from accounts import services as accounts
from accounts.models import User
from games.community.moderation import news, quotes
from games.community.moderation.errors import ConductError, Decided, NotYours, TooMany
from games.community.moderation.models import Measure, Outcome, Report, Subject
from games.community.moderation.rights import Act, require
from games.community.moderation.services.sanctions import sanction
from games.site.services import journal


def report(
    *,
    by: User,
    about: User,
    subject: str,
    reason: str,
    words: str = "",
    table_id: str = "",
    line: int = 0,
    kept: Mapping[str, Any] | None = None,
    now: datetime,
) -> Report:
    """Save a report and return it; a second one of the same thing returns the first. `kept` is a
    copy of the thing. Raises TooMany."""
    thing = {"by": by, "about": about, "subject": subject, "table_id": table_id, "line": line}
    if before := Report.objects.filter(**thing).first():
        return before
    if not limits.allow("reports", by.pk):
        raise TooMany
    facts = {"reason": reason, "words": words, "kept": dict(kept or {}), "at": now}
    found, _new = Report.objects.get_or_create(**thing, defaults=facts)
    return found


MUTE_TIME = timedelta(days=1)
MEASURES = {
    Outcome.WARN: Measure.WARNING,
    Outcome.MUTE: Measure.MUTE,
    Outcome.SUSPEND: Measure.SUSPENSION,
    Outcome.CLOSE: Measure.CLOSING,
}


@transaction.atomic
def decide(
    *,
    report_id: int,
    by: User,
    outcome: str,
    until: datetime | None = None,
    words: str = "",
    why: str = "",
    now: datetime,
) -> Report:
    """Decide a report and return it; its author gets news. `words` go to the person, `why` into the
    journal. A suspension needs `until`. Raises ConductError."""
    report = Report.objects.select_for_update(of=("self",)).filter(pk=report_id).first()
    if report is None:
        raise ConductError(_("There is no such report."))
    if report.decided_at is not None:
        raise Decided
    if by.pk in (report.about_id, report.by_id):
        raise NotYours(_("You are part of this report, so another moderator decides it."))
    if outcome not in Outcome.values:
        raise ConductError(_("Choose an outcome."))
    require(by, Act.DECIDE, report.about)
    if outcome == Outcome.SUSPEND and (until is None or until <= now):
        raise ConductError(_("Choose a time in the future."))
    report.outcome, report.decided_at, report.decided_by = outcome, now, by
    report.save(update_fields=["outcome", "decided_at", "decided_by"])
    facts = {"report": report.pk, "outcome": outcome}
    journal.write(
        by=by,
        action="report decided",
        user=report.about,
        table_id=report.table_id,
        why=why,
        facts=facts,
        now=now,
    )
    _carry_out(report, by, until, words, why, now)
    news.tell(report.by_id, now)
    return report


def _neutral_name() -> str:
    """Return a random name that says nothing."""
    return f"player-{secrets.randbelow(10**8):08}"


def _carry_out(
    report: Report, by: User, until: datetime | None, words: str, why: str, now: datetime
) -> None:
    """Carry out a decision. Each outcome but NOTHING hides a reported line."""
    if report.outcome != Outcome.NOTHING and report.subject == Subject.LINE and report.line:
        quotes.hide(report.line, True)
    if report.outcome == Outcome.HIDE and report.subject == Subject.CLUB:
        quotes.hide_club(report.line, True)
    closed = report.about.is_closed  # the name is gone then
    if report.outcome == Outcome.HIDE and report.subject == Subject.NAME and not closed:
        accounts.rename(user=report.about, name=_neutral_name(), now=now, anyway=True)
    if report.outcome == Outcome.MUTE:
        until = now + MUTE_TIME
    if measure := MEASURES.get(Outcome(report.outcome)):
        ends = until if report.outcome in (Outcome.MUTE, Outcome.SUSPEND) else None
        sanction(
            by=by,
            user=report.about,
            measure=measure,
            until=ends,
            words=words,
            why=why,
            report=report,
            now=now,
        )
