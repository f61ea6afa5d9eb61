"""Pages about oneself: reports made, decisions, appeals."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import names
from accounts.models import User
from games.community.desk import merge_consent
from games.community.moderation import mail, services
from games.community.moderation.errors import ConductError
from games.community.moderation.models import Report, Sanction
from games.tables.http.request import Request

LONGEST = 1000


@login_required
@never_cache
def conduct(request: Request) -> HttpResponse:
    """Show the sanctions of the reader, and the outcomes of the reader's reports."""
    made = list(Sanction.objects.filter(user=request.user).order_by("-at")[:50])
    reports = Report.objects.filter(by=request.user).select_related("about").order_by("-at")[:50]
    facts = {
        "sanctions": [(one, mail.appeal_path(one)) for one in made],
        "reports": reports,
        "now": timezone.now(),
    }
    return render(request, "desk/conduct.html", facts)


@login_required
@never_cache
def merge(request: Request) -> HttpResponse:
    """Show a guest the code of consent to merge into an account."""
    if not request.user.is_guest:
        raise Http404
    name, alert, code = names.normalized(request.POST.get("name", "").strip()[:40]), "", ""
    if request.method == "POST":
        to = User.objects.filter(username__iexact=name, is_guest=False, closed_at=None).first()
        if to is None or to.role:
            alert = _("There is no account with that name, or it is a host’s or a moderator’s.")
        else:
            name, code = to.name, merge_consent.code(request.user, to)
    facts = {"name": name, "to": name, "code": code, "alert": alert}
    return render(request, "desk/merge.html", facts, status=422 if alert else 200)


@never_cache
def appeal(request: Request, token: str) -> HttpResponse:
    """Show a decision to its subject, who need not sign in; by POST appeal."""
    made = mail.sanction_of(token)
    if made is None:
        raise Http404
    words, alert, status = request.POST.get("words", "").strip(), "", 200
    if request.method == "POST":
        alert, status = _appeal(made, words)
        if not alert:
            messages.success(request, _("Another moderator will read this. You will hear of it."))
            return HttpResponseRedirect(request.path, status=303)
    facts = {
        "sanction": made,
        "words": words[:LONGEST],
        "longest": LONGEST,
        "alert": alert,
        "over": made.until is not None and made.until <= timezone.now(),
    }
    return render(request, "desk/appeal.html", facts, status=status)


def _appeal(made: Sanction, words: str) -> tuple[str, int]:
    """Save an appeal; return the sentence of an error, or "", and the status."""
    if not words or len(words) > LONGEST:
        return _("Write something, at most %(count)s characters.") % {"count": LONGEST}, 422
    try:
        services.appeal(sanction_id=made.pk, user=made.user, words=words, now=timezone.now())
    except ConductError as error:
        return str(error.sentence), error.status
    return "", 200
