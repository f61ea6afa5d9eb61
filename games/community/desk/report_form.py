"""The forms that report a line of talk, a name, a club or a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import User
from games.community.clubs import selectors as clubs
from games.community.moderation import quotes, services
from games.community.moderation.errors import ConductError
from games.community.moderation.models import Reason, Subject
from games.tables.board import presenter
from games.tables.errors import NoSuchTable
from games.tables.http.request import Request

LONGEST = 500


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing to report; `words` name it on the page, and `kept` is a copy of it."""

    subject: str
    about: User
    words: str
    back: str
    kept: Mapping[str, Any]
    table_id: str = ""
    line: int = 0
    others: tuple[User, ...] = ()
    """Other people at the table, to choose from."""


@login_required
@never_cache
def line(request: Request, line_id: int) -> HttpResponse:
    """Report a line of talk."""
    quote = quotes.quote(line_id, request.user.pk)
    if quote is None or quote.user_id == request.user.pk:
        raise Http404
    about = User.objects.get(pk=quote.user_id)
    kept = {"text": quote.text, "name": about.name, "around": list(quote.around)}
    facts = (quote.back, kept, quote.table_id, quote.line_id)
    thing = Thing(Subject.LINE, about, quote.text, *facts)
    return _report(request, thing)


@login_required
@never_cache
def name(request: Request, username: str) -> HttpResponse:
    """Report the name of an account."""
    about = User.objects.filter(username=username, closed_at=None).first()
    if about is None or about == request.user:
        raise Http404
    back = reverse("profile", args=[about.username])
    return _report(request, Thing(Subject.NAME, about, about.name, back, {"name": about.name}))


@login_required
@never_cache
def club(request: Request, slug: str) -> HttpResponse:
    """Report the name or the description of a club; the report is about its owner."""
    found = clubs.find(slug, request.user)
    owner = found and clubs.members(found).first()
    if found is None or not owner or owner.user_id == request.user.pk:
        raise Http404
    kept = {"name": found.name, "words": found.words, "club": found.slug}
    back = reverse("club", args=[found.slug])
    thing = Thing(Subject.CLUB, owner.user, found.name, back, kept, line=found.pk)
    return _report(request, thing)


@login_required
@never_cache
def game(request: Request, table_id: str) -> HttpResponse:
    """Report a player's conduct in a game; `who` names the player among several."""
    try:
        found = presenter.glance(table_id, request.user.pk)
    except NoSuchTable as error:
        raise Http404 from error
    others = [seat.user_id for seat in found.seats if seat.user_id not in (None, request.user.pk)]
    username = request.POST.get("who") or request.GET.get("who") or ""
    people = User.objects.filter(pk__in=[pk for pk in others if pk is not None], closed_at=None)
    about = people.filter(username=username).first() if username else people.first()
    if about is None:
        raise Http404
    seat = found.seat(about.pk)
    kept = {
        "name": about.name,
        "game": found.title,
        "status": found.status,
        "ended_by": found.ended_by,
        "ply": found.ply,
        "places": [each.place for each in found.seats],
        "seat": None if seat is None else seat.number,
    }
    back = reverse("table", args=[table_id])
    words = f"{about.name}, {found.title}"
    rest = tuple(people.exclude(pk=about.pk).order_by("username"))
    return _report(request, Thing(Subject.GAME, about, words, back, kept, table_id, others=rest))


def _report(request: Request, thing: Thing) -> HttpResponse:
    """Show the form, or by POST save the report and redirect."""
    reason, words = request.POST.get("reason", ""), request.POST.get("words", "").strip()
    alert, status = "", 200
    if request.method == "POST":
        alert, status = _send(request, thing, reason, words)
        if not alert:
            messages.success(
                request, _("Thank you. A moderator will read it, and you will be told the outcome.")
            )
            return HttpResponseRedirect(thing.back, status=303)
    facts = {
        "thing": thing,
        "reasons": Reason.choices,
        "reason": reason,
        "words": words[:LONGEST],
        "longest": LONGEST,
        "alert": alert,
    }
    return render(request, "desk/reporting.html", facts, status=status)


def _send(request: Request, thing: Thing, reason: str, words: str) -> tuple[str, int]:
    """Save the report; return the sentence of an error, or "", and the status."""
    if reason not in Reason.values:
        return _("Choose a reason."), 422
    if len(words) > LONGEST:
        return _("One sentence is enough, at most %(count)s characters.") % {"count": LONGEST}, 422
    try:
        services.report(
            by=request.user,
            about=thing.about,
            subject=thing.subject,
            reason=reason,
            words=words,
            table_id=thing.table_id,
            line=thing.line,
            kept=thing.kept,
            now=timezone.now(),
        )
    except ConductError as error:
        return str(error.sentence), error.status
    return "", 200
