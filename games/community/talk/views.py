"""The talk page, which works without JavaScript, and the pane beside the board."""

from __future__ import annotations

import secrets

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services as accounts
from accounts.models import User
from accounts.row_views import to_login
from games.community.people import services as people
from games.community.people.models import Kind
from games.community.talk import selectors, services
from games.community.talk.models import LONGEST
from games.community.talk.words import PHRASES
from games.tables import access
from games.tables.board import presenter
from games.tables.errors import NoSuchTable, TableError
from games.tables.http.request import Request
from games.tables.state.public import PublicTable


@never_cache
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: Request, table_id: str) -> HttpResponse:
    """Show a table's talk, or by POST write a `phrase`, by code, or a `text`. For htmx the answer
    is the pane; 204 if the reader has none."""
    found = _find(request, table_id)
    if request.method != "POST":
        if request.htmx and not _wanted(request, table_id):
            return HttpResponse(status=204)
        return _page(request, found)
    if not request.user.is_authenticated:
        return to_login(request.path)
    try:
        services.say(
            table_id=table_id,
            user=request.user,
            phrase=request.POST.get("phrase", "")[:12],
            text=request.POST.get("text", ""),
            key=request.POST.get("key", "")[:32],
            now=timezone.now(),
        )
    except TableError as error:
        return _page(request, found, str(error.sentence), error.status)
    return _done(request, found)


@never_cache
@require_POST
def take_back(request: Request, table_id: str, line_id: int) -> HttpResponse:
    """Take back a line of one's own."""
    found = _find(request, table_id)
    if not request.user.is_authenticated:
        raise Http404
    try:
        services.take_back(line_id=line_id, user=request.user, now=timezone.now())
    except TableError as error:
        return _page(request, found, str(error.sentence), error.status)
    return _done(request, found)


@never_cache
@require_POST
def mute(request: Request, table_id: str) -> HttpResponse:
    """Mute somebody by `name`, or unmute with `again`."""
    found = _find(request, table_id)
    other = User.objects.filter(username=request.POST.get("name", "")).first()
    if not request.user.is_authenticated or other is None or other == request.user:
        raise Http404
    if "again" in request.POST:
        people.untie(user=request.user, other=other, kind=Kind.MUTE)
    else:
        people.tie(user=request.user, other=other, kind=Kind.MUTE, now=timezone.now())
    return _done(request, found)


@require_POST
@login_required
def wish(request: Request) -> HttpResponse:
    """Save whether the reader wishes to see talk."""
    accounts.choose_talk(user=request.user, wanted=request.POST.get("talk") == "on")
    return HttpResponseRedirect(f"{reverse('account_settings')}#talk", status=303)


def _find(request: Request, table_id: str) -> PublicTable:
    try:
        return presenter.glance(table_id, request.user.pk)
    except NoSuchTable as error:
        raise Http404(error.sentence) from error


def _wanted(request: Request, table_id: str) -> bool:
    return getattr(request.user, "talks", True) and not access.find(table_id).silent


def _done(request: Request, found: PublicTable) -> HttpResponse:
    if request.htmx:
        return _page(request, found)
    return HttpResponseRedirect(reverse("talk", args=[found.id]) + "#talk-end", status=303)


def _page(request: Request, found: PublicTable, alert: str = "", status: int = 200) -> HttpResponse:
    reader = request.user if request.user.is_authenticated else None
    facts = {
        "table": found,
        "talk": selectors.talk(found, reader, timezone.now()),
        "silent": access.find(found.id).silent,
        "phrases": PHRASES.items(),
        "longest": LONGEST,
        "key": secrets.token_hex(16),
        "alert": alert,
        "kept": request.POST.get("text", "")[: 4 * LONGEST],
    }
    page = "talk/pane.html" if request.htmx else "talk/page.html"
    return render(request, page, facts, status=status)
