"""Reports and appeals at the desk."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.desk.access import keeper
from games.community.moderation import selectors, services
from games.community.moderation.errors import ConductError
from games.community.moderation.models import Outcome, Report, Sanction, Subject
from games.community.moderation.rights import Act, may
from games.community.people import selectors as people
from games.tables.http.request import Request
from games.tables.models import Seat

DAYS = (1, 3, 7, 14, 30, 90, 365)
"""The lengths of suspensions, in days."""


@keeper
def waiting(request: Request) -> HttpResponse:
    """Show the open reports, and the latest decided ones."""
    keeper, seen = request.user, selectors.visible(request.user)
    facts = {
        "reports": selectors.waiting(keeper),
        "decided": seen.filter(decided_at__isnull=False).order_by("-decided_at")[:30],
        "appeals": selectors.appeals(keeper),
        "alone": not selectors.other_keepers(keeper),
    }
    return render(request, "desk/reports.html", facts)


@keeper
def report(request: Request, report_id: int) -> HttpResponse:
    """Show a report in its context, and decide it."""
    found = selectors.visible(request.user).filter(pk=report_id).first()
    if found is None:
        raise Http404
    alert, status = "", 200
    if request.method == "POST":
        alert, status = _decide(request, report_id)
        if not alert:
            messages.success(request, _("Decided. Both have been told."))
            return HttpResponseRedirect(reverse("desk_reports"), status=303)
        found.refresh_from_db()
    facts = {
        "report": found,
        "alone": not selectors.other_keepers(request.user),
        "waits": selectors.waiting(request.user).count(),
        "outcomes": _outcomes(found, request.user),
        "chosen": request.POST.get("outcome", ""),
        "words": request.POST.get("words", ""),
        "why": request.POST.get("why", ""),
        "days": DAYS,
        "about": _known(found.about, request.user),
        "by": _known(found.by, request.user),
        "together": _together(found),
        "apart": people.any_apart(found.by_id, [found.about_id]),
        "asks_again": status == 428,
        "alert": alert,
    }
    return render(request, "desk/report.html", facts, status=422 if status == 428 else status)


def _decide(request: Request, report_id: int) -> tuple[str, int]:
    """Decide a report; return a refusal's sentence, or "", and the status. Closing an account asks
    for confirmation: status 428."""
    outcome, days = request.POST.get("outcome", ""), request.POST.get("days", "")
    if outcome == Outcome.CLOSE and "sure" not in request.POST:
        return _("Closing cannot be undone. Decide once more if you are sure."), 428
    now = timezone.now()
    try:
        services.decide(
            report_id=report_id,
            by=request.user,
            outcome=outcome,
            until=_until(days, now),
            words=request.POST.get("words", "").strip()[:1000],
            why=request.POST.get("why", "").strip()[:1000],
            now=now,
        )
    except ConductError as error:
        return str(error.sentence), error.status
    return "", 200


def _until(days: str, now: datetime) -> datetime | None:
    return now + timedelta(days=int(days)) if days in map(str, DAYS) else None


def _outcomes(report: Report, by: User) -> list[tuple[str, str, str]]:
    """Return a keeper's possible outcomes for this report: value, words, and consequence."""
    name = report.about.name
    found = [
        (Outcome.NOTHING, _("The report closes.")),
        (Outcome.HIDE, _hidden(report)),
        (Outcome.WARN, _("%(name)s gets your message, and nothing else happens.")),
        (Outcome.MUTE, _("%(name)s can play, but cannot talk until tomorrow.")),
        (Outcome.SUSPEND, _("%(name)s is signed out, and their clocks keep running.")),
        (Outcome.CLOSE, _("You will be asked to confirm. Running games are resigned.")),
    ]
    left_out = {Outcome.HIDE} if report.subject == Subject.GAME else set()
    if not may(by, Act.DECIDE, report.about) or report.by_id == by.pk:
        left_out = {*Outcome}
    return [
        (outcome.value, str(outcome.label), says % {"name": name})
        for outcome, says in found
        if outcome not in left_out
    ]


def _hidden(report: Report) -> str:
    if report.subject == Subject.NAME:
        return _("%(name)s gets a neutral name, and may choose another.")
    if report.subject == Subject.CLUB:
        return _("The club’s name and description are removed, and its leaders may write new ones.")
    return _("The words are kept in the record of this report.")


def _known(user: User, keeper: User) -> dict[str, object]:
    """Return the numbers of somebody's games, upheld reports and own reports, as far as the keeper
    may see them."""
    made = selectors.visible(keeper).filter(by=user)
    return {
        "user": user,
        "games": Seat.objects.filter(user=user, ended_at__isnull=False).count(),
        "upheld": selectors.upheld(user.pk),
        "reports": made.count(),
        "borne_out": made.filter(decided_at__isnull=False).exclude(outcome="nothing").count(),
        "sanctions": Sanction.objects.filter(user=user).order_by("-at")[:5],
    }


def _together(report: Report) -> int:
    """Return the number of tables at which both have sat."""
    mine = Seat.objects.filter(user=report.by).values("table")
    return Seat.objects.filter(user=report.about, table__in=mine).count()


@keeper
def appeal(request: Request, sanction_id: int) -> HttpResponse:
    """Show an appeal, and decide it."""
    made = Sanction.objects.select_related("user", "by", "report").filter(pk=sanction_id).first()
    if made is None or made.appealed_at is None or made.user_id == request.user.pk:
        raise Http404
    alert, status = "", 200
    if request.method == "POST":
        try:
            services.hear(
                sanction_id=made.pk,
                by=request.user,
                lift=request.POST.get("answer") == "lift",
                why=request.POST.get("why", "").strip()[:1000],
                now=timezone.now(),
            )
        except ConductError as error:
            alert, status = str(error.sentence), error.status
        else:
            messages.success(request, _("Decided. They have been told."))
            return HttpResponseRedirect(reverse("desk_reports"), status=303)
    theirs = not selectors.may_hear(request.user, made)
    facts = {"sanction": made, "alert": alert, "not_mine": theirs}
    return render(request, "desk/hearing.html", facts, status=status)
